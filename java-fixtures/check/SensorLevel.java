// A reading that is no number is neither below nor above anything.
package check;

public class SensorLevel {
    private static final String[] NAMES = {"low", "normal", "high"};

    public static String levelBad(double reading) {
        int level = -1;
        if (reading < 10.0) {
            level = 0;
        } else if (reading < 90.0) {
            level = 1;
        } else if (reading >= 90.0) {
            level = 2;
        }
        return NAMES[level];
    }

    public static String levelOk(double reading) {
        int level = 2;
        if (reading < 10.0) {
            level = 0;
        } else if (reading < 90.0) {
            level = 1;
        }
        return NAMES[level];
    }
}
