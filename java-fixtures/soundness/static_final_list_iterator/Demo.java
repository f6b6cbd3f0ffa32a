package static_final_list_iterator;

public class Demo { public static void main(String[] a) { P.moveBad(); P.moveBad(); } }
