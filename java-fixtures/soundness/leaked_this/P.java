package leaked_this;

public class P { private static P last; private final int v; public P(int x){ last=this; if(x==7) throw new RuntimeException(); v=5; } public static P get(){ return last; } public void instBad(){ assert v==5; } }
