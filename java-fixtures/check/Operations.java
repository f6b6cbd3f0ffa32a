// An enum whose constants have bodies of their own.
package check;

public class Operations {
    public enum Operation {
        PLUS {
            @Override
            int apply(int left, int right) {
                return left + right;
            }
        },
        OVER {
            @Override
            int apply(int left, int right) {
                return left / right;
            }
        };

        abstract int apply(int left, int right);
    }

    public static int applyBad(Operation operation, int left, int right) {
        return operation == null ? 0 : operation.apply(left, right);
    }

    public static int applyOk(Operation operation, int left, int right) {
        if (operation == null || operation == Operation.OVER && right == 0) {
            return 0;
        }
        return operation.apply(left, right);
    }
}
