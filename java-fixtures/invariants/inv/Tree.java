package inv;

/** A binary tree whose root is there where it has a size. */
public class Tree {
    private static final class Node {
        private final int key;
        private Node left;
        private Node right;

        private Node(int key) {
            this.key = key;
        }
    }

    private Node root;

    public void addRoot(int key) {
        if (root == null) {
            root = new Node(key);
        } else if (key < root.key) {
            root.left = new Node(key);
        } else {
            root.right = new Node(key);
        }
    }

    public int leftOk() {
        return root != null && root.left != null ? root.left.key : 0;
    }

    public int leftBad() {
        return root == null ? 0 : root.left.key;
    }
}
