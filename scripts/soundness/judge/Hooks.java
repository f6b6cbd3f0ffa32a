package judge;

/** What classes from outside call, which extend and implement those under test. */
public final class Hooks {
    static World world;

    private Hooks() { }

    /** What a method that was overridden gives; nothing where it is to do what it overrides. */
    public static Object[] called(Object self, String method, Class<?> returned, boolean isAbstract, Object[] arguments) {
        return world.called(world.scriptOf(self), method, returned, returned, !isAbstract, arguments);
    }

    /** An exception that escapes from a method which was called by `super`. */
    public static void failed(Class<?> owner, String name, String descriptor, Throwable thrown) {
        world.failedOf(owner, name, descriptor, thrown);
    }
}
