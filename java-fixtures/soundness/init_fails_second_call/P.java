package init_fails_second_call;

public class P { static class G2 { static int z=new int[0][0].length>0?1:new int[0][0].length; static { int[] a={}; z=a[0]; } static void g(){ } } public static void eBad(){ try{ G2.g(); }catch(ExceptionInInitializerError e){ } } }
