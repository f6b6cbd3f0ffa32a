package hidden_parts;

import java.util.Iterator;

/** Parts of classes that nobody else can name: who constructs the object around them has them too. */
public final class P {
    /** It counts in a part of its own. */
    public static final class Counts {
        private static final class Counter {
            int count;
        }

        private final Counter counter = new Counter();

        public void onceBad() {
            assert counter.count++ == 0;
        }

        public int divideBad() {
            return 10 / counter.count--;
        }

        public void counterOk() {
            assert counter != null;
        }
    }

    /** What is constructed holds another number each time. */
    public static final class Given {
        private static final class Number {
            private final int value;

            private Number(int value) {
                this.value = value;
            }
        }

        private record Pair(int left, int right) {
        }

        private final Number number;
        private final Pair pair;

        public Given(int value) {
            number = new Number(value);
            pair = new Pair(value, 1);
        }

        public int numberBad() {
            return 10 / number.value;
        }

        public void pairBad() {
            assert pair.left() != 3;
        }

        public void pairOk() {
            assert pair.right() == 1;
        }
    }

    /** Its part has no name, and changes when it is run. */
    public static final class Runs {
        private final Runnable part = new Runnable() {
            private int runs;

            @Override
            public void run() {
                runs++;
                assert runs < 3;
            }
        };

        public void runsBad() {
            part.run();
        }
    }

    /** Its part is local to the constructor. */
    public static final class Iterates {
        private final Iterator<Integer> numbers;

        public Iterates() {
            class Numbers implements Iterator<Integer> {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < 3;
                }

                @Override
                public Integer next() {
                    return next++;
                }
            }
            numbers = new Numbers();
        }

        public void firstBad() {
            assert numbers.next() == 0;
        }
    }

    /** Its part fills what it has. */
    public static class Fills {
        private static final class Places {
            private final int[] places = new int[2];
            private int used;
        }

        private final Places places = new Places();

        public void fillBad(int value) {
            places.places[places.used++] = value;
        }

        public void usedOk() {
            assert places.places.length == 2;
        }
    }

    /** The part is in the class above. */
    public static final class Below extends Fills {
        private final Object text = new Object();

        public void belowBad(int value) {
            fillBad(value);
        }

        public void textOk() {
            assert text != null;
        }
    }

    private P() {
    }
}
