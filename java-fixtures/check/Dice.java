// Random numbers: those of a seed are known, others are anything in their range.
package check;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

public class Dice {
    public static int rollBad(int sides) {
        return new Random().nextInt(sides);
    }

    public static int rollOk() {
        int[] faces = {1, 2, 3, 4, 5, 6};
        return faces[new Random().nextInt(6)] + faces[ThreadLocalRandom.current().nextInt(2, 6)];
    }

    public static int unluckyOk() {
        if (new Random().nextInt() == 123456789) {
            throw new IllegalStateException("by chance");
        }
        return (int) (Math.random() * 6);
    }

    public static int scaledOk() {
        int[] weights = new int[10];
        double share = Math.random();
        if (share < 0 || share >= 1) {
            throw new IllegalStateException("no share");
        }
        return weights.length;
    }

    public static int seededBad(int guess) {
        int secret = new Random(7).nextInt(100);
        if (guess == secret) {
            throw new IllegalStateException("guessed");
        }
        return secret;
    }
}
