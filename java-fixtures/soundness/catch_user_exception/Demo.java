package catch_user_exception;

public class Demo { public static void main(String[] a){ P.iBad(new P.X()); } }
