import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Links classes whose bytes come on standard input, each among the unchanged others, and says what the verifier says. */
public final class Linker {
    private static final Map<String, byte[]> UNCHANGED = new HashMap<>();

    /** Loads the classes of a class path itself, one of them from other bytes. */
    private static final class Loader extends ClassLoader {
        private final URLClassLoader resources;
        private final String name;
        private final byte[] bytes;

        Loader(URLClassLoader resources, String name, byte[] bytes) {
            super(ClassLoader.getPlatformClassLoader());
            this.resources = resources;
            this.name = name;
            this.bytes = bytes;
        }

        @Override
        protected Class<?> findClass(String wanted) throws ClassNotFoundException {
            byte[] found = wanted.equals(name) ? bytes : UNCHANGED.computeIfAbsent(wanted, this::read);
            if (found.length == 0) {
                throw new ClassNotFoundException(wanted);
            }
            return defineClass(wanted, found, 0, found.length);
        }

        private byte[] read(String wanted) {
            try (InputStream stream = resources.getResourceAsStream(wanted.replace('.', '/') + ".class")) {
                return stream == null ? new byte[0] : stream.readAllBytes();
            } catch (IOException unreadable) {
                return new byte[0];
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        URL[] path = new URL[arguments.length];
        for (int i = 0; i < path.length; i++) {
            path[i] = Path.of(arguments[i]).toUri().toURL();
        }
        URLClassLoader resources = new URLClassLoader(path, null);
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
        PrintStream out = new PrintStream(System.out, false);
        try {
            while (true) {
                String name = in.readUTF();
                byte[] bytes = new byte[in.readInt()];
                in.readFully(bytes);
                out.println(link(new Loader(resources, name.replace('/', '.'), bytes), name.replace('/', '.')));
            }
        } catch (EOFException end) {
            out.flush();
        }
    }

    private static String link(Loader loader, String name) {
        try {
            // Asking for its methods links a class without initialising it.
            Class.forName(name, false, loader).getDeclaredMethods();
            return "linked";
        } catch (NoClassDefFoundError missing) {
            // A class of an optional library: the unchanged class is not linked here either.
            return "missing " + missing.getMessage();
        } catch (Throwable refused) {
            return refused.toString().replace('\n', ' ');
        }
    }
}
