// A class loader for classes that every job has anew. See ../PROTOCOL.md.
package casewise.replay;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/** Loads the classes of a class path that its parent does not have, some of them from other bytes. */
public final class FreshLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    /** What all loaders of a class path share: where its classes are, and the bytes of those that were loaded once. */
    public static final class Source {
        private final URL[] entries;
        private final URLClassLoader finder;
        private final Map<String, Found> found = new ConcurrentHashMap<>();

        /** The class path, with the separator of the platform. Entries that are no paths have no classes. */
        public Source(String classPath) {
            List<URL> urls = new ArrayList<>();
            for (String entry : classPath.split(File.pathSeparator)) {
                try {
                    urls.add(Path.of(entry).toUri().toURL());
                } catch (MalformedURLException | RuntimeException notAPath) {
                    // Classes of that entry will not be found, which the jobs that need them say.
                }
            }
            entries = urls.toArray(new URL[0]);
            finder = new URLClassLoader(entries, null);
        }

        private Found find(String name) throws ClassNotFoundException {
            Found known = found.get(name);
            if (known != null) {
                return known;
            }
            URL url = finder.findResource(name.replace('.', '/') + ".class");
            if (url == null) {
                throw new ClassNotFoundException(name);
            }
            try {
                Found read = read(url, name);
                found.put(name, read);
                return read;
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }

        private static Found read(URL url, String name) throws IOException {
            URLConnection connection = url.openConnection();
            URL place;
            if (connection instanceof JarURLConnection jar) {
                place = jar.getJarFileURL();
            } else {
                String whole = url.toString();
                place = new URL(whole.substring(0, whole.length() - name.length() - ".class".length()));
            }
            try (InputStream stream = connection.getInputStream()) {
                return new Found(stream.readAllBytes(), new CodeSource(place, (Certificate[]) null));
            }
        }
    }

    /** The bytes of a class and where they are from. */
    private static final class Found {
        final byte[] bytes;
        final CodeSource source;

        Found(byte[] bytes, CodeSource source) {
            this.bytes = bytes;
            this.source = source;
        }
    }

    private final Source source;
    /** One domain for what is from one place, as a URLClassLoader has it. */
    private final Map<CodeSource, ProtectionDomain> domains = new ConcurrentHashMap<>();
    private final Map<String, byte[]> patches = new HashMap<>();
    /** What was looked for: binary names of classes, and a star for anything else. */
    private final Set<String> wanted = new ConcurrentSkipListSet<>();

    /** Classes of the source that the parent does not have. */
    public FreshLoader(Source source, ClassLoader parent) {
        super(source.entries, parent);
        this.source = source;
    }

    /** From now on the class, by its binary name, is these bytes; one that is loaded already stays as it is. */
    public void patch(String name, byte[] bytes) {
        patches.put(name, bytes);
    }

    /** What was looked for so far: binary names of classes, and a star for anything else; sorted. */
    public Set<String> wanted() {
        return wanted;
    }

    /** Adds a class to a package of this loader. */
    Class<?> add(String name, byte[] bytes) {
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        wanted.add(name);
        Found found = source.find(name);
        byte[] bytes = patches.getOrDefault(name, found.bytes);
        ProtectionDomain domain =
                domains.computeIfAbsent(found.source, place -> new ProtectionDomain(place, null, this, null));
        return defineClass(name, bytes, 0, bytes.length, domain);
    }

    @Override
    public URL findResource(String name) {
        wanted.add("*");
        return source.finder.findResource(name);
    }

    @Override
    public Enumeration<URL> findResources(String name) throws IOException {
        wanted.add("*");
        return source.finder.findResources(name);
    }
}
