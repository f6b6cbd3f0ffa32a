"""Pairs of methods for measure-diff: random methods, and the same ones with a random edit, of effect or of none. A method is a tree
of tuples, so that an edit is a tree with one part replaced."""

import random

INT, LONG, BOOLEAN, ARRAY, TEXT = "int", "long", "boolean", "int[]", "String"
SIGNATURES = [[INT, INT], [INT, INT, BOOLEAN], [LONG, INT], [ARRAY, INT], [TEXT, INT], [INT]]
NUMBERS = [0, 1, 2, 3, 5, 7, 10, 16, 31, 100]


class Generator:
    """Draws methods."""

    def __init__(self, seed):
        self.draw = random.Random(seed)

    def method(self, name):
        """A method: name, parameters, result, body."""
        types = self.draw.choice(SIGNATURES)
        parameters = [(kind, f"p{at}") for at, kind in enumerate(types)]
        result = LONG if LONG in types else INT
        scope = {"numbers": [(kind, name) for kind, name in parameters if kind in (INT, LONG)],
                 "flags": [name for kind, name in parameters if kind == BOOLEAN],
                 "arrays": [name for kind, name in parameters if kind == ARRAY],
                 "texts": [name for kind, name in parameters if kind == TEXT], "result": result, "locals": 0}
        body = []
        for _ in range(self.draw.randint(1, 4)):
            body.extend(self.statement(scope, 2))
        body.append(("return", self.number(scope, 2)))
        return (name, parameters, result, ("block", *body))

    def number(self, scope, depth):
        """An expression of the method's result type, or of int."""
        choice = self.draw.random()
        if depth == 0 or choice < 0.3:
            return self.leaf(scope)
        if choice < 0.75:
            operator = self.draw.choice("+-*+-&|^")
            return ("binary", operator, self.number(scope, depth - 1), self.number(scope, depth - 1))
        if choice < 0.82:
            return ("binary", self.draw.choice("/%"), self.number(scope, depth - 1), ("constant", self.draw.choice(NUMBERS[1:])))
        if choice < 0.9:
            return ("if", self.condition(scope, depth - 1), self.number(scope, depth - 1), self.number(scope, depth - 1))
        return ("call", self.draw.choice(["least", "twice"]), self.number(scope, depth - 1))

    def leaf(self, scope):
        options = [("name", name) for _, name in scope["numbers"]] + [("constant", self.draw.choice(NUMBERS))]
        options += [("length", name) for name in scope["arrays"]] + [("size", name) for name in scope["texts"]]
        return self.draw.choice(options)

    def condition(self, scope, depth):
        choice = self.draw.random()
        if scope["flags"] and choice < 0.3:
            return ("name", self.draw.choice(scope["flags"]))
        if depth > 0 and choice < 0.45:
            return (self.draw.choice(["and", "or"]), self.condition(scope, depth - 1), self.condition(scope, depth - 1))
        return ("compare", self.draw.choice(["<", "<=", "==", "!=", ">", ">="]), self.leaf(scope), self.leaf(scope))

    def statement(self, scope, depth):
        choice = self.draw.random()
        if choice < 0.4 or depth == 0:
            name = f"v{scope['locals']}"
            scope["locals"] += 1
            made = ("local", scope["result"], name, self.number(scope, 2))
            scope["numbers"].append((scope["result"], name))
            return [made]
        known = list(scope["numbers"])
        own = [name for _, name in known if name.startswith("v")]
        if choice < 0.6:
            then = [("return", self.number(scope, 1))] if not own or self.draw.random() < 0.4 else [
                ("assign", self.draw.choice(own), self.number(scope, 2))]
            return [("when", self.condition(scope, 1), ("block", *then))]
        if choice < 0.7:
            return [("when", self.condition(scope, 1), ("block", ("throw",)))]
        name = f"v{scope['locals']}"
        index = f"i{scope['locals']}"
        scope["locals"] += 1
        start = ("local", scope["result"], name, ("constant", self.draw.choice(NUMBERS)))
        if scope["arrays"]:
            array = scope["arrays"][0]
            step = ("sum", name, index, array, self.draw.choice(["+", "^", "+"]))
        else:
            step = ("times", name, index, self.draw.randint(1, 4), self.number(scope, 1))
        scope["numbers"].append((scope["result"], name))
        return [start, step]


def write(method):
    """A method as Java."""
    name, parameters, result, body = method
    listed = ", ".join(f"{kind} {name}" for kind, name in parameters)
    return f"    public static {result} {name}({listed}) {block(body, result, 2)}\n"


def block(body, result, depth):
    lines = "".join("    " * depth + statement(part, result, depth) + "\n" for part in body[1:])
    return "{\n" + lines + "    " * (depth - 1) + "}"


