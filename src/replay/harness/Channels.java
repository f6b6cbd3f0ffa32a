// Where jobs come from and results go to. See ../PROTOCOL.md.
package casewise.replay;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The two channels to the client: pipes of their own where it names them, else the standard streams. */
final class Channels {
    private Channels() {}

    static InputStream jobs() throws IOException {
        String name = taken("casewise.jobs");
        return name == null ? new FileInputStream(FileDescriptor.in) : new FileInputStream(name);
    }

    static OutputStream results() throws IOException {
        String name = taken("casewise.results");
        return name == null ? new FileOutputStream(FileDescriptor.out) : new FileOutputStream(name);
    }

    /** The program under test has no use for the property. */
    private static String taken(String property) {
        String value = System.getProperty(property);
        System.clearProperty(property);
        return value;
    }
}
