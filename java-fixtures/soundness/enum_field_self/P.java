package enum_field_self;

public class P { enum E { A,B; int cnt; } public static void incBad(){ E.A.cnt++; assert E.A.cnt<3; } }
