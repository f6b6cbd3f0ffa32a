package super_and_virtual;

/** What is called by `super` and by the receiver's class. */
public class Base {
    public int level() {
        return 1;
    }
}
