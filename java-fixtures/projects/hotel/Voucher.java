package hotel;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A part of the price that a guest does not pay. */
public final class Voucher {
    private static final Map<String, Voucher> ISSUED = new HashMap<>();

    private final String code;
    private final int percent;

    private Voucher(String code, int percent) {
        this.code = code;
        this.percent = percent;
    }

    public static Voucher issue(String code, int percent) {
        if (percent < 0 || percent >= 100) {
            throw new IllegalArgumentException(percent + " percent");
        }
        Voucher voucher = new Voucher(code, percent);
        ISSUED.put(code, voucher);
        return voucher;
    }

    public static Optional<Voucher> find(String code) {
        return Optional.ofNullable(ISSUED.get(code));
    }

    public static int issued() {
        return ISSUED.size();
    }

    public static int percentOf(String code) {
        return find(code).get().percent;
    }

    public int percent() {
        return percent;
    }

    public long grossOf(long net) {
        return net / (100 - percent) * 100;
    }
}
