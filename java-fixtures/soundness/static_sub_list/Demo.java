package static_sub_list;

public class Demo { public static void main(String[] a) { P.clear(); P.partBad(); } }
