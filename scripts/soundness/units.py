"""Generated packages of a few classes each, with conditions asserted that may or may not always hold."""

import re

from . import pieces, shapes

IMPORTS = "import java.util.*;\nimport java.util.function.*;\nimport java.util.concurrent.atomic.*;\n\n"


class Writer:
    """Writes one class from its parts."""

    def __init__(self, chance, name, is_static=False, is_final=False):
        self.chance, self.name, self.is_static, self.is_final = chance, name, is_static, is_final
        self.checks = 0
        self.other_files = {}

    def fill(self, text, on=None):
        on = on or (self.name if self.is_static else "this")
        text = text.replace("THIS", "null" if self.is_static else "this")
        return text.replace("@C", self.name).replace("$", on).replace("ST ", "static " if self.is_static else "")

    def observers(self, facts, most):
        """Methods that assert conditions."""
        chance, made = self.chance, []
        for fact in chance.sample(facts, min(most, len(facts))):
            name = f"check{self.checks}"
            self.checks += 1
            kind = chance.random()
            if kind < 0.62:
                made.append(f"public {'static ' if self.is_static else ''}void {name}() {{ assert {self.fill(fact)}; }}")
            elif kind < 0.8 or self.is_static:
                made.append(f"public {'static ' if self.is_static else ''}int {name}() {{ if (!({self.fill(fact)})) throw new IllegalStateException(); return 1; }}")
            else:
                made.append(f"public static void {name}({self.name} o) {{ if (o != null) assert {self.fill(fact, 'o')}; }}")
        return made

    def write(self, parts, header="public class", more=(), extends=""):
        """The class: fields, ways to make objects, methods, observers."""
        chance, name = self.chance, self.name
        fields = [self.fill(field) for part in parts for field in part.fields]
        methods = [self.fill(method) for part in parts for method in part.methods]
        nested = [self.fill(text) for part in parts for text in part.nested]
        observers = [one for part in parts for one in self.observers(part.facts, chance.choice([2, 3, 3]))]
        if self.is_static:
            setters = "".join(self.static_setter(part) for part in parts)
            # What is final must be set for certain.
            body = fields + [f"static {{ {setters}}}"] + [f"private {name}() {{ }}"]
            body = [re.sub(r"\bfinal (?=\S+(<.*>)?(\[\])? \w+;$)", "", line) for line in body]
        else:
            body = fields + shapes.constructors(self, parts)
        body += methods + observers + nested + list(more)
        return f"{header} {name}{extends} {{\n" + "".join(f"    {re.sub(' +', ' ', line)}\n" for line in body) + "}\n"

    def static_setter(self, part):
        chance = self.chance
        lines = [f"{type_} {parameter} = {chance.choice(values)}; " for type_, parameter, values in part.parameters]
        return self.fill("{ " + "".join(lines) + " ".join(part.sets) + " } ")


def plain(chance, name):
    """A class of one to three parts."""
    is_final = chance.random() < 0.33
    writer = Writer(chance, "P", is_final=is_final)
    chosen = [chance.choice(pieces.PIECES)(chance, at) for at in range(chance.choice([1, 1, 2, 2, 3]))]
    more = shapes.more(writer, chosen)
    implements = " implements Cloneable" if any("super.clone" in text for text in more) else ""
    text = writer.write(chosen, "public final class" if is_final else "public class", more, implements)
    files = {"P": text, **writer.other_files}
    if not is_final and "private P(" not in text and chance.random() < 0.3:
        sub = shapes.subclass(writer, chosen)
        if sub:
            files["Q"] = sub
    return files


def statics(chance, name):
    """A class with static state."""
    writer = Writer(chance, "P", True)
    chosen = [chance.choice(pieces.PIECES)(chance, at) for at in range(chance.choice([1, 1, 2]))]
    return {"P": writer.write(chosen)}


