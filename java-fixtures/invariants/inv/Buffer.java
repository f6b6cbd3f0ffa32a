package inv;

/** Position, limit and capacity, as a buffer has them. */
public class Buffer {
    private final byte[] bytes = new byte[16];
    private int position;
    private int limit = 16;

    public void put(byte value) {
        if (position < limit) {
            bytes[position] = value;
            position++;
        }
    }

    public void flip() {
        limit = position;
        position = 0;
    }

    public void clear() {
        position = 0;
        limit = 16;
    }

    public byte getOk() {
        return position < limit ? bytes[position] : 0;
    }

    public byte getBad() {
        return bytes[position];
    }
}
