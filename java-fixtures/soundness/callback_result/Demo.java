package callback_result;

public class Demo { public static void main(String[] a){ P p=new P(); p.set(() -> 50); p.chkBad(); } }
