package callback_result;

import java.util.function.IntSupplier;
public class P { private int k; public void set(IntSupplier r) { if (r != null) k = r.getAsInt(); } public void chkBad() { assert k < 10; }
 public static class Own implements IntSupplier { public int getAsInt() { return 3; } } }
