package one_value;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Equal strings and boxes that are one object, where code of the JDK tells objects apart by identity. */
public class P {
    private final AtomicReference<Integer> kept = new AtomicReference<>(0);

    public static void swapBad() {
        AtomicReference<Integer> reference = new AtomicReference<>(0);
        reference.compareAndSet(0, 1);
        assert reference.get() == 0;
    }

    public static void swapTextBad(String text) {
        assert !new AtomicReference<>("a").compareAndSet(text, "b");
    }

    public static void swapTextsBad(String one, String other) {
        if (one != null) {
            assert !new AtomicReference<>(one).compareAndSet(other, "b");
        }
    }

    public static void swapElementBad() {
        AtomicReferenceArray<Integer> array = new AtomicReferenceArray<>(1);
        array.set(0, 5);
        assert !array.compareAndSet(0, 5, 6);
    }

    public static void swapClassBad(Class<?> type) {
        assert !new AtomicReference<Class<?>>(String.class).compareAndSet(type, null);
    }

    public void swapKeptBad() {
        kept.set(0);
        assert !kept.compareAndSet(0, 2);
    }

    public static void monitorBad() {
        Integer one = 1;
        Integer other = 1;
        synchronized (one) {
            assert !Thread.holdsLock(other);
        }
    }

    public static void notifyBad(int number) {
        Integer one = number;
        Integer other = number;
        synchronized (one) {
            try {
                other.notify();
            } catch (IllegalMonitorStateException exception) {
                return;
            }
            assert false;
        }
    }

    public static void ownedBad() {
        Integer one = 1;
        assert !Thread.holdsLock(one);
    }

    public static void compareBad() {
        assert Objects.compare(1, 1, (left, right) -> 7) == 7;
    }

    public static void compareTextBad(String text) {
        assert Objects.compare(text, "a", (left, right) -> 1) == 1;
    }

    public static void compareArraysBad(String text) {
        assert Arrays.compare(new String[] { text }, new String[] { "a" }, (left, right) -> 1) == 1;
    }

    public static void mismatchBad(String text) {
        assert Arrays.mismatch(new String[] { text }, new String[] { "a" }, (left, right) -> 1) == 0;
    }

    public static void refersBad(String text) {
        assert !new WeakReference<>("a").refersTo(text);
    }

    public static void refersToBoxBad(int number) {
        if (new WeakReference<>((Integer) number).refersTo(number)) {
            assert number != 3;
        }
    }

    public static void keysBad() {
        IdentityHashMap<Integer, String> map = new IdentityHashMap<>();
        map.put(1, "a");
        map.put(1, "b");
        assert map.size() == 2;
    }

    public static void keysOfNumberBad(int number) {
        IdentityHashMap<Integer, String> map = new IdentityHashMap<>();
        map.put(number, "a");
        map.put(number, "b");
        assert map.size() == 2;
    }

    public static void keyBad(String text) {
        IdentityHashMap<String, String> map = new IdentityHashMap<>();
        map.put("a", "x");
        assert map.get(text) == null;
    }

    public static void setBad(String text) {
        Set<String> set = Collections.newSetFromMap(new IdentityHashMap<>());
        set.add("a");
        assert !set.contains(text);
    }

    public static void anyObjectBad(Object given) {
        Object own = 5;
        assert given != own;
    }

    public static void anyLongBad(Object given) {
        Object own = 5L;
        assert given != own;
    }

    public static void anyComparableBad(Comparable<?> given) {
        Object own = 5;
        assert given != own;
    }

    public static void numbersBad(Number one, Integer other) {
        if (one != null) {
            assert one != other;
        }
    }

    public static void swapNumberOk(int number) {
        AtomicInteger integer = new AtomicInteger(number);
        assert integer.compareAndSet(number, 5) && integer.get() == 5;
    }

    public static void swapNullOk() {
        AtomicReference<String> reference = new AtomicReference<>();
        assert reference.compareAndSet(null, "a") && !reference.compareAndSet(null, "b");
    }

    public static void equalsOk(Object given) {
        Object own = 5;
        assert own.equals(given) == (given instanceof Integer && (Integer) given == 5);
    }

    public static void sizeOk() {
        IdentityHashMap<Integer, String> map = new IdentityHashMap<>();
        map.put(1000, "a");
        assert map.size() == 1;
    }
}
