// A compound assignment narrows without a cast that anybody sees.
package check;

public class VolumeKnob {
    private static final int LEVELS = 128;
    private static final int[] GAIN = new int[LEVELS];

    public static int turnBad(byte level, int step) {
        if (level < 0 || step < 0 || step > 100) {
            return 0;
        }
        level += step;
        return GAIN[level];
    }

    public static int turnOk(byte level, int step) {
        if (level < 0 || step < 0 || step > 100) {
            return 0;
        }
        int turned = Math.min(level + step, LEVELS - 1);
        return GAIN[turned];
    }
}
