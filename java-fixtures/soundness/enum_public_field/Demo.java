package enum_public_field;

public class Demo { public static void main(String[] a) { P.Mode.SAFE.retries = 0; P.retriesBad(); } }
