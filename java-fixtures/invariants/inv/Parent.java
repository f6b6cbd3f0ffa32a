package inv;

/** An inner class whose outer instance is there. */
public class Parent {
    private int children;

    public Child make() {
        return new Child();
    }

    /** Of a parent. */
    public class Child {
        private Child() {
            if (children < 10) {
                children++;
            }
        }

        public void siblingsOk() {
            assert children >= 0;
        }

        public void aloneBad() {
            assert children == 1;
        }
    }
}
