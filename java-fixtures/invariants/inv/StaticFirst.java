package inv;

/** Is initialised before the class below it, and uses that. */
public class StaticFirst {
    static final int BEFORE = StaticEarly.tries();
}
