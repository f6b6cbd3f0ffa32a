package static_key_set;

public class Demo { public static void main(String[] a) { P.put("x"); P.keysBad(); } }
