package callback_reentry;

public class Demo { public static void main(String[] a){ P p=new P(); p.run(() -> p.chkBad()); } }
