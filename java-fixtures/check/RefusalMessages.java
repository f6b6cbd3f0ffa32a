// Messages of the exceptions that the JVM's own code and string builders make.
package check;

public class RefusalMessages {
    interface Action {
        void run() throws Throwable;
    }

    enum Level {
        LOW, HIGH
    }

    private static void refuses(Class<? extends Throwable> expected, String message, Action action) {
        try {
            action.run();
        } catch (Throwable refused) {
            require(refused.getClass() == expected && message.equals(refused.getMessage()));
            return;
        }
        throw new IllegalStateException();
    }

    // Versions of the JDK write a comma with or without a space, and begin with one capital or none.
    private static void refusesBuilder(String words, Action action) {
        try {
            action.run();
        } catch (IndexOutOfBoundsException refused) {
            String message = refused.getMessage().toLowerCase(java.util.Locale.ROOT);
            require(message.startsWith(words) && message.endsWith("length 3"));
            return;
        } catch (Throwable other) {
            throw new IllegalStateException(other);
        }
        throw new IllegalStateException();
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalStateException();
        }
    }

    public static void indexOk() {
        refusesBuilder("index 3", () -> new StringBuilder("abc").deleteCharAt(3));
        refusesBuilder("index 3", () -> new StringBuilder("abc").charAt(3));
        refusesBuilder("index -3", () -> new StringBuffer("abc").charAt(-3));
        refusesBuilder("index 4", () -> new StringBuilder().append("ab").append('c').setCharAt(4, 'c'));
        refusesBuilder("index 3", () -> new StringBuilder("abc").codePointAt(3));
    }

    public static void rangeOk() {
        refusesBuilder("start 2, end 1", () -> new StringBuilder("abc").substring(2, 1));
        refusesBuilder("start 4, end 3", () -> new StringBuffer("abc").substring(4));
        refusesBuilder("start -1, end 2", () -> new StringBuilder("abc").subSequence(-1, 2));
        refusesBuilder("offset 5", () -> new StringBuilder("abc").insert(5, "x"));
        refusesBuilder("offset -1", () -> new StringBuilder("abc").insert(-1, 'x'));
    }

    public static void lengthOk() {
        StringBuilder text = new StringBuilder("abc");
        try {
            text.setLength(-2);
        } catch (StringIndexOutOfBoundsException refused) {
            require(refused.getMessage().contains("-2"));
        }
        require(text.length() == 3 && text.append('d').toString().equals("abcd"));
        refuses(NegativeArraySizeException.class, "-1", () -> new StringBuilder(-1));
    }

    // What was refused has changed nothing, and what comes afterwards is done as ever.
    public static void unchangedOk() {
        StringBuilder text = new StringBuilder("abc");
        refusesBuilder("index 7", () -> text.deleteCharAt(7));
        text.deleteCharAt(0).insert(2, "xyz").reverse();
        require(text.toString().equals("zyxcb") && text.indexOf("x") == 2);
    }

    public static void indexBad() {
        refusesBuilder("index 2", () -> new StringBuilder("abc").deleteCharAt(3));
    }

    public static void copyOk() {
        Class<ArrayIndexOutOfBoundsException> outside = ArrayIndexOutOfBoundsException.class;
        refuses(outside, "arraycopy: last source index 4 out of bounds for int[3]",
            () -> System.arraycopy(new int[3], 1, new int[3], 0, 3));
        refuses(outside, "arraycopy: source index -1 out of bounds for char[3]",
            () -> System.arraycopy(new char[3], -1, new char[3], 0, -3));
        refuses(outside, "arraycopy: destination index -7 out of bounds for boolean[3]",
            () -> System.arraycopy(new boolean[3], 5, new boolean[3], -7, 3));
        refuses(outside, "arraycopy: length -3 is negative",
            () -> System.arraycopy(new int[3], 0, new int[3], 0, -3));
        refuses(outside, "arraycopy: last destination index 5 out of bounds for object array[3]",
            () -> System.arraycopy(new String[3], 0, new Object[3], 2, 3));
        refuses(outside, "arraycopy: last source index 2147483650 out of bounds for object array[3]",
            () -> System.arraycopy(new String[3], 2147483647, new Object[3], 2, 3));
        refuses(outside, "arraycopy: last source index 4 out of bounds for object array[1]",
            () -> System.arraycopy(new int[][] {new int[1]}, 0, new String[3], 0, 4));
    }

    public static void copyFromOk(int from) {
        try {
            System.arraycopy(new int[3], from, new int[9], 0, 2);
            require(from == 0 || from == 1);
        } catch (ArrayIndexOutOfBoundsException refused) {
            String side = from < 0 ? "source index " + from : "last source index " + (from + 2L);
            require(refused.getMessage().equals("arraycopy: " + side + " out of bounds for int[3]"));
        }
    }

    public static void copyFromBad(int from) {
        try {
            System.arraycopy(new int[3], from, new int[9], 0, 2);
        } catch (ArrayIndexOutOfBoundsException refused) {
            require(refused.getMessage().startsWith("arraycopy: source index"));
        }
    }

    public static void copiedTypesOk() {
        Class<ArrayStoreException> store = ArrayStoreException.class;
        String element = "arraycopy: element type mismatch: can not cast one of the elements of java.lang.Object[] to the type of "
            + "the destination array, ";
        refuses(store, element + "java.lang.Integer",
            () -> System.arraycopy(new Object[] {1, "a"}, 0, new Integer[3], 0, 2));
        refuses(store, element + "java.lang.String",
            () -> System.arraycopy(new Object[] {new int[1]}, 0, new String[3], 0, 1));
        refuses(store, "arraycopy: type mismatch: can not copy java.lang.String[] into java.lang.Integer[]",
            () -> System.arraycopy(new String[] {"a"}, 0, new Integer[3], 0, 1));
        refuses(store, "arraycopy: type mismatch: can not copy [I[] into java.lang.String[]",
            () -> System.arraycopy(new int[][] {new int[1]}, 0, new String[3], 0, 1));
        refuses(store, "arraycopy: type mismatch: can not copy int[] into long[]",
            () -> System.arraycopy(new int[3], 0, new long[3], 2, 3));
        refuses(store, "arraycopy: type mismatch: can not copy int[] into object array[]",
            () -> System.arraycopy(new int[3], 0, new Object[3], 2, 3));
        refuses(store, "arraycopy: type mismatch: can not copy object array[] into byte[]",
            () -> System.arraycopy(new Object[3], 0, new byte[3], 2, 3));
        refuses(store, "arraycopy: source type java.lang.String is not an array",
            () -> System.arraycopy("s", 0, new int[3], 2, 3));
        refuses(store, "arraycopy: destination type check.RefusalMessages is not an array",
            () -> System.arraycopy(new int[3], 0, new RefusalMessages(), 2, 3));
    }

    private static void store(Object[] into, Object stored) {
        into[0] = stored;
    }

    public static void storeOk() {
        Class<ArrayStoreException> store = ArrayStoreException.class;
        refuses(store, "java.lang.Integer", () -> store(new String[1], 1));
        refuses(store, "[I", () -> store(new String[1], new int[1]));
        refuses(store, "[Lcheck.RefusalMessages$Level;", () -> store(new int[1][], Level.values()));
    }

    private static Object texts(Object given) {
        return (String[]) given;
    }

    private static Object longs(Object given) {
        return (long[]) given;
    }

    public static void castOk() {
        Class<ClassCastException> cast = ClassCastException.class;
        String module = " are in module java.base of loader 'bootstrap')";
        refuses(cast, "Cannot cast java.lang.String to java.lang.Integer", () -> Integer.class.cast("x"));
        refuses(cast, "Cannot cast [Ljava.lang.String; to [I", () -> int[].class.cast(new String[0]));
        refuses(cast, "Cannot cast java.lang.Integer to check.RefusalMessages$Level", () -> Level.class.cast(3));
        refuses(cast, "class [I cannot be cast to class [Ljava.lang.String; ([I and [Ljava.lang.String;" + module,
            () -> texts(new int[1]));
        refuses(cast, "class [I cannot be cast to class [J ([I and [J" + module, () -> longs(new int[1]));
        refuses(cast, "class java.lang.String cannot be cast to class [J (java.lang.String and [J" + module,
            () -> longs("a"));
    }

    public static void castBad() {
        refuses(ClassCastException.class, "Cannot cast String to Integer", () -> Integer.class.cast("x"));
    }

    public static void namedOk() {
        refuses(IllegalArgumentException.class, "No enum constant check.RefusalMessages.Level.MIDDLE",
            () -> Level.valueOf("MIDDLE"));
        refuses(IllegalArgumentException.class, "No enum constant java.lang.Thread.State.IDLE",
            () -> Enum.valueOf(Thread.State.class, "IDLE"));
        refuses(NullPointerException.class, "Name is null", () -> Level.valueOf(null));
    }

    public static void sizesOk(int rows, int columns) {
        if (rows > 3 || columns > 3) {
            return;
        }
        try {
            int[][] made = new int[rows][columns];
            require(rows >= 0 && columns >= 0 && made.length == rows);
        } catch (NegativeArraySizeException refused) {
            require(refused.getMessage().equals(String.valueOf(rows < 0 ? rows : columns)));
        }
    }

    private static Object table(int columns) {
        return new int[2][columns];
    }

    public static void sizesTraceOk() {
        try {
            table(-3);
        } catch (NegativeArraySizeException refused) {
            require(refused.getStackTrace()[0].getMethodName().equals("table"));
        }
    }

    public static void monitorOk() {
        refuses(IllegalArgumentException.class, "timeout value is negative", () -> new Object().wait(-1));
        refuses(IllegalMonitorStateException.class, "current thread is not owner", () -> new Object().wait(5));
        refuses(IllegalMonitorStateException.class, "current thread is not owner", () -> new Object().notifyAll());
    }
}
