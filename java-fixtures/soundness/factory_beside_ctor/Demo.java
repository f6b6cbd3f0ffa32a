package factory_beside_ctor;

public class Demo { public static void main(String[] a){ P.nine().chkBad(); } }
