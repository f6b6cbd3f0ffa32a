package static_final_byte_buffer;

import java.nio.ByteBuffer;

public class P {
    private static final ByteBuffer BYTES = ByteBuffer.allocate(4);
    private static final byte[] PRIVATE = {1, 2, 3, 4};

    public static void putBad() { BYTES.put((byte) 1); }

    public static void lengthOk() { assert PRIVATE.length == 4 && PRIVATE[3] == 4; }
}
