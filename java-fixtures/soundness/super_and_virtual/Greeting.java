package super_and_virtual;

/** A default method, which a class may call although it overrides it. */
public interface Greeting {
    default String greeting() {
        return "hello";
    }
}
