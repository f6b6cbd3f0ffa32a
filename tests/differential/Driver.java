// Runs generated methods: each line of the file is a class, a method and its arguments; prints what came of each call.
package generated;

import java.io.BufferedOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

public class Driver {
    public static void main(String[] arguments) throws Exception {
        Map<String, Method> methods = new HashMap<>();
        PrintStream output = new PrintStream(new BufferedOutputStream(System.out, 1 << 16));
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            String[] words = line.split(" ");
            if (!methods.containsKey(words[0] + "." + words[1])) {
                for (Method method : Class.forName("generated." + words[0]).getDeclaredMethods()) {
                    method.setAccessible(true);
                    methods.put(words[0] + "." + method.getName(), method);
                }
            }
            Method method = methods.get(words[0] + "." + words[1]);
            Object[] values = new Object[words.length - 2];
            for (int i = 0; i < values.length; i++) {
                values[i] = parsed(method.getParameterTypes()[i], words[i + 2]);
            }
            String result;
            try {
                result = printed(method.invoke(null, values));
            } catch (InvocationTargetException exception) {
                result = "throws " + exception.getCause().getClass().getName();
            }
            output.println(result);
        }
        output.flush();
    }

    /** A number in decimal, or the bits of a floating-point one. */
    private static Object parsed(Class<?> type, String word) {
        long bits = Long.parseLong(word);
        return switch (type.getName()) {
            case "boolean" -> bits != 0;
            case "byte" -> (byte) bits;
            case "short" -> (short) bits;
            case "char" -> (char) bits;
            case "int" -> (int) bits;
            case "long" -> bits;
            case "float" -> Float.intBitsToFloat((int) bits);
            default -> Double.longBitsToDouble(bits);
        };
    }

    private static String printed(Object result) {
        if (result instanceof Boolean truth) {
            return truth ? "1" : "0";
        }
        if (result instanceof Character letter) {
            return Integer.toString(letter);
        }
        if (result instanceof Float number) {
            return Integer.toString(Float.floatToIntBits(number));
        }
        if (result instanceof Double number) {
            return Long.toString(Double.doubleToLongBits(number));
        }
        return String.valueOf(result);
    }
}
