package static_public_field;

public class Demo { public static void main(String[] a) { P.divisor = 0; try { P.divisorBad(); } catch (ArithmeticException e) { P.name = null; } try { P.nameBad(); } catch (NullPointerException e) { P.OPEN[0] = 0; } try { P.openBad(); } catch (ArithmeticException e) { P.SHARED.clear(); P.sharedBad(); } } }
