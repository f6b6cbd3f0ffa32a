package check;

import java.util.ArrayList;
import java.util.List;

/** Loops that gather something: in a variable, a list, an array or a text. */
public final class Gatherers {
    private Gatherers() {
    }

    /** An element of a linked list. */
    public static final class Link {
        private final Link next;
        private final int weight;

        public Link(Link next, int weight) {
            this.next = next;
            this.weight = weight;
        }
    }

    public static int lengthOk(Link first) {
        int length = 0;
        for (Link link = first; link != null; link = link.next) {
            length++;
        }
        return length;
    }

    public static Link heaviestOk(Link first) {
        Link heaviest = null;
        for (Link link = first; link != null; link = link.next) {
            if (heaviest == null || link.weight > heaviest.weight) {
                heaviest = link;
            }
        }
        return heaviest;
    }

    public static int heaviestBad(Link first) {
        Link heaviest = null;
        for (Link link = first; link != null; link = link.next) {
            if (heaviest == null || link.weight > heaviest.weight) {
                heaviest = link;
            }
        }
        return heaviest.weight;
    }

    public static List<String> namesOk(String[] names) {
        List<String> kept = new ArrayList<>();
        if (names != null) {
            for (String name : names) {
                if (name != null) {
                    kept.add(name);
                }
            }
        }
        return kept;
    }

    public static String firstBad(String[] names) {
        List<String> kept = new ArrayList<>();
        if (names != null) {
            for (String name : names) {
                if (name != null) {
                    kept.add(name);
                }
            }
        }
        return kept.get(0);
    }

    public static List<Integer> evenOk(List<Integer> numbers) {
        List<Integer> even = new ArrayList<>();
        if (numbers != null) {
            for (Integer number : numbers) {
                if (number != null && number % 2 == 0) {
                    even.add(number);
                }
            }
        }
        return even;
    }

    public static String textOk(String[] names) {
        StringBuilder text = new StringBuilder();
        if (names != null) {
            for (String name : names) {
                text.append(name).append(';');
            }
        }
        return text.toString();
    }

    public static char textBad(String[] names) {
        StringBuilder text = new StringBuilder();
        if (names != null) {
            for (String name : names) {
                text.append(name).append(';');
            }
        }
        return text.charAt(0);
    }
}
