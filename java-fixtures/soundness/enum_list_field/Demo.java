package enum_list_field;

public class Demo { public static void main(String[] a) { P.order("tea"); P.emptyBad(); } }
