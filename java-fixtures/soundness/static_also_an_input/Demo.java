package static_also_an_input;

public class Demo { public static void main(String[] a) { P.sameBad(P.own()); } }