def statement(part, result, depth):
    kind = part[0]
    if kind == "return":
        return f"return {expression(part[1])};"
    if kind == "local":
        return f"{part[1]} {part[2]} = {cast(result)}{expression(part[3])};"
    if kind == "assign":
        return f"{part[1]} = {cast(result)}{expression(part[2])};"
    if kind == "when":
        return f"if ({expression(part[1])}) {block(part[2], result, depth + 1)}"
    if kind == "unless":
        return f"if ({expression(part[1])}) {{ }} else {block(part[2], result, depth + 1)}"
    if kind == "throw":
        return 'throw new IllegalStateException();'
    if kind == "sum":
        _, name, index, array, operator = part
        return f"for (int {index} = 0; {index} < {array}.length; {index}++) {{ {name} = {name} {operator} {array}[{index}]; }}"
    if kind == "back":
        _, name, index, array, operator = part
        return f"for (int {index} = {array}.length - 1; {index} >= 0; {index}--) {{ {name} = {name} {operator} {array}[{index}]; }}"
    if kind == "each":
        _, name, index, array, operator = part
        return f"for (int {index} : {array}) {{ {name} = {name} {operator} {index}; }}"
    _, name, index, count, value = part
    return f"for (int {index} = 0; {index} < {count}; {index}++) {{ {name} = {cast(result)}({name} + {expression(value)}); }}"


def cast(result):
    return "(int) " if result == INT else ""


def expression(part):
    kind = part[0]
    if kind == "name":
        return part[1]
    if kind == "constant":
        return str(part[1])
    if kind == "length":
        return f"{part[1]}.length"
    if kind == "size":
        return f"{part[1]}.length()"
    if kind == "if":
        return f"({expression(part[1])} ? {expression(part[2])} : {expression(part[3])})"
    if kind == "call":
        return f"{part[1]}({expression(part[2])})"
    if kind == "written":
        inner = expression(part[2])
        return f"({inner} < 3 ? {inner} : 3)" if part[1] == "least" else f"(2 * {inner})"
    if kind == "not":
        return f"!({expression(part[1])})"
    if kind in ("and", "or"):
        return f"({expression(part[1])} {'&&' if kind == 'and' else '||'} {expression(part[2])})"
    operator = part[1]
    return f"({expression(part[2])} {operator} {expression(part[3])})"


HELPERS = """
    static int least(int n) { return n < 3 ? n : 3; }
    static long least(long n) { return n < 3 ? n : 3; }
    static int twice(int n) { return 2 * n; }
    static long twice(long n) { return 2 * n; }
"""

MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def harmless(part, fresh):
    """What a part may be written as instead, with no effect; none where nothing is known."""
    kind = part[0]
    if kind == "binary" and part[1] in "+*&|^":
        yield "operands in another order", ("binary", part[1], part[3], part[2])
    if kind == "compare":
        yield "comparison the other way round", ("compare", MIRRORED[part[1]], part[3], part[2])
        yield "negation of the opposite", ("not", ("compare", OPPOSITE[part[1]], part[2], part[3]))
    if kind == "call":
        yield "call written out", ("written", part[1], part[2])
    if kind == "when":
        yield "branches exchanged", ("unless", ("not", part[1]), part[2])
    if kind == "if":
        yield "choice the other way round", ("if", ("not", part[1]), part[3], part[2])
    if kind == "sum":
        yield "loop turned around", ("back", *part[1:])
        yield "loop over elements", ("each", *part[1:])
    if kind == "return" and part[1][0] == "binary":
        yield "variable extracted", ("seq", ("local", fresh[0], fresh[1], part[1]), ("return", ("name", fresh[1])))


def harmful(part, draw):
    """What a part may be replaced by that may do something else."""
    kind = part[0]
    if kind == "constant":
        yield "another constant", ("constant", draw.choice([number for number in NUMBERS if number not in (part[1], 0)]))
    if kind == "binary" and part[1] in "+-*&|^":
        yield "another operator", ("binary", draw.choice([operator for operator in "+-*&|^" if operator != part[1]]), *part[2:])
    if kind == "compare":
        yield "another comparison", ("compare", draw.choice([operator for operator in MIRRORED if operator != part[1]]), *part[2:])
    if kind == "if":
        yield "choice exchanged", ("if", part[1], part[3], part[2])
    if kind == "assign":
        yield "assignment left out", ("assign", part[1], ("name", part[1]))
    if kind == "times":
        yield "one more time", (*part[:3], part[3] + 1, part[4])


def places(part, path=()):
    """All parts of a tree, each with the way there."""
    yield path, part
    for at, inner in enumerate(part):
        if isinstance(inner, tuple):
            yield from places(inner, (*path, at))


