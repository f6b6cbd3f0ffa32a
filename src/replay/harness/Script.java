// Classes that a caller would have to write: each method always gives the same result.
package casewise.replay;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Writes a class that implements an interface or extends a class. */
final class Script {
    /** Part of the name of each. */
    private static final String MARK = "$$casewise$script";
    private static final AtomicLong MADE = new AtomicLong();
    private static final int PUBLIC = 1;
    private static final int SYNTHETIC = 0x1000;
    private static final int SUPER = 0x20;
    private static final int JAVA_17 = 61;
    private static final int ALOAD_0 = 0x2a;
    private static final int GETFIELD = 0xb4;
    private static final int PUTFIELD = 0xb5;
    private static final int INVOKESPECIAL = 0xb7;
    private static final int RETURN = 0xb1;

    private final Class<?> extended;
    private final MethodType constructor;
    private final List<String> names = new ArrayList<>();
    private final List<MethodType> types = new ArrayList<>();
    private final ByteArrayOutputStream constants = new ByteArrayOutputStream();
    private final Map<String, Integer> known = new HashMap<>();
    private int count = 1;

    /** Of a class or interface, whose constructor with this type is called; that of Object where it is an interface. */
    Script(Class<?> extended, MethodType constructor) {
        this.extended = extended;
        this.constructor = constructor;
    }

    /** Adds a method that gives its result, if any, from what an object is made with. */
    void method(String name, MethodType type) {
        names.add(name);
        types.add(type);
    }

    /** The types of what an object is made with: the constructor's parameters, then what methods give. */
    List<Class<?>> parameters() {
        List<Class<?>> all = new ArrayList<>(constructor.parameterList());
        types.stream().map(MethodType::returnType).filter(type -> type != void.class).forEach(all::add);
        return all;
    }

    /** Whether a class was written here. */
    static boolean isOne(Class<?> type) {
        return type.isSynthetic() && type.getName().contains(MARK);
    }

