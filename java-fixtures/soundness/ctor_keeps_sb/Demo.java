package ctor_keeps_sb;

public class Demo { public static void main(String[] a){ StringBuilder d=new StringBuilder(); P p=new P(d); d.append("x"); p.chkBad(); } }
