package enum_parameter_field;

public class Demo { public static void main(String[] a) { P.Door.BACK.toggle(); P.closedBad(P.Door.BACK); } }
