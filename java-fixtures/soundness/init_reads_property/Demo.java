package init_reads_property;

public class Demo { public static void main(String[] a) { P.loud(); P.quietBad(); } }
