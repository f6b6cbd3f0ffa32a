package factory_beside_ctor;

public class P { private final int v; public P(){ v=0; } private P(int v){ this.v=v; } public static P nine(){ return new P(9); } public void chkBad(){ assert v!=9; } }
