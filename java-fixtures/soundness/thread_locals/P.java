package thread_locals;

/** What calls before have left in thread-local variables. */
public class P {
    private static final ThreadLocal<StringBuilder> BUFFER = ThreadLocal.withInitial(StringBuilder::new);
    private static final ThreadLocal<Integer> COUNT = new ThreadLocal<>();
    private static final ThreadLocal<Object> ANY = new ThreadLocal<>();

    private final ThreadLocal<String> own = new ThreadLocal<>();

    public static void append(String text) {
        BUFFER.get().append(text);
    }

    public static void count(Integer count) {
        COUNT.set(count);
    }

    public static void keep(Object any) {
        ANY.set(any);
    }

    public void keepOwn(String text) {
        own.set(text);
    }

    public static void emptyBad() {
        assert BUFFER.get().length() == 0;
    }

    public static void unsetBad() {
        assert COUNT.get() == null;
    }

    public static int castBad() {
        return ((String) ANY.get()).length();
    }

    public void ownBad() {
        assert own.get() == null;
    }

    public static void passedBad(ThreadLocal<String> local) {
        assert local == null || local.get() == null;
    }

    public static void afterAnotherBad(Integer count) {
        new ThreadLocal<Integer>().set(count);
        assert COUNT.get() == null;
    }

    public static void setOk(Integer count) {
        COUNT.set(count);
        assert COUNT.get() == count;
    }

    public static void removedOk() {
        COUNT.remove();
        assert COUNT.get() == null;
    }

    public static void sameOk() {
        assert COUNT.get() == COUNT.get();
    }

    public static void presentOk() {
        assert BUFFER.get() != null || BUFFER.get() == null;
    }

    public static int typeOk() {
        Integer count = COUNT.get();
        return count == null ? 0 : count.intValue();
    }

    public static void newOk() {
        ThreadLocal<Integer> made = new ThreadLocal<>();
        assert made.get() == null;
        made.set(1);
        assert made.get() == 1;
    }
}
