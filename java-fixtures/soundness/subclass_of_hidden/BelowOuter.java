package subclass_of_hidden;

/** By this class, the member of the one above can be named. */
public class BelowOuter extends Outer {}