def shared(chance, name):
    """A class whose static fields are private, with what may change them: lambda expressions, nested classes, callbacks, exceptions half-way,
    initialisers of other classes."""
    zero = chance.choice(["0", "0", "2"])
    groups = {
        "a": ["private static int a = 1;"],
        "table": ["private static int[] table = new int[2];"],
        "text": ["private static boolean ready;", "private static StringBuilder text;"],
        "only": ["private static P only;", "private int size = 1;", "public static P only() { if (only == null) only = new P(); return only; }"],
        "phase": ["enum Phase { NEW, OPEN, DONE }", "private static Phase phase = Phase.NEW;", "private static Object owner;"],
        "ALL": ["private static final Map<String, Integer> ALL = new HashMap<>();"],
        "MARKS": ["private static final int[] MARKS = {1, 2};"],
    }
    writers = {
        "a": ["public static void up() { a = a == 3 ? 1 : a + 1; }", "public static void to(int n) { if (n > 0 && n < 4) a = n; }",
              "public static void half(int[] o) { a = %s; a = o.length > 0 ? 2 : 1; }" % zero,
              "public static void around(Runnable r) { int b = a; a = %s; try { if (r != null) r.run(); } finally { a = b; } }" % zero,
              "public static Runnable later() { return () -> a = %s; }" % zero,
              "public static class In { public void set() { a = %s; } }" % zero,
              "public static void pass() { int b = a; a = %s; Q.look(); a = b; }" % zero,
              "public static void sorted(List<Item> l) { if (l == null) return; int b = a; a = %s; try { l.sort(null); } finally { a = b; } }" % zero],
        "table": ["public static void grow() { table = new int[table.length % 5 + 1]; }", "public static void length(int n) { if (n > 0 && n < 9) table = new int[n]; }",
                  "public static void take(int[] t) { if (t != null && t.length > 1) table = t; }", "public static void drop(boolean b) { table = null; if (b) throw new IllegalStateException(); table = new int[1]; }"],
        "text": ["public static void start() { text = new StringBuilder(); ready = true; }", "public static void stop() { ready = false; text = null; }",
                 "public static void early(Supplier<StringBuilder> s) { ready = true; text = s.get(); }", "public static void add(String s) { if (ready) text.append(s); }"],
        "only": ["public void size(int n) { if (n %s 0) size = n; }" % chance.choice([">", ">="]),
                 "public static void forget() { only = null; }"],
        "phase": ["public static void open(Object o) { if (phase == Phase.NEW && o != null) { owner = o; phase = Phase.OPEN; } }", "public static void done() { phase = Phase.DONE; owner = null; }",
                  "public static void reopen() { if (phase == Phase.DONE) phase = Phase.%s; }" % chance.choice(["NEW", "OPEN"])],
        "ALL": ["public static void put(String k, Integer v) { if (v != null || %s) ALL.put(k, v); }" % chance.choice(["false", "false", "k == null"]), "public static void clear() { ALL.clear(); }",
                "public static Map<String, Integer> all() { return %s; }" % chance.choice(["ALL", "new HashMap<>(ALL)", "Collections.unmodifiableMap(ALL)"])],
        "MARKS": ["public static void mark(int n) { if (n > 0) MARKS[n %% %d] = n; }" % chance.choice([2, 3]), "public static int[] marks() { return MARKS%s; }" % chance.choice(["", ".clone()"])],
    }
    facts = {
        "a": ["a != 0", "a > 0 && a < 4", "a >= 0", "new int[a].length > 0"],
        "table": ["table.length > 0", "table != null", "table.length < 9"],
        "text": ["!ready || text != null", "ready || text == null"],
        "only": ["only == null || only.size > 0", "only().size >= 1"],
        "phase": ["phase != null", "phase != Phase.OPEN || owner != null", "phase == Phase.OPEN || owner == null"],
        "ALL": ["ALL.size() >= 0", "!ALL.containsValue(null)", "ALL.isEmpty() || ALL.size() < 1000000"],
        "MARKS": ["MARKS.length == 2", "MARKS[0] > 0", "10 / MARKS[1] >= 0"],
    }
    writer = Writer(chance, "P", True)
    lines, seen = [], chance.sample(sorted(groups), chance.choice([1, 2, 2]))
    for group in seen:
        lines += groups[group] + chance.sample(writers[group], chance.randint(1, min(5, len(writers[group]))))
    if chance.random() < 0.25:
        lines.insert(chance.choice([0, len(lines)]), "static final int FIRST = Q.first();")
    body = [one for group in seen for one in writer.observers(facts[group], 3)]
    lines.append("public P() { }")
    fact = chance.choice(facts[seen[0]])
    lines.append(f"public static class Item implements Comparable<Item> {{ public int compareTo(Item o) {{ assert {fact}; return 0; }} }}")
    lines.append(f"static boolean right() {{ return {fact}; }}")
    other = "public class Q {\n    static int looked;\n    static void look() { looked++; try { check(); } catch (AssertionError e) { looked--; } }\n    static int first() { look(); return 1; }\n    public static void check() { assert P.right(); }\n}\n"
    text = "public class P {\n" + "".join(f"    {line}\n" for line in lines + body) + "}\n"
    return {"P": text, "Q": other}


KINDS = [(plain, 9), (statics, 2), (shared, 3)] + shapes.KINDS


def unit(chance, name, names=()):
    """The sources of a package, by name of the class; of one of these kinds."""
    known = [(kind, weight) for kind, weight in KINDS if not names or kind.__name__ in names]
    kind = chance.choices([kind for kind, _ in known], [weight for _, weight in known])[0]
    return {file: f"package {name};\n\n{f'import {name}.P.*;{chr(10)}' if file == 'Makers' else ''}{IMPORTS}{text}" for file, text in kind(chance, name).items()}
