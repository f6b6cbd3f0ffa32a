package judge;

import java.lang.reflect.Array;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Date;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** A change of an object of the JDK, with elements of the types that the code says. */
record Change(String name, Type type, Object... with) {
    static Change of(World.Value value, Draw draw, Random random) {
        Object object = value.object();
        Type[] of = value.type() instanceof ParameterizedType known ? known.getActualTypeArguments() : new Type[0];
        int kind = random.nextInt(4);
        if (object instanceof StringBuilder) {
            return kind < 3 ? new Change("append", null, draw.text()) : new Change("setLength", null, 0);
        } else if (object instanceof Date) {
            return new Change("setTime", null, (long) draw.number());
        } else if (object instanceof AtomicInteger) {
            return new Change("setInt", null, draw.number());
        } else if (object instanceof List<?> list && of.length == 1) {
            return switch (kind) {
                case 0 -> new Change("clear", null);
                case 1 -> setAt(list, of[0], draw, random);
                case 2 -> new Change("remove", null, draw.value(of[0], 1));
                default -> new Change("add", null, draw.value(of[0], 1));
            };
        } else if (object instanceof Collection<?> && of.length == 1) {
            return kind == 0 ? new Change("clear", null) : new Change(kind == 1 ? "remove" : "add", null, draw.value(of[0], 1));
        } else if (object instanceof Map<?, ?> && of.length == 2) {
            return switch (kind) {
                case 0 -> new Change("clearMap", null);
                case 1 -> new Change("removeKey", null, draw.value(of[0], 1));
                default -> new Change("put", null, draw.value(of[0], 1), draw.value(of[1], 1));
            };
        } else if (object instanceof Iterator<?> && of.length == 1) {
            return kind == 0 ? new Change("removeNext", null) : new Change("next", of[0]);
        } else if (object.getClass().isArray() && Array.getLength(object) > 0) {
            Class<?> component = object.getClass().getComponentType();
            return new Change("store", null, random.nextInt(Array.getLength(object)), draw.value(component, 1));
        }
        return null;
    }

    /** A view of a list that has changed since has no size. */
    private static Change setAt(List<?> list, Type element, Draw draw, Random random) {
        int size;
        try {
            size = list.size();
        } catch (java.util.ConcurrentModificationException stale) {
            return null;
        }
        return size == 0 ? null : new Change("setAt", null, random.nextInt(size), draw.value(element, 1));
    }
}
