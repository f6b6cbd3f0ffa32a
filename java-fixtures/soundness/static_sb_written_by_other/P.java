package static_sb_written_by_other;

public class P { private static StringBuilder b=new StringBuilder(); public static void add(){ b.append("q"); } public static void chkBad(){ assert b.length()==0; } }
