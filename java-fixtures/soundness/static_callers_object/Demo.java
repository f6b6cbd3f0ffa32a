package static_callers_object;

public class Demo { public static void main(String[] a) { P.visit(row -> ((int[]) row)[0] = 0); P.rowBad(); } }
