package hostile;

import static hostile.Outside.attempt;

import java.io.File;
import java.io.FileOutputStream;
import java.io.OutputStream;

/** Writes files as long as it may. */
public final class FillsDisk {
    static {
        for (int number = 0; Outside.goesOn(); number++) {
            int file = number;
            attempt(() -> {
                try (OutputStream out = new FileOutputStream(File.createTempFile("filling", "" + file))) {
                    for (int block = 0; block < 1 << 12; block++) {
                        out.write(new byte[1 << 16]);
                    }
                }
            });
        }
    }

    private FillsDisk() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
