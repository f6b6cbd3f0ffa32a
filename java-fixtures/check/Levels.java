// A static array of settings that is never replaced, and one that is.
package check;

public class Levels {
    private static int[] limits = {10, 20, 30};
    private static String[] names = defaultNames();
    private static int[] weights;

    private static String[] defaultNames() {
        String[] all = new String[limits.length];
        for (int level = 0; level < all.length; level++) {
            all[level] = "level " + level;
        }
        return all;
    }

    public static int limitBad(int level) {
        return limits[level];
    }

    public static int limitOk(int level) {
        return limits[Math.floorMod(level, limits.length)];
    }

    public static int nameOk(int level) {
        return level < 0 || level > 2 ? 0 : names[level].length();
    }

    public static void configureOk(int[] given) {
        weights = given;
    }

    public static int weightBad(int level) {
        return weights[level];
    }

    public static int weightOk(int level) {
        return weights == null || level < 0 || level >= weights.length ? 1 : weights[level];
    }
}
