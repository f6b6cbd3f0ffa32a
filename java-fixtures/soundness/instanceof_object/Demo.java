package instanceof_object;

public class Demo { public static void main(String[] a){ P.iBad(new P.D()); } }
