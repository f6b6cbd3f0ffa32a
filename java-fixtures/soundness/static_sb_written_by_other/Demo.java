package static_sb_written_by_other;

public class Demo { public static void main(String[] a){ P.add(); P.chkBad(); } }
