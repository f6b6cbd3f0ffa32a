package catch_user_exception;

public class P { public static class X extends RuntimeException { } public static void iBad(RuntimeException o){ if(o!=null) try { throw o; } catch(X e){ assert false; } catch(RuntimeException e){} } }
