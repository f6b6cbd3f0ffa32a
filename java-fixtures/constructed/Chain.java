// A list whose links are final has no cycles: a cell cannot be in the chain that it was made from.
package constructed;

public class Chain {
    private final int head;
    private final Chain tail;

    public Chain(int head, Chain tail) {
        this.head = head;
        this.tail = tail;
    }

    public static int headOfTail(Chain chain) {
        return chain.tail.head;
    }

    public static boolean isItsOwnTail(Chain chain) {
        return chain.tail == chain;
    }

    public static boolean isItsOwnSecondTail(Chain chain) {
        return chain.tail != null && chain.tail.tail == chain;
    }

    public static boolean sharesTail(Chain left, Chain right) {
        return left != right && left.tail != null && left.tail == right.tail;
    }

    public static int sum(Chain chain) {
        int sum = 0;
        for (Chain cell = chain; cell != null; cell = cell.tail) {
            sum += cell.head;
        }
        return sum;
    }
}
