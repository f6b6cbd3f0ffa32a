// Method handles made of other handles and of arrays.
package check;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;

public class Combinators {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    interface Body {
        int run() throws Throwable;
    }

    private static int unchecked(Body body) {
        try {
            return body.run();
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable checked) {
            throw new IllegalArgumentException(checked);
        }
    }

    private static MethodHandle find(String name, Class<?> result, Class<?>... parameters) throws Throwable {
        return LOOKUP.findStatic(Combinators.class, name, MethodType.methodType(result, parameters));
    }

    private static String join(String first, int second, long third) {
        return first + second + ":" + third;
    }

    private static int sum(int... numbers) {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }

    private static String texts(String first, Object... others) {
        return first + Arrays.toString(others);
    }

    private static int twice(int number) {
        return 2 * number;
    }

    public static void elementsOk() {
        unchecked(() -> {
            MethodHandle getter = MethodHandles.arrayElementGetter(int[].class);
            MethodHandle setter = MethodHandles.arrayElementSetter(String[].class);
            int[] numbers = {3, 4, 5};
            String[] texts = {"a", "b"};
            setter.invoke(texts, 1, "c");
            assert (int) getter.invokeExact(numbers, 2) == 5;
            assert texts[1].equals("c");
            assert (String) MethodHandles.arrayElementGetter(String[].class).invoke(texts, 0) == "a";
            assert (int) MethodHandles.arrayLength(long[].class).invoke(new long[7]) == 7;
            assert MethodHandles.arrayElementGetter(byte[][].class).type().toString().equals("(byte[][],int)byte[]");
            return 0;
        });
    }

    public static int elementBad(int at) {
        return unchecked(() -> {
            return (int) MethodHandles.arrayElementGetter(int[].class).invokeExact(new int[] {1, 2}, at);
        });
    }

    public static void emptyOk() {
        unchecked(() -> {
            MethodHandle empty = MethodHandles.empty(MethodType.methodType(int.class, String.class, long.class));
            assert (int) empty.invoke("a", 3L) == 0;
            MethodHandles.empty(MethodType.methodType(void.class)).invoke();
            assert (String) MethodHandles.zero(String.class).invoke() == null;
            assert (boolean) MethodHandles.zero(boolean.class).invoke() == false;
            return 0;
        });
    }

    public static void orderOk() {
        unchecked(() -> {
            MethodHandle join = find("join", String.class, String.class, int.class, long.class);
            MethodType other = MethodType.methodType(String.class, long.class, String.class, int.class);
            MethodHandle permuted = MethodHandles.permuteArguments(join, other, 1, 2, 0);
            assert permuted.invoke(9L, "x", 4).equals("x4:9");
            MethodHandle same = MethodHandles.permuteArguments(
                find("twice", int.class, int.class), MethodType.methodType(int.class, int.class, int.class), 1);
            assert (int) same.invoke(5, 8) == 16;
            return 0;
        });
    }

    public static void foldedOk() {
        unchecked(() -> {
            MethodHandle max = LOOKUP.findStatic(Math.class, "max", MethodType.methodType(int.class, int.class, int.class));
            MethodHandle folded = MethodHandles.foldArguments(max, find("twice", int.class, int.class));
            assert (int) folded.invoke(6) == 12;
            assert (int) folded.invoke(-6) == -6;
            MethodHandle collected = MethodHandles.collectArguments(find("twice", int.class, int.class), 0, max);
            assert (int) collected.invoke(3, 10) == 20;
            assert collected.type().parameterCount() == 2;
            assert MethodHandles.dropReturn(max).type().returnType() == void.class;
            return 0;
        });
    }

    public static void arraysOk() {
        unchecked(() -> {
            MethodHandle join = find("join", String.class, String.class, int.class, long.class);
            MethodHandle spread = join.asSpreader(Object[].class, 3);
            assert spread.invoke(new Object[] {"s", 1, 2L}).equals("s1:2");
            MethodHandle asList = LOOKUP.findStatic(Arrays.class, "asList", MethodType.methodType(List.class, Object[].class));
            assert asList.invoke("a", "b", "c").toString().equals("[a, b, c]");
            assert asList.isVarargsCollector() && !asList.asFixedArity().isVarargsCollector();
            assert asList.asFixedArity().asCollector(Object[].class, 2).invoke(1, 2).toString().equals("[1, 2]");
            try {
                spread.invoke(new Object[] {"s", 1});
                assert false;
            } catch (IllegalArgumentException other) {
                assert other.getMessage().equals("array is not of length 3");
            }
            return 0;
        });
    }

    public static void variableOk() {
        unchecked(() -> {
            MethodHandle sum = find("sum", int.class, int[].class);
            assert (int) sum.invoke(1, 2, 3) == 6;
            assert (int) sum.invoke() == 0;
            assert (int) sum.invoke(new int[] {4, 5}) == 9;
            assert (int) sum.invokeExact(new int[] {4, 5}) == 9;
            MethodHandle texts = find("texts", String.class, String.class, Object[].class);
            assert texts.invoke("a", 1, "b").equals("a[1, b]");
            assert texts.invokeWithArguments("a", 2L, 'c', null).equals("a[2, c, null]");
            return 0;
        });
    }

    public static void castOk() {
        unchecked(() -> {
            MethodHandle twice = find("twice", int.class, int.class);
            MethodHandle cast = MethodHandles.explicitCastArguments(twice, MethodType.methodType(byte.class, double.class));
            assert (byte) cast.invoke(100.9) == (byte) 200;
            MethodHandle boxed = MethodHandles.explicitCastArguments(twice, MethodType.methodType(Object.class, Object.class));
            assert boxed.invoke((Object) null).equals(0);
            assert boxed.invoke((Object) 'a').equals(194);
            return 0;
        });
    }

    public static void thrownOk() {
        unchecked(() -> {
            MethodHandle thrower = MethodHandles.throwException(int.class, IllegalStateException.class);
            try {
                int never = (int) thrower.invoke(new IllegalStateException("here"));
                assert never == 0 && never == 1;
            } catch (IllegalStateException expected) {
                assert expected.getMessage().equals("here");
            }
            MethodType type = MethodType.methodType(int.class, int.class);
            assert (int) MethodHandles.invoker(type).invoke(find("twice", int.class, int.class), 4) == 8;
            assert (int) MethodHandles.exactInvoker(type).invokeExact(find("twice", int.class, int.class), 4) == 8;
            return 0;
        });
    }

    public static void foundOk() {
        unchecked(() -> {
            MethodHandles.Lookup everybody = MethodHandles.publicLookup();
            MethodHandle length = everybody.findVirtual(String.class, "length", MethodType.methodType(int.class));
            assert (int) length.invokeExact("four") == 4;
            MethodHandle concat = LOOKUP.bind("a", "concat", MethodType.methodType(String.class, String.class));
            assert concat.invoke("b").equals("ab");
            MethodHandle dropped = MethodHandles.dropArguments(concat, 1, List.of(int.class, Object.class));
            assert dropped.invoke("c", 1, null).equals("ac");
            assert dropped.type().toString().equals("(String,int,Object)String");
            return 0;
        });
    }

    public static int foldedBad(int number) {
        return unchecked(() -> {
            MethodHandle max = LOOKUP.findStatic(Math.class, "max", MethodType.methodType(int.class, int.class, int.class));
            MethodHandle folded = MethodHandles.foldArguments(max, find("twice", int.class, int.class));
            int result = (int) folded.invoke(number);
            if (result == 84) {
                throw new IllegalStateException();
            }
            return result;
        });
    }
}
