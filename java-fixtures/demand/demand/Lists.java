package demand;

/** Callees that read and change objects. */
final class Lists {
    private Lists() {
    }

    static class Node {
        int value;
        Node next;
    }

    static int length(Node list) {
        if (list == null) {
            return 0;
        }
        return 1 + length(list.next);
    }

    static void five(Node list) {
        if (length(list) == 5) {
            throw new IllegalStateException("target");
        }
    }

    static void negative(Node list) {
        if (length(list) < 0) {
            throw new IllegalStateException("target");
        }
    }

    static void raise(Node node, int by) {
        if (by > 0) {
            node.value += by;
        }
    }

    static void raised(Node a, Node b) {
        raise(a, 3);
        raise(b, 4);
        if (a.value == 10 && b.value == 12) {
            throw new IllegalStateException("target");
        }
    }

    static void aliased(Node a, Node b) {
        int before = a.value;
        raise(b, 4);
        if (a.value == before + 4) {
            throw new IllegalStateException("target");
        }
    }

    static void same(Node a) {
        int before = a.value;
        raise(a, 4);
        if (a.value != before + 4) {
            throw new IllegalStateException("target");
        }
    }

    static void swap(Node a, Node b) {
        if (a.value > b.value) {
            int value = a.value;
            a.value = b.value;
            b.value = value;
        }
    }

    static void sorted(Node a, Node b, Node c) {
        swap(a, b);
        swap(b, c);
        swap(a, b);
        if (a.value > b.value || b.value > c.value) {
            throw new IllegalStateException("target");
        }
    }

    static void link(Node a, Node b) {
        if (a != b) {
            a.next = b;
        }
    }

    static void linked(Node a, Node b) {
        link(a, b);
        link(b, a);
        if (a.next == b && b.next == a && a != b) {
            throw new IllegalStateException("target");
        }
    }

    abstract static class Shape {
        int size;

        abstract int area();
    }

    static final class Square extends Shape {
        @Override
        int area() {
            if (size < 0) {
                return -1;
            }
            return size * size;
        }
    }

    static final class Line extends Shape {
        @Override
        int area() {
            if (size < 0) {
                return -2;
            }
            return 0;
        }
    }

    static void areas(Shape a, Shape b) {
        if (a.area() == 49 && b.area() == -2) {
            throw new IllegalStateException("target");
        }
    }

    static void fresh(int value) {
        Node node = new Node();
        node.value = value;
        raise(node, 2);
        if (node.value == 9) {
            throw new IllegalStateException("target");
        }
    }
}
