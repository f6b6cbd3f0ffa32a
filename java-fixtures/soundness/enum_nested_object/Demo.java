package enum_nested_object;

public class Demo { public static void main(String[] a) { P.pass(); P.pass(); P.valueBad(); } }
