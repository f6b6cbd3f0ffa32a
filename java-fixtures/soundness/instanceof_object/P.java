package instanceof_object;

public class P { public static class D { }
 public static void iBad(Object o){ if(o instanceof D) throw new IllegalStateException(); } 
}
