// What generated methods share: classes with virtual methods, an enum, an exception, a resource.
package generated;

import java.util.function.IntUnaryOperator;

public class Support {
    public enum Colour {
        RED, GREEN, BLUE {
            @Override
            int weight(int factor) {
                return factor ^ ordinal();
            }
        };

        int weight(int factor) {
            return factor * (ordinal() + 1);
        }

        Colour after() {
            return switch (this) {
                case RED -> GREEN;
                case GREEN -> BLUE;
                case BLUE -> RED;
            };
        }
    }

    public static class Fault extends RuntimeException {
        private static final long serialVersionUID = 1;
        final int code;

        Fault(int code) {
            this.code = code;
        }
    }

    public static final class SubFault extends Fault {
        private static final long serialVersionUID = 1;

        SubFault(int code) {
            super(code + 1);
        }
    }

    interface Shape {
        int area(int factor);

        default int twice(int factor) {
            return 2 * area(factor + 1);
        }
    }

    public static class Node implements Shape {
        int a;
        long b;
        byte small;
        boolean flag;
        Node next;

        Node(int a, long b) {
            this.a = a;
            this.b = b;
            small = (byte) a;
            flag = a > b;
        }

        @Override
        public int area(int factor) {
            return a * factor - small;
        }

        long sum() {
            return next == null || next == this ? b : b + next.a;
        }

        Node with(Node next) {
            this.next = next;
            return this;
        }
    }

    public static final class SubNode extends Node {
        short c;
        char d = 'x';

        SubNode(int a, long b, int c) {
            super(a + 1, b);
            this.c = (short) c;
            d += c;
        }

        @Override
        public int area(int factor) {
            return super.area(factor) ^ c;
        }

        @Override
        public int twice(int factor) {
            return area(factor) - d;
        }

        final class Inner {
            int total(int more) {
                return a + c + more;
            }
        }
    }

    static int[] ints(int first, int second) {
        return new int[] {first, second, first ^ second};
    }

    static byte[] bytes(int first, int second) {
        return new byte[] {(byte) first, (byte) second};
    }

    static long[] longs(long first, long second) {
        return new long[] {first, second, first + second};
    }

    static Node node(int a, int b) {
        return switch (a & 3) {
            case 0 -> null;
            case 1 -> new SubNode(a, b, b);
            case 2 -> new Node(a, b).with(new SubNode(b, a, 7));
            default -> new Node(a, b);
        };
    }

    static Colour colour(int number) {
        return (number & 7) == 7 ? null : (number & 1) == 0 ? Colour.RED : (number & 2) == 0 ? Colour.GREEN : Colour.BLUE;
    }

    static Node sure(Node node) {
        return node == null ? new Node(11, -3L) : node;
    }

    static SubNode sub(Node node) {
        return node instanceof SubNode sub ? sub : new SubNode(node == null ? 1 : node.a, 5L, 6);
    }

    static Colour sure(Colour colour) {
        return colour == null ? Colour.BLUE : colour;
    }

    static int power(int base, int exponent) {
        return (exponent & 15) == 0 ? 1 : base * power(base, (exponent & 15) - 1);
    }

    static int apply(IntUnaryOperator operator, int value) {
        return operator.applyAsInt(operator.applyAsInt(value) + 1);
    }

    static int mix(int[] values) {
        int mixed = 17;
        for (int i = 0; values != null && i < values.length && i < 8; i++) {
            mixed = mixed * 31 + values[i];
        }
        return mixed;
    }

    static int mix(Node node) {
        return node == null ? 5 : node.a * 31 + (int) node.b + (node.next == null ? 0 : node.next.a);
    }
}
