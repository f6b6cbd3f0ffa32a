// Pattern switches over constants of an enum.
package check;

public class Seasons {
    public enum Season { SPRING, SUMMER, AUTUMN, WINTER }

    private static final int[] DAYS = {92, 92, 91};

    public static int daysBad(Season season) {
        return switch (season) {
            case null -> 0;
            case Season any when any.ordinal() > 0 -> DAYS[any.ordinal() - 1] / (any.ordinal() - 3);
            case SPRING -> 92;
            default -> 0;
        };
    }

    public static int daysOk(Season season) {
        return switch (season) {
            case null -> 0;
            case Season any when any.ordinal() > 0 -> DAYS[any.ordinal() - 1];
            case SPRING -> 92;
            default -> 0;
        };
    }
}
