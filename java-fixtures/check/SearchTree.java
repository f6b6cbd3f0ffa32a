// A binary search tree without sentinels.
package check;

public class SearchTree {
    private static final class Node {
        private final int key;
        private Node left;
        private Node right;

        private Node(int key) {
            this.key = key;
        }
    }

    private Node root;

    public void insertOk(int key) {
        if (root == null) {
            root = new Node(key);
            return;
        }
        Node node = root;
        while (node.key != key) {
            Node child = key < node.key ? node.left : node.right;
            if (child == null) {
                child = new Node(key);
                if (key < node.key) {
                    node.left = child;
                } else {
                    node.right = child;
                }
            }
            node = child;
        }
    }

    public int smallestBad() {
        Node node = root;
        while (node.left != null) {
            node = node.left;
        }
        return node.key;
    }

    public int smallestOk(int absent) {
        Node node = root;
        while (node != null && node.left != null) {
            node = node.left;
        }
        return node == null ? absent : node.key;
    }

    public static int smallestOfThreeOk(int first, int second, int third) {
        SearchTree tree = new SearchTree();
        tree.insertOk(first);
        tree.insertOk(second);
        tree.insertOk(third);
        int smallest = tree.smallestOk(0);
        assert smallest <= first && smallest <= second && smallest <= third;
        return smallest;
    }
}
