package notify_unowned;

public class P { public static void nfyBad(Object o){ if(o!=null) o.notifyAll(); } }
