package static_view;

public class Demo { public static void main(String[] a) { P.add("x"); P.viewBad(); } }
