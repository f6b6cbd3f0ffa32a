package leaked_this;

public class Demo { public static void main(String[] a){ try{ new P(7); }catch(RuntimeException e){} P.get().instBad(); } }
