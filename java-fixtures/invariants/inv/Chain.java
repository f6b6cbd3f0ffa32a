package inv;

/** A linked list that counts its nodes. */
public class Chain {
    private static final class Node {
        private final int value;
        private final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    private Node head;
    private int size;

    public boolean add(int value) {
        if (size == 1000) {
            return false;
        }
        head = new Node(value, head);
        size++;
        return true;
    }

    public void clear() {
        head = null;
        size = 0;
    }

    public int firstOk() {
        return size == 0 ? 0 : head.value;
    }

    public int secondBad() {
        return head.next.value;
    }
}
