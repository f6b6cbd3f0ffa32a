// Inputs of types that say little: what people pass in their place.
package constructed;

import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.Type;
import java.util.List;

public final class Common {
    public static final Common SMALL = new Common(1);
    public static final Common LARGE = new Common(1000);

    private final int size;

    private Common(int size) {
        this.size = size;
    }

    public int percent() {
        return size == 1000 ? 100 / (size - 1000) : size;
    }

    public static boolean isArrayOfPrimitives(Class<?> type) {
        return type.isArray() && type.getComponentType().isPrimitive();
    }

    public static boolean isSecondInterface(Class<?> type) {
        return type.getInterfaces().length > 1 && type.getEnclosingClass() == null;
    }

    public static String generics(Class<?> type) {
        if (type.getTypeParameters().length > 0) {
            return "generic";
        }
        Type[] interfaces = type.getGenericInterfaces();
        return type.getGenericSuperclass() + " " + interfaces.length + " " + (interfaces instanceof Class[]);
    }

    public static boolean isSpecial(Object elements) {
        if (elements instanceof long[]) {
            return ((long[]) elements).length == 2;
        }
        if (elements instanceof List) {
            return ((List<?>) elements).size() == 1;
        }
        return elements instanceof String && elements.equals("two");
    }

    public static boolean beginsWithDash(Reader text) throws IOException {
        return text.read() == '-';
    }

    public static boolean isThree(CharSequence text) {
        return text.length() == 3 && text.charAt(2) == 'c';
    }
}
