package static_array_as_list;

public class Demo { public static void main(String[] a) { P.set(null); P.firstBad(); } }
