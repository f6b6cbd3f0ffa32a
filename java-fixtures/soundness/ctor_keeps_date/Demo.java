package ctor_keeps_date;

public class Demo { public static void main(String[] a){ java.util.Date d=new java.util.Date(0); P p=new P(d); d.setTime(5); p.chkBad(); } }
