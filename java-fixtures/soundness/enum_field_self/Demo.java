package enum_field_self;

public class Demo { public static void main(String[] a){ P.incBad(); P.incBad(); P.incBad(); } }
