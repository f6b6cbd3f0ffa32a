package judge;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Leaves out steps as long as a method still fails. */
final class Shrink {
    private final Unit unit;
    private final String key;
    private List<Op> all;

    Shrink(Unit unit, String key) {
        this.unit = unit;
        this.key = key;
    }

    List<Op> shrink(List<Op> steps) {
        all = new ArrayList<>(steps);
        if (!fails()) {
            return all;
        }
        boolean isSmaller = true;
        while (isSmaller) {
            isSmaller = thin(all);
        }
        return all;
    }

    private boolean fails() {
        World world = new World(unit, null);
        world.repeat(all);
        return world.failed.containsKey(key);
    }

    /** Leaves out of a list of steps, and of what callers' objects do in them, what is not needed. */
    private boolean thin(List<Op> steps) {
        boolean isSmaller = false;
        for (int size = Math.max(1, steps.size() / 2); size > 0; size /= 2) {
            for (int at = steps.size() - size; at >= 0; at -= size) {
                List<Op> part = steps.subList(at, at + size);
                List<Op> kept = new ArrayList<>(part);
                part.clear();
                if (fails()) {
                    isSmaller = true;
                } else {
                    steps.addAll(at, kept);
                }
            }
        }
        for (int at = 0; at < steps.size(); at++) {
            Op own = withoutOutside(steps.get(at));
            if (own != null) {
                Op before = steps.set(at, own);
                if (fails()) {
                    isSmaller = true;
                } else {
                    steps.set(at, before);
                }
            }
            isSmaller |= simplify(steps.get(at));
        }
        return isSmaller;
    }

    /** The same object of the class that a class from outside extends; nothing where there is none. */
    private Op withoutOutside(Op op) {
        if (op.kind != Op.Kind.NEW || !op.owner.startsWith(Members.OUTSIDE)) {
            return null;
        }
        try {
            Class<?> base = new Unit.Loader(unit).loadClass(op.owner).getSuperclass();
            boolean isNone = base == Object.class || java.lang.reflect.Modifier.isAbstract(base.getModifiers());
            return isNone ? null : new Op(op.id, op.kind, base.getName(), op.name, op.descriptor, op.parts, null);
        } catch (ClassNotFoundException none) {
            return null;
        }
    }

    /** Of each class from outside of which some step makes an object, the types that it extends and implements. */
    static Set<Set<String>> extendedOutside(Unit unit, List<Op> steps) {
        Set<Set<String>> found = new LinkedHashSet<>();
        Unit.Loader loader = new Unit.Loader(unit);
        for (Op op : steps) {
            if (op.kind == Op.Kind.NEW && op.owner.startsWith(Members.OUTSIDE)) {
                Set<String> types = new TreeSet<>();
                try {
                    addSupertypes(loader.loadClass(op.owner), types);
                } catch (ClassNotFoundException none) {
                    throw new IllegalStateException(none);
                }
                found.add(types);
            }
            if (op.script != null) {
                op.script.invocations.forEach(invocation -> found.addAll(extendedOutside(unit, invocation.nested)));
            }
        }
        return found;
    }

    private static void addSupertypes(Class<?> type, Set<String> types) {
        for (Class<?> above : type.getInterfaces()) {
            types.add(above.getName());
            addSupertypes(above, types);
        }
        if (type.getSuperclass() != null) {
            types.add(type.getSuperclass().getName());
            addSupertypes(type.getSuperclass(), types);
        }
    }

    private boolean simplify(Op op) {
        boolean isSmaller = false;
        for (int at = 0; at < op.parts.length; at++) {
            Object before = op.parts[at];
            Object simpler = before instanceof Op.Ref && !isReceiver(op, at) ? null : before instanceof Integer number && number != 0
                ? (Object) 0 : before instanceof String text && !text.isEmpty() && text.length() > 1 ? "a" : before;
            if (simpler != before) {
                op.parts[at] = simpler;
                if (fails()) {
                    isSmaller = true;
                } else {
                    op.parts[at] = before;
                }
            }
        }
        if (op.script == null) {
            return isSmaller;
        }
        List<Op.Invocation> invocations = op.script.invocations;
        for (int at = invocations.size() - 1; at >= 0; at--) {
            Op.Invocation one = invocations.remove(at);
            if (fails()) {
                isSmaller = true;
            } else {
                invocations.add(at, one);
            }
        }
        for (Op.Invocation invocation : invocations) {
            Op.End before = invocation.end;
            for (Op.End simpler : new Op.End[] {Op.End.PASSES_ON, Op.End.RETURNS}) {
                if (before != simpler && before == Op.End.THROWS) {
                    invocation.end = simpler;
                    if (fails()) {
                        before = simpler;
                        isSmaller = true;
                    }
                    invocation.end = before;
                }
            }
            Object result = invocation.result;
            if (result instanceof Op.Ref) {
                invocation.result = null;
                if (fails()) {
                    isSmaller = true;
                } else {
                    invocation.result = result;
                }
            }
            isSmaller |= thin(invocation.nested);
        }
        return isSmaller;
    }

    private static boolean isReceiver(Op op, int at) {
        return at == 0 && op.kind != Op.Kind.NEW && op.kind != Op.Kind.MAKE;
    }
}
