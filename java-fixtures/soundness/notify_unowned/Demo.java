package notify_unowned;

public class Demo { public static void main(String[] a){ P.nfyBad(new Object()); } }
