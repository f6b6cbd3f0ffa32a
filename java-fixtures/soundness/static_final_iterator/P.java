package static_final_iterator;

import java.util.*;
public class P { private static final Iterator<Integer> it=List.of(1,2).iterator(); public static void nxtBad(){ it.next(); } }