    /** The constructor of the class, which is in the package of what it extends, unless that is the JDK's. */
    Constructor<?> define() throws IllegalAccessException {
        ClassLoader loader = extended.getClassLoader();
        boolean isOfJdk = loader == null || loader == ClassLoader.getPlatformClassLoader();
        Class<?> home = isOfJdk ? Script.class : extended;
        String name = home.getName() + MARK + MADE.incrementAndGet();
        Class<?> made;
        try {
            byte[] bytes = bytes(name.replace('.', '/'));
            made = home.getClassLoader() instanceof FreshLoader fresh
                    ? fresh.add(name, bytes)
                    : MethodHandles.privateLookupIn(home, MethodHandles.lookup()).defineClass(bytes);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        Constructor<?> found = made.getDeclaredConstructors()[0];
        found.setAccessible(true);
        return found;
    }

    private byte[] bytes(String name) throws IOException {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        DataOutputStream body = new DataOutputStream(rest);
        boolean isInterface = extended.isInterface();
        String above = isInterface ? "java/lang/Object" : internal(extended);
        body.writeShort(PUBLIC | SUPER | SYNTHETIC);
        body.writeShort(type(name));
        body.writeShort(type(above));
        body.writeShort(isInterface ? 1 : 0);
        if (isInterface) {
            body.writeShort(type(internal(extended)));
        }
        List<Class<?>> results = parameters().subList(constructor.parameterCount(), parameters().size());
        body.writeShort(results.size());
        for (int i = 0; i < results.size(); i++) {
            body.writeShort(PUBLIC);
            body.writeShort(text("result" + i));
            body.writeShort(text(results.get(i).descriptorString()));
            body.writeShort(0);
        }
        body.writeShort(1 + types.size());
        writeConstructor(body, name, above, results);
        int result = 0;
        for (int i = 0; i < types.size(); i++) {
            MethodType called = types.get(i);
            ByteArrayOutputStream code = new ByteArrayOutputStream();
            DataOutputStream instructions = new DataOutputStream(code);
            if (called.returnType() == void.class) {
                instructions.write(RETURN);
            } else {
                instructions.write(ALOAD_0);
                instructions.write(GETFIELD);
                instructions.writeShort(member(9, name, "result" + result++, called.returnType().descriptorString()));
                instructions.write(0xac + kind(called.returnType()));
            }
            writeMethod(body, names.get(i), called, code.toByteArray());
        }
        body.writeShort(0);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        DataOutputStream file = new DataOutputStream(whole);
        file.writeInt(0xcafebabe);
        file.writeShort(0);
        file.writeShort(JAVA_17);
        file.writeShort(count);
        constants.writeTo(file);
        rest.writeTo(file);
        return whole.toByteArray();
    }

    /** What methods give is there before the constructor of the class above runs, which may call them. */
    private void writeConstructor(DataOutputStream body, String name, String above, List<Class<?>> results) throws IOException {
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        DataOutputStream instructions = new DataOutputStream(code);
        int slot = 1;
        for (Class<?> parameter : constructor.parameterList()) {
            slot += slots(parameter);
        }
        for (int i = 0; i < results.size(); i++) {
            instructions.write(ALOAD_0);
            load(instructions, results.get(i), slot);
            instructions.write(PUTFIELD);
            instructions.writeShort(member(9, name, "result" + i, results.get(i).descriptorString()));
            slot += slots(results.get(i));
        }
        instructions.write(ALOAD_0);
        slot = 1;
        for (Class<?> parameter : constructor.parameterList()) {
            load(instructions, parameter, slot);
            slot += slots(parameter);
        }
        instructions.write(INVOKESPECIAL);
        instructions.writeShort(member(10, above, "<init>", constructor.descriptorString()));
        instructions.write(RETURN);
        writeMethod(body, "<init>", MethodType.methodType(void.class, parameters()), code.toByteArray());
    }

    private void writeMethod(DataOutputStream body, String name, MethodType type, byte[] code) throws IOException {
        int locals = 1 + type.parameterList().stream().mapToInt(Script::slots).sum();
        body.writeShort(PUBLIC);
        body.writeShort(text(name));
        body.writeShort(text(type.descriptorString()));
        body.writeShort(1);
        body.writeShort(text("Code"));
        body.writeInt(12 + code.length);
        body.writeShort(locals + 2);
        body.writeShort(locals);
        body.writeInt(code.length);
        body.write(code);
        body.writeShort(0);
        body.writeShort(0);
    }

    private static void load(DataOutputStream code, Class<?> type, int slot) throws IOException {
        code.write(0x15 + kind(type));
        code.write(slot);
    }

    /** Which of the five kinds of instructions a type has: int, long, float, double, reference. */
    private static int kind(Class<?> type) {
        if (type == long.class) {
            return 1;
        }
        if (type == float.class) {
            return 2;
        }
        if (type == double.class) {
            return 3;
        }
        return type.isPrimitive() ? 0 : 4;
    }

    private static int slots(Class<?> type) {
        return type == long.class || type == double.class ? 2 : 1;
    }

    private static String internal(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private int text(String text) throws IOException {
        return constant("1" + text, out -> {
            out.write(1);
            out.writeUTF(text);
        });
    }

    private int type(String name) throws IOException {
        int text = text(name);
        return constant("7" + name, out -> {
            out.write(7);
            out.writeShort(text);
        });
    }

    private int member(int tag, String owner, String name, String descriptor) throws IOException {
        int of = type(owner);
        int first = text(name);
        int second = text(descriptor);
        int pair = constant("12" + name + " " + descriptor, out -> {
            out.write(12);
            out.writeShort(first);
            out.writeShort(second);
        });
        return constant(tag + owner + " " + name + " " + descriptor, out -> {
            out.write(tag);
            out.writeShort(of);
            out.writeShort(pair);
        });
    }

    private interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    private int constant(String key, Writing writing) throws IOException {
        Integer place = known.get(key);
        if (place == null) {
            writing.to(new DataOutputStream(constants));
            place = count++;
            known.put(key, place);
        }
        return place;
    }
}
