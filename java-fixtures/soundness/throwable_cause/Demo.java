package throwable_cause;

public class Demo { public static void main(String[] a){ P.causeBad(new Exception(new Exception())); } }
