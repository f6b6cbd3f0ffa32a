// A loop that is counted in tenths.
package check;

public class FloatSteps {
    public static int[] samplesBad() {
        int[] samples = new int[10];
        int next = 0;
        for (double x = 0.0; x < 1.0; x += 0.1) {
            samples[next++] = (int) (x * 100);
        }
        return samples;
    }

    public static int[] samplesOk() {
        int[] samples = new int[10];
        for (int next = 0; next < 10; next++) {
            samples[next] = next * 10;
        }
        return samples;
    }
}
