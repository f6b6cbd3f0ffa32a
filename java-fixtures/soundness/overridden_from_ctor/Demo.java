package overridden_from_ctor;

public class Demo { public static void main(String[] a){ new P(); } }
