package throwable_cause;

public class P { public static void causeBad(Throwable e){ if(e!=null) assert e.getCause()==null; } }
