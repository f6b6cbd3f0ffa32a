package static_passed_to_lambda;

public class Demo { public static void main(String[] a) { P.run(); P.textBad(); } }