def replaced(part, path, by):
    if not path:
        return by
    at, rest = path[0], path[1:]
    inner = replaced(part[at], rest, by)
    if len(path) == 1 and inner[0] == "seq":
        return (*part[:at], *inner[1:], *part[at + 1:])
    return (*part[:at], inner, *part[at + 1:])


def edited(method, draw, is_harmless):
    """The method with an edit, and what the edit is; none where there is nothing to edit."""
    name, parameters, result, body = method
    options = []
    for path, part in places(body):
        found = harmless(part, (result, "extracted")) if is_harmless else harmful(part, draw)
        options.extend((path, what, by) for what, by in found)
    if not options:
        return None
    what = draw.choice(sorted({what for _, what, _ in options}))
    path, what, by = draw.choice([option for option in options if option[1] == what])
    return (name, parameters, result, replaced(body, path, by)), what


def pairs(seed, count):
    """So many pairs: method, edited method, what was edited, whether that has no effect. Half of them have none."""
    generator = Generator(seed)
    found = []
    while len(found) < count:
        method = generator.method(f"m{len(found)}")
        is_harmless = generator.draw.random() < 0.5
        done = edited(method, generator.draw, is_harmless)
        if done:
            found.append((method, done[0], done[1], is_harmless))
    return found


def source(name, methods):
    """A class with these methods."""
    return f"package pairs;\n\npublic class {name} {{{HELPERS}\n" + "\n".join(map(write, methods)) + "}\n"


JUDGE = """
import java.lang.reflect.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;

/** Runs methods of two builds on the same inputs: boundary values, small ones, and any. */
public class Judge {
    private static final long[] BOUNDARIES = {0, 1, -1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17, 30, 31, 32, 99, 100, 101,
        Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE + 1, Long.MAX_VALUE, Long.MIN_VALUE};

    public static void main(String[] arguments) throws Exception {
        int trials = Integer.parseInt(arguments[2]);
        try (URLClassLoader old = loader(arguments[0]); URLClassLoader fresh = loader(arguments[1])) {
            for (String line : Files.readAllLines(Path.of(arguments[3]))) {
                String[] parts = line.split(" ");
                Method before = method(old, parts), after = method(fresh, parts);
                Random random = new Random(line.hashCode());
                for (int trial = 0; trial < trials; trial++) {
                    Object[] input = inputs(before.getParameterTypes(), random);
                    Object[] copy = copied(input);
                    String one = run(before, input), other = run(after, copy);
                    if (!one.equals(other)) {
                        System.out.println(line + " " + Arrays.deepToString(input) + ": " + one + ", " + other);
                        break;
                    }
                }
            }
        }
    }

    private static URLClassLoader loader(String folder) throws Exception {
        return new URLClassLoader(new URL[] {Path.of(folder).toUri().toURL()}, null);
    }

    private static Method method(ClassLoader loader, String[] name) throws Exception {
        for (Method method : loader.loadClass(name[0]).getMethods()) {
            if (method.getName().equals(name[1])) {
                return method;
            }
        }
        throw new IllegalArgumentException(name[1]);
    }

    private static String run(Method method, Object[] input) throws Exception {
        String told;
        try {
            told = "returns " + method.invoke(null, input);
        } catch (InvocationTargetException thrown) {
            told = "throws " + thrown.getCause().getClass().getName();
        }
        return told + " " + Arrays.deepToString(input);
    }

    private static long number(Random random) {
        int way = random.nextInt(3);
        return way == 0 ? random.nextLong() : way == 1 ? random.nextInt(24) - 6 : BOUNDARIES[random.nextInt(BOUNDARIES.length)];
    }

    private static Object[] inputs(Class<?>[] types, Random random) {
        Object[] input = new Object[types.length];
        for (int at = 0; at < types.length; at++) {
            Class<?> type = types[at];
            if (type == int.class) {
                input[at] = (int) number(random);
            } else if (type == long.class) {
                input[at] = number(random);
            } else if (type == boolean.class) {
                input[at] = random.nextBoolean();
            } else if (random.nextInt(20) == 0) {
                input[at] = null;
            } else if (type == String.class) {
                input[at] = "x".repeat(random.nextInt(12));
            } else {
                int[] elements = new int[random.nextInt(12)];
                Arrays.setAll(elements, index -> (int) number(random));
                input[at] = elements;
            }
        }
        return input;
    }

    private static Object[] copied(Object[] input) {
        Object[] copy = input.clone();
        for (int at = 0; at < copy.length; at++) {
            copy[at] = copy[at] instanceof int[] elements ? elements.clone() : copy[at];
        }
        return copy;
    }
}
"""
