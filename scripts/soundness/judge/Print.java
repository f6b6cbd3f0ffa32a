package judge;

import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Steps as a Java program, in the package of the classes. */
final class Print {
    private final Unit unit;
    private final Unit.Loader loader;
    private final StringBuilder fields = new StringBuilder();
    private int scripts;

    Print(Unit unit) {
        this.unit = unit;
        this.loader = new Unit.Loader(unit);
    }

    String demo(List<Op> steps, Throwable thrown) {
        String body = body(steps, "        ");
        return "package " + unit.name() + ";\n\n// It fails with " + thrown.toString().replaceAll("\\s+", " ")
            + "\n@SuppressWarnings(\"all\")\npublic class Demo {\n" + fields + "    static class Thrown extends RuntimeException { }\n\n"
            + "    static java.util.Map mapOf(Object... all) {\n        java.util.Map made = new java.util.HashMap();\n"
            + "        for (int at = 0; at + 1 < all.length; at += 2) made.put(all[at], all[at + 1]);\n        return made;\n    }\n\n"
            + "    public static void main(String[] arguments) throws Throwable {\n" + body + "    }\n}\n";
    }

    private String body(List<Op> steps, String indent) {
        StringBuilder text = new StringBuilder();
        for (Op op : steps) {
            try {
                String made = step(op, indent);
                boolean isCaught = op.threw;
                text.append(indent).append(isCaught ? "try { " : "").append(made).append(";")
                    .append(isCaught ? " } catch (Throwable thrown) { thrown.printStackTrace(); }" : "").append("\n");
            } catch (ReflectiveOperationException none) {
                text.append(indent).append("// ").append(op.name).append(" is not there\n");
            }
        }
        return text.toString();
    }

    private String step(Op op, String indent) throws ReflectiveOperationException {
        List<String> with = new ArrayList<>();
        for (Object part : op.parts) {
            with.add(text(part));
        }
        switch (op.kind) {
            case NEW -> {
                Class<?> owner = loader.loadClass(op.owner);
                Class<?>[] types = parameters(op.descriptor);
                boolean isOutside = op.owner.startsWith(Members.OUTSIDE);
                Class<?> base = !isOutside ? owner : owner.getInterfaces().length > 0 ? owner.getInterfaces()[0] : owner.getSuperclass();
                String made = "new " + base.getCanonicalName() + "(" + cast(with, types, 0) + ")";
                return assign(op.id, base) + made + (isOutside ? " {" + overrides(op, owner, indent) + "}" : "");
            }
            case CALL -> {
                Class<?> owner = loader.loadClass(op.owner);
                Class<?>[] types = parameters(op.descriptor);
                Method method = owner.getDeclaredMethod(op.name, types);
                boolean isStatic = Modifier.isStatic(method.getModifiers());
                boolean isOutside = op.owner.startsWith(Members.OUTSIDE);
                Class<?> seen = !isOutside ? owner : owner.getInterfaces().length > 0 ? owner.getInterfaces()[0] : owner.getSuperclass();
                String on = isStatic ? owner.getCanonicalName() : "((" + seen.getCanonicalName() + ") " + with.get(0) + ")";
                boolean isGiven = method.getReturnType() != void.class;
                return (isGiven ? assign(op.id, method.getReturnType()) : "") + on + "." + op.name + "("
                    + cast(with, types, isStatic ? 0 : 1) + ")";
            }
            case GET, SET -> {
                Class<?> owner = loader.loadClass(op.owner);
                Field field = owner.getDeclaredField(op.name);
                boolean isStatic = Modifier.isStatic(field.getModifiers());
                String on = (isStatic ? owner.getCanonicalName() : "((" + owner.getCanonicalName() + ") " + with.get(0) + ")") + "." + op.name;
                Class<?>[] type = {field.getType()};
                return op.kind == Op.Kind.GET ? assign(op.id, field.getType()) + on
                    : on + " = " + cast(with.subList(with.size() - 1, with.size()), type, 0);
            }
            case MAKE -> {
                if (op.name.equals("array")) {
                    Class<?> component = World.component(op.owner, loader);
                    Class<?>[] types = new Class<?>[with.size()];
                    Arrays.fill(types, component);
                    Class<?> type = component.arrayType();
                    return assign(op.id, type) + "new " + component.getCanonicalName() + "[] {" + cast(with, types, 0) + "}";
                }
                fields.append("    static ").append(Jdk.typeOf(op.name)).append(" v").append(op.id).append(";\n");
                return "v" + op.id + " = " + Jdk.makeText(op.name, with);
            }
            case CHANGE -> {
                String made = Jdk.changeText(op.name, with, null);
                return op.name.equals("next") ? assign(op.id, Object.class) + made : made;
            }
            case SCRIPT -> {
                Class<?> type = Class.forName(op.owner);
                return assign(op.id, type) + "new " + type.getCanonicalName() + "() {" + implementation(op, type, indent) + "}";
            }
        }
        throw new IllegalStateException();
    }

    private Class<?>[] parameters(String descriptor) {
        return MethodType.fromMethodDescriptorString(descriptor, loader).parameterArray();
    }

