package scanner_over_anything;

import java.io.Closeable;
import java.nio.CharBuffer;
import java.util.Scanner;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) {
        P p = new P();
        class Own implements Readable, Closeable {
            @Override
            public int read(CharBuffer buffer) {
                p.touch();
                return -1;
            }

            @Override
            public void close() {
                p.touch();
            }
        }
        fails("hasNextBad", () -> p.hasNextBad(new Scanner(new Own())));
        fails("closeBad", () -> p.closeBad(new Scanner(new Own())));
    }

    private static void fails(String name, Runnable call) {
        try {
            call.run();
        } catch (AssertionError failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
