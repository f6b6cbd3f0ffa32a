package hostile;

import static hostile.Outside.attempt;

import java.io.File;
import java.io.FileOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Writes to files that have no name any more, as long as it may. */
public final class KeepsRemovedFiles {
    private static final List<FileOutputStream> OPEN = new ArrayList<>();

    static {
        while (Outside.goesOn()) {
            attempt(() -> {
                File file = File.createTempFile("removed", "");
                FileOutputStream out = new FileOutputStream(file);
                OPEN.add(out);
                file.delete();
                for (int block = 0; block < 1 << 9; block++) {
                    out.write(new byte[1 << 16]);
                }
            });
        }
    }

    private KeepsRemovedFiles() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
