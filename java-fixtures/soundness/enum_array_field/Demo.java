package enum_array_field;

public class Demo { public static void main(String[] a) { P.limits()[0] = 7; P.firstBad(); } }
