package hostile;

import static hostile.Outside.attempt;

import java.io.FileDescriptor;
import java.io.FileOutputStream;

/** Writes what a result could be to the standard streams. */
public final class ForgesAnswers {
    static {
        for (FileDescriptor stream : new FileDescriptor[] {FileDescriptor.out, FileDescriptor.err}) {
            attempt(() -> new FileOutputStream(stream).write("\nreturn i:1\ntimeout\n".getBytes()));
        }
        System.out.println("return i:1");
    }

    private ForgesAnswers() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
