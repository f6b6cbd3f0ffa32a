package init_counts_instances;

public class Demo { public static void main(String[] a) { P.make(); P.firstBad(); } }
