package static_final_bit_set;

public class Demo { public static void main(String[] a) { P.seeBad(3); P.seeBad(3); } }
