package record_instanceof;

public class P { public record Sq(int s) { public Sq { if(s<0) throw new IllegalArgumentException(); } } public static void sealBad(Object o){ if(o instanceof Sq q && q.s()==4) assert false; } }
