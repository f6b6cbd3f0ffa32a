package init_reads_setting;

public class Demo { public static void main(String[] a) { P.resize(0); P.firstBad(); } }
