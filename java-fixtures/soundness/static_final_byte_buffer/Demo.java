package static_final_byte_buffer;

public class Demo { public static void main(String[] a) { for (int i = 0; i < 5; i++) P.putBad(); } }
