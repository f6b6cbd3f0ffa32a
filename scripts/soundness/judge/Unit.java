package judge;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** A package of classes under test. */
record Unit(String name, Map<String, byte[]> classes, Set<String> held, int[] numbers, List<String> texts) {
    /** Its classes, each time anew, so that static state begins anew. */
    static final class Loader extends ClassLoader {
        private final Unit unit;

        Loader(Unit unit) {
            super(Unit.class.getClassLoader());
            this.unit = unit;
            setDefaultAssertionStatus(true);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] bytes = unit.classes.get(name);
            if (bytes == null) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known != null ? known : defineClass(name, bytes, 0, bytes.length);
        }
    }
}
