// Nodes with public links: callers can make every graph of them.
package constructed;

public class Linked {
    public Linked next;
    public int weight;
    public final int name;

    public Linked(int name) {
        this.name = name;
        this.weight = 7;
        this.next = null;
    }

    public boolean isLoop() {
        return next == this;
    }

    public static boolean areTwoInALoop(Linked left, Linked right) {
        return left != right && left.next == right && right.next == left;
    }

    public static int difference(Linked left, Linked right) {
        return left.weight - right.name;
    }

    public int inverse() {
        return 100 / weight;
    }

    public int inverseOfName() {
        return 100 / name;
    }
}
