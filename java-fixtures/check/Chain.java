// A linked list whose end is null.
package check;

public class Chain {
    public static final class Link {
        public final int value;
        public Link next;

        public Link(int value) {
            this.value = value;
        }
    }

    public static int secondBad(Link first) {
        if (first == null) {
            return 0;
        }
        return first.next.value;
    }

    public static int secondOk(Link first) {
        return first == null || first.next == null ? 0 : first.next.value;
    }

    public static void appendBad(Link first, int value) {
        Link last = first;
        while (last.next != null && last.next != first) {
            last = last.next;
        }
        last.next = new Link(value);
    }

    public static int upToThreeOk(Link first) {
        int sum = 0;
        Link link = first;
        for (int i = 0; i < 3 && link != null; i++) {
            sum += link.value;
            link = link.next;
        }
        return sum;
    }
}
