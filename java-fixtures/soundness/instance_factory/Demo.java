package instance_factory;

public class Demo { public static void main(String[] a){ P.of(7).plus().checkBad(); } }
