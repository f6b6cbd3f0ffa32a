package judge;

import java.util.ArrayList;
import java.util.List;

/** One step of a sequence: a call of the class under test, or of a JDK object that it was given or gave. */
final class Op {
    enum Kind { NEW, CALL, GET, SET, MAKE, CHANGE, SCRIPT }

    /** What an earlier step gave. */
    record Ref(int id) { }

    final int id;
    final Kind kind;
    /** The class whose member it is; for an array its component. */
    final String owner;
    final String name;
    final String descriptor;
    /** The receiver, where there is one, and the arguments: references and literals. */
    final Object[] parts;
    /** What the caller's own code does that this object runs. */
    final Script script;
    boolean threw;

    Op(int id, Kind kind, String owner, String name, String descriptor, Object[] parts, Script script) {
        this.id = id;
        this.kind = kind;
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.parts = parts;
        this.script = script;
    }

    /** The key by which methods are known: as casewise names them. */
    static String key(String owner, String name, String descriptor) {
        return owner + " " + name + " " + descriptor;
    }

    /** What a caller's object does, call by call. */
    static final class Script {
        final List<Invocation> invocations = new ArrayList<>();

        /** What it does when a method is called for the nth time, counted from 0. */
        Invocation invocation(String method, int nth) {
            return invocations.stream().filter(one -> one.method.equals(method)).skip(nth).findFirst().orElse(null);
        }
    }

    enum End { RETURNS, THROWS, PASSES_ON }

    /** What it does at one call. */
    static final class Invocation {
        final String method;
        final int[] arguments;
        List<Op> nested = new ArrayList<>();
        Object result;
        End end = End.RETURNS;

        Invocation(String method, int[] arguments) {
            this.method = method;
            this.arguments = arguments;
        }
    }
}
