package callback_reentry;

public class P { private int depth; public void run(Runnable r) { if (r == null) return; depth = 1; r.run(); depth = 0; } public void chkBad() { assert depth == 0; }
 public static class Own implements Runnable { public void run() { } } }
