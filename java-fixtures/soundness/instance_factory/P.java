package instance_factory;

public class P { private final int v; private P(int v){this.v=v;} public static P of(int v){ return new P(v&7); } public P plus(){ return new P(v+1); } public void checkBad(){ assert v<8&&v>=0; } }
