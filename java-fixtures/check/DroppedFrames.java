// Exceptions whose stack traces begin where a check was called, whoever has called that.
package check;

import java.util.Arrays;

public class DroppedFrames {
    static class Checks {
        static void present(Object value) {
            if (value == null) {
                throw without(new IllegalStateException(), Checks.class.getName());
            }
        }

        static <T extends Throwable> T without(T thrown, String name) {
            StackTraceElement[] frames = thrown.getStackTrace();
            int size = frames.length;
            int last = -1;
            for (int i = 0; i < size; i++) {
                if (name.equals(frames[i].getClassName())) {
                    last = i;
                }
            }
            StackTraceElement[] kept = Arrays.copyOfRange(frames, last + 1, size);
            thrown.setStackTrace(kept);
            return thrown;
        }
    }

    public static int lengthBad(String text) {
        Checks.present(text);
        return text.length();
    }

    public static int lengthOk(String text) {
        try {
            Checks.present(text);
            return text.length();
        } catch (IllegalStateException refused) {
            return 0;
        }
    }

    // All other frames are another's.
    public static void firstBad(String text) {
        try {
            Checks.present(text);
        } catch (IllegalStateException refused) {
            if (refused.getStackTrace()[0].getMethodName().equals("firstBad")) {
                throw new ArithmeticException();
            }
        }
    }

    public static void callerOk() {
        StackTraceElement[] frames = Thread.currentThread().getStackTrace();
        if (!frames[1].getMethodName().equals("callerOk")) {
            throw new IllegalStateException();
        }
    }
}
