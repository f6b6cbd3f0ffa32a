package static_handed_out;

public class Demo { public static void main(String[] a) { P.names().clear(); try { P.firstBad(); } catch (IndexOutOfBoundsException e) { P.sizes()[1] = 0; P.divideBad(); } } }
