package init_from_list;

public class Demo { public static void main(String[] a) { P.reset(); P.registryBad(); } }
