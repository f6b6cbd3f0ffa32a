package swallowed_assertion;

public class P {
  public static class X extends RuntimeException {}
  public static int returnsQ(int x) { try { assert x != 0; } finally { return 3; } }
  public static void caughtQ(int x) { try { assert x != 0; } catch (AssertionError t) { } }
  public static void replacedBad(int x) { try { assert x != 0; } finally { if (x < 5) throw new X(); } }
}
