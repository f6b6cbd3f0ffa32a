package record_instanceof;

public class Demo { public static void main(String[] a){ P.sealBad(new P.Sq(4)); } }