    private String assign(int id, Class<?> type) {
        fields.append("    static ").append(visible(type)).append(" v").append(id).append(";\n");
        return "v" + id + " = ";
    }

    private static String visible(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
            if (Modifier.isPrivate(at.getModifiers()) || at.getCanonicalName() == null) {
                return "Object";
            }
        }
        return type.getCanonicalName();
    }

    private static String cast(List<String> with, Class<?>[] types, int from) {
        List<String> all = new ArrayList<>();
        for (int at = from; at < with.size(); at++) {
            all.add("(" + types[at - from].getCanonicalName() + ") " + with.get(at));
        }
        return String.join(", ", all);
    }

    private String overrides(Op op, Class<?> owner, String indent) {
        if (op.script.invocations.isEmpty() && !Modifier.isAbstract(owner.getSuperclass().getModifiers()) && owner.getInterfaces().length == 0) {
            return " ";
        }
        Class<?> base = owner.getInterfaces().length > 0 ? owner.getInterfaces()[0] : owner.getSuperclass();
        return methods(op, Outside.methods(base), indent);
    }

    private String implementation(Op op, Class<?> type, String indent) {
        List<Method> all = Arrays.stream(type.getMethods()).filter(method -> Modifier.isAbstract(method.getModifiers())
            && !(type == java.util.Comparator.class && method.getName().equals("equals"))).toList();
        return methods(op, all, indent);
    }

    private String methods(Op op, List<Method> all, String indent) {
        String inner = indent + "    ";
        int number = scripts++;
        StringBuilder text = new StringBuilder("\n");
        int counter = 0;
        for (Method method : all) {
            String id = method.getName() + World.descriptor(method);
            boolean isAbstract = Modifier.isAbstract(method.getModifiers());
            boolean isUsed = op.script.invocations.stream().anyMatch(invocation -> invocation.method.equals(id));
            if (!isUsed && !isAbstract) {
                continue;
            }
            Class<?> returned = method.getReturnType();
            List<String> parameters = new ArrayList<>();
            List<String> names = new ArrayList<>();
            for (Class<?> type : method.getParameterTypes()) {
                names.add("a" + names.size() + "_" + number);
                parameters.add(type.getCanonicalName() + " " + names.get(names.size() - 1));
            }
            String over = "super." + method.getName() + "(" + String.join(", ", names) + ");";
            String otherwise = isAbstract ? returned == void.class ? "" : "return " + zero(returned) + ";"
                : returned == void.class ? over : "return " + over;
            text.append(inner).append("@Override ").append(Modifier.isPublic(method.getModifiers()) ? "public " : "protected ")
                .append(returned.getCanonicalName()).append(" ").append(method.getName()).append("(").append(String.join(", ", parameters))
                .append(") {\n");
            if (isUsed) {
                String calls = "calls" + number + "_" + counter++;
                text.append(inner).append("    try {\n").append(inner).append("    switch (").append(calls).append("++) {\n");
                fields.append("    static int ").append(calls).append(";\n");
                for (int at = 0; at < op.script.invocations.size(); at++) {
                    Op.Invocation invocation = op.script.invocation(id, at);
                    if (invocation != null) {
                        text.append(inner).append("      case ").append(at).append(" -> {\n");
                        for (int argument = 0; argument < invocation.arguments.length; argument++) {
                            Class<?> type = method.getParameterTypes()[argument];
                            if (!type.isPrimitive()) {
                                text.append(inner).append("        ").append(assign(invocation.arguments[argument], type))
                                    .append(names.get(argument)).append(";\n");
                            }
                        }
                        text.append(body(invocation.nested, inner + "        ")).append(inner).append("        ");
                        String given = invocation.result == null ? zero(returned) : text(invocation.result);
                        text.append(invocation.end == Op.End.THROWS ? "throw new Thrown();" : invocation.end == Op.End.PASSES_ON ? otherwise
                            : returned == void.class ? "return;" : "return (" + returned.getCanonicalName() + ") " + given + ";");
                        text.append("\n").append(inner).append("      }\n");
                    }
                }
                text.append(inner).append("      default -> { ").append(otherwise).append(" }\n").append(inner).append("    }\n").append(inner)
                    .append("    } catch (RuntimeException | Error thrown) { throw thrown; } catch (Throwable thrown) { throw new Error(thrown); }\n");
            } else {
                text.append(inner).append("    ").append(otherwise).append("\n");
            }
            text.append(inner).append("}\n");
        }
        return text.append(indent).toString();
    }

    private static String zero(Class<?> type) {
        return type == boolean.class ? "false" : type == char.class ? "'\\0'" : type.isPrimitive() ? "(" + type.getName() + ") 0" : "null";
    }

    private static String text(Object part) {
        if (part instanceof Op.Ref ref) {
            return "v" + ref.id();
        } else if (part instanceof String text) {
            return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        } else if (part instanceof Long number) {
            return "(" + number + "L)";
        } else if (part instanceof Character character) {
            return "'" + character + "'";
        } else if (part instanceof Double number && number.isNaN()) {
            return "Double.NaN";
        }
        return part instanceof Number ? "(" + part + ")" : String.valueOf(part);
    }
}
