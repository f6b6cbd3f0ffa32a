package check;

/** Constants of two enums have no order: `compareTo` refuses them, whatever their ordinals are. */
public class EnumOrders {
    enum Coin { CENT, EURO }

    enum Unit { GRAM, MILE }

    @SuppressWarnings({"rawtypes", "unchecked"})
    private static boolean isRefused(Comparable one, Object other) {
        try {
            one.compareTo(other);
            return false;
        } catch (ClassCastException expected) {
            return true;
        }
    }

    public static void twoEnumsOk(boolean first) {
        if (!isRefused(first ? Coin.CENT : Coin.EURO, Unit.MILE) || isRefused(Coin.EURO, Coin.CENT)) {
            throw new IllegalStateException();
        }
    }

    public static void twoEnumsBad() {
        if (isRefused(Coin.EURO, Unit.MILE)) {
            throw new IllegalStateException();
        }
    }
}
