// Exceptions that a method declares are its behaviour.
package check;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Objects;

public class Declared {
    public static int readOk(int source) throws IOException {
        if (source < 0) {
            throw new FileNotFoundException("no source");
        }
        return source;
    }

    public static int readBad(int source) {
        try {
            return readOk(source);
        } catch (IOException exception) {
            throw new RuntimeException(exception);
        }
    }

    public static int rejectingOk(String name, int size) {
        Objects.requireNonNull(name, "name");
        if (size < 0) {
            throw new IllegalArgumentException("size");
        }
        if (size > 10) {
            throw new UnsupportedOperationException("large");
        }
        return size;
    }

    public static int counterOk(int start) throws ArithmeticException {
        return Math.addExact(start, 1);
    }
}
