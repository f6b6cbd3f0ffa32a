// Numbers whose bits are mixed in many rounds: nothing is known of them, and that takes no time from what is known of the rest.
package inv;

public class MixedBits {
    private int x;
    private int y;
    private int z;
    private int w;
    private int v;
    private final String name;

    public MixedBits(int seed, String name) {
        this.x = seed;
        this.y = ~seed;
        this.v = 1;
        this.name = name == null ? "" : name;
        for (int round = 0; round < 64; round++) {
            next();
        }
    }

    public int next() {
        int mixed = x ^ (x >>> 2);
        x = y;
        y = z;
        z = w;
        int last = v;
        w = last;
        mixed = mixed ^ (mixed << 1) ^ last ^ (last << 4);
        v = mixed;
        return mixed + 362437;
    }

    public int lengthOk() {
        return name.length();
    }
}
