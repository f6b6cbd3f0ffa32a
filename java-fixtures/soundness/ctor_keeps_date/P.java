package ctor_keeps_date;

import java.util.*;
public class P { private final Date d; public P(Date d){ this.d=d; if(d.getTime()!=0) throw new IllegalArgumentException(); } public void chkBad(){ assert d.getTime()==0; } }
