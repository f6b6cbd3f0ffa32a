package judge;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Looks at all objects that are reached from others, and says which invariants do not hold of them. */
final class Watch {
    private static final int MOST_OBJECTS = 4000;

    private final Library library;
    private final Map<Class<?>, List<Field>> instanceFields = new HashMap<>();
    private final Map<Class<?>, List<Field>> staticFields = new HashMap<>();
    private final Map<Class<?>, List<Condition>> conditions = new HashMap<>();
    private final Set<Object> counted = Collections.newSetFromMap(new IdentityHashMap<>());

    Watch(Library library) {
        this.library = library;
    }

    /** Another life begins: its objects are others. */
    void begin() {
        counted.clear();
    }

    /** Tells of each invariant that does not hold of an object that these lead to, or of the static fields of its class. */
    void look(Iterable<Object> roots, Consumer<Condition> broken) throws ReflectiveOperationException {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<Class<?>> classes = new HashSet<>();
        ArrayDeque<Object> open = new ArrayDeque<>();
        roots.forEach(root -> reach(root, seen, open));
        while (!open.isEmpty() && seen.size() < MOST_OBJECTS) {
            Object object = open.poll();
            if (object instanceof Object[] elements) {
                for (Object element : elements) {
                    reach(element, seen, open);
                }
                continue;
            }
            Class<?> type = object.getClass();
            for (Field field : instanceFields.computeIfAbsent(type, any -> fields(type, false))) {
                reach(field.get(object), seen, open);
            }
            judge(object, counted.add(object), conditions.computeIfAbsent(type, this::conditionsOf), broken);
            for (Class<?> at = type; at != null && library.isOwn(at) && classes.add(at); at = at.getSuperclass()) {
                for (Field field : staticFields.computeIfAbsent(at, of -> fields(of, true))) {
                    reach(field.get(null), seen, open);
                }
                judge(null, counted.add(at), library.ofStatics.getOrDefault(at, List.of()), broken);
            }
        }
        for (Map.Entry<Class<?>, List<Condition>> statics : library.ofStatics.entrySet()) {
            if (classes.add(statics.getKey())) {
                judgeStatics(statics.getKey(), statics.getValue(), broken);
            }
        }
    }

    private void judgeStatics(Class<?> of, List<Condition> all, Consumer<Condition> broken) throws ReflectiveOperationException {
        try {
            judge(null, counted.add(of), all, broken);
        } catch (LinkageError unusable) {
            // A class whose initialisation fails has no fields.
        }
    }

    private static void judge(Object object, boolean isNew, List<Condition> all, Consumer<Condition> broken) throws ReflectiveOperationException {
        for (Condition condition : all) {
            condition.objects += isNew ? 1 : 0;
            if (!condition.holds(object)) {
                broken.accept(condition);
            }
        }
    }

    private static void reach(Object object, Set<Object> seen, ArrayDeque<Object> open) {
        boolean isPlain = object == null || object instanceof String || object instanceof Number || object instanceof Boolean
            || object instanceof Character || object instanceof Class || object instanceof ClassLoader || object instanceof Thread;
        if (!isPlain && (!object.getClass().isArray() || object instanceof Object[]) && seen.add(object)) {
            open.add(object);
        }
    }

    private List<Condition> conditionsOf(Class<?> type) {
        List<Condition> found = new ArrayList<>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            found.addAll(library.ofObjects.getOrDefault(at, List.of()));
        }
        return found;
    }

    private static List<Field> fields(Class<?> type, boolean ofStatics) {
        List<Field> found = new ArrayList<>();
        for (Class<?> at = type; at != null; at = ofStatics ? null : at.getSuperclass()) {
            try {
                for (Field field : at.getDeclaredFields()) {
                    if (Modifier.isStatic(field.getModifiers()) == ofStatics && !field.getType().isPrimitive()) {
                        field.setAccessible(true);
                        found.add(field);
                    }
                }
            } catch (InaccessibleObjectException | LinkageError closed) {
                // What the JDK does not open leads nowhere.
            }
        }
        return found;
    }
}
