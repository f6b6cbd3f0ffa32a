package listener_in_list;

import java.util.*;
public class P { public interface L { void tell(); } private final List<L> on = new ArrayList<>(); private int told;
 public void on(L l) { if (l != null) on.add(l); } public void fire() { for (L l : on) { l.tell(); told++; } } public void chkBad() { assert told == 0; } }
