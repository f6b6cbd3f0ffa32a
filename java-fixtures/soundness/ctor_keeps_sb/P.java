package ctor_keeps_sb;

public class P { private final StringBuilder l; public P(StringBuilder l){ if(l.length()>0) throw new IllegalArgumentException(); this.l=l; } public void chkBad(){ assert l.length()==0; } }
