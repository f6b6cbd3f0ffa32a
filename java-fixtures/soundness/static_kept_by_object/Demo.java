package static_kept_by_object;

public class Demo { public static void main(String[] a) { P.write(0); P.sharedBad(); } }
