package immutable_holders;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Arrays in objects of the JDK that never change: what is in the arrays does. */
public class P {
    public static final class Counted {
        private final Optional<int[]> left = Optional.of(new int[] { 5 });

        public void count() {
            left.get()[0]--;
        }

        public int leftBad() {
            return 1 / left.get()[0];
        }
    }

    public static final class GivenOut {
        private final List<int[]> one = List.of(new int[] { 1 });
        private final List<int[]> three = List.of(new int[] { 1 }, new int[] { 2 }, new int[] { 3 });
        private final Optional<String[]> names = Optional.of(new String[] { "a" });
        private final Optional<Optional<long[]>> nested = Optional.of(Optional.of(new long[] { 1 }));
        private final List<Optional<int[]>> held = List.of(Optional.of(new int[] { 1 }));

        public int[] one() {
            return one.get(0);
        }

        public int[] three(int index) {
            return three.get(index);
        }

        public String[] names() {
            return names.get();
        }

        public long[] nested() {
            return nested.get().get();
        }

        public int[] held() {
            return held.get(0).get();
        }

        public int oneBad() {
            return 1 / one.get(0)[0];
        }

        public int threeBad() {
            return 1 / three.get(2)[0];
        }

        public int namesBad() {
            return names.get()[0].length();
        }

        public long nestedBad() {
            return 1 / nested.get().get()[0];
        }

        public int heldBad() {
            return 1 / held.get(0).get()[0];
        }
    }

    public static final class CalledBack {
        private final Map.Entry<String, boolean[]> busy = Map.entry("k", new boolean[1]);

        public void work(Runnable work) {
            busy.getValue()[0] = true;
            work.run();
            busy.getValue()[0] = false;
        }

        public void busyBad() {
            if (busy.getValue()[0]) {
                throw new IllegalStateException();
            }
        }
    }

    public static final class Thrown {
        private final Set<int[]> one = Set.of(new int[] { 1 });

        public void change(String text) {
            int[] array = one.iterator().next();
            array[0] = 0;
            text.length();
            array[0] = 1;
        }

        public int oneBad() {
            return 1 / one.iterator().next()[0];
        }
    }

    public static final class Passed {
        private final List<int[]> passed;
        private final List<int[]> wrapped;

        public Passed(int[] array) {
            if (array.length != 1 || array[0] == 0) {
                throw new IllegalArgumentException();
            }
            passed = List.of(array);
            wrapped = Collections.unmodifiableList(List.of(array.clone()));
        }

        public int[] wrapped() {
            return wrapped.get(0);
        }

        public int passedBad() {
            return 1 / passed.get(0)[0];
        }

        public int wrappedBad() {
            return 1 / wrapped.get(0)[0];
        }
    }
}
