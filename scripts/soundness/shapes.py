"""Ways to make objects, and the shapes of generated packages that are not one class of parts."""

import re

from . import pieces


def sample(chance, parameters):
    return ", ".join(chance.choice(values) for _, _, values in parameters)


def signature(parameters):
    return ", ".join(f"{type_} {name}" for type_, name, _ in parameters)


def constructors(writer, parts):
    """Constructors and factories."""
    chance, fill, name = writer.chance, writer.fill, writer.name
    parameters = [(fill(type_), parameter, values) for part in parts for type_, parameter, values in part.parameters]
    checks = fill(" ".join(text for part in parts for text in part.checks))
    sets = fill(" ".join(text for part in parts for text in part.sets))
    formal, names = fill(signature(parameters)), ", ".join(parameter for _, parameter, _ in parameters)
    leak = chance.choices(["", "last = this; ", "MADE.add(this); ", "init(); "], [70, 9, 7, 14])[0]
    lines = []
    if leak.startswith("last"):
        lines += [f"private static {name} last;", f"public static {name} last() {{ return last; }}"]
    elif leak.startswith("MADE"):
        lines += [f"{chance.choice(['private', 'public'])} static final List<{name}> MADE = new ArrayList<>();", f"public static {name} made(int n) {{ return n >= 0 && n < MADE.size() ? MADE.get(n) : null; }}"]
    elif leak:
        lines += [f"{chance.choice(['protected', 'public'])} void init() {{ }}"]
    at_first = leak if chance.random() < 0.7 else ""
    at_last = leak if not at_first else ""
    way = chance.choices(["public", "private", "unchecked", "maker", "builder", "constants", "inner"], [34, 18, 12, 12, 8, 10, 0 if writer.is_final else 6])[0]
    checked = f"{name}({formal}) {{ {at_first}{checks} {sets} {at_last}}}"
    unchecked = f"{name}({formal}) {{ {at_first}{sets} {at_last}}}"
    call = f"new {name}({names})"
    if way == "public":
        lines.append(f"public {checked}")
        if chance.random() < 0.3:
            lines.append(f"public static {name} sample() {{ return new {name}({sample(chance, parameters)}); }}")
    elif way == "private":
        lines += [f"private {checked}", f"public static {name} of({formal}) {{ return {call}; }}"]
        if chance.random() < 0.5:
            lines.append(f"public static final {name} ONE = new {name}({sample(chance, parameters)});")
    elif way == "unchecked":
        lines += [f"private {unchecked}", f"public static {name} of({formal}) {{ {checks} return {call}; }}"]
        lines += pieces.some(chance, [
            f"public static {name} sample() {{ return new {name}({sample(chance, parameters)}); }}",
            f"public {name} again({formal}) {{ {checks if chance.random() < 0.5 else ''} return {call}; }}",
            f"public static Optional<{name}> maybe({formal}) {{ return Optional.of({call}); }}",
            f"public static Supplier<{name}> later() {{ return () -> new {name}({sample(chance, parameters)}); }}",
            f"public static {name}[] array() {{ return new {name}[] {{ new {name}({sample(chance, parameters)}) }}; }}",
            f"public static void hand(Consumer<{name}> c) {{ if (c != null) c.accept(new {name}({sample(chance, parameters)})); }}",
        ], 1)[:2]
    elif way == "maker":
        lines.append(unchecked)
        own = [f"public static {name} make({formal}) {{ {checks} return {call}; }}"] + pieces.some(chance, [
            f"public {name} any() {{ return new {name}({sample(chance, parameters)}); }}",
            f"public static final {name} KNOWN = new {name}({sample(chance, parameters)});",
            f"public static List<{name}> some() {{ return List.of(new {name}({sample(chance, parameters)})); }}",
            f"private {name} held; public {name} held() {{ if (held == null) held = new {name}({sample(chance, parameters)}); return held; }}",
        ], 0)
        writer.other_files["Makers"] = "public class Makers {\n" + "".join(f"    {line}\n" for line in own) + "}\n"
    elif way == "builder":
        lines.append(f"private {unchecked}")
        fields = " ".join(f"private {type_} {parameter} = {chance.choice(values)};" for type_, parameter, values in parameters)
        withs = " ".join(f"public Builder {parameter}({type_} {parameter}) {{ this.{parameter} = {parameter}; return this; }}" for type_, parameter, _ in parameters)
        lines.append(f"public static class Builder {{ {fields} {withs} public {name} build() {{ {checks} return {call}; }} {chance.choice(['', f'public {name} raw() {{ return {call}; }}'])} }}")
    elif way == "constants":
        lines.append(f"private {chance.choice([checked, unchecked])}")
        lines += [f"public static final {name} {letter} = new {name}({sample(chance, parameters)});" for letter in "ABC"[:chance.randint(1, 3)]]
        if chance.random() < 0.5:
            lines.append(f"private static final {name}[] ALL = {{ new {name}({sample(chance, parameters)}) }}; public static {name} at(int n) {{ return n == 0 ? ALL[n] : A; }}")
    else:
        lines.append(f"{name}({formal}) {{ {sets} }}")
        lines.append(f"public static class Inside extends {name} {{ public Inside({formal}) {{ super({names}); {checks} }} }}")
        lines.append(f"public static {name} own() {{ return new {name}({sample(chance, parameters)}) {{ {chance.choice(['', 'int count; { count++; } public int count() { return count; }'])} }}; }}")
    # Static state that statics of the class itself need is set before constants are made.
    lines.sort(key=lambda line: "MADE =" not in line)
    return lines


def more(writer, parts):
    """Methods of a class that concern all its parts."""
    chance, name, lines = writer.chance, writer.name, []
    facts = [writer.fill(fact, "p") for part in parts for fact in part.facts]
    if chance.random() < 0.12:
        lines.append(f"public {name} copy() throws CloneNotSupportedException {{ return ({name}) super.clone(); }}")
    if chance.random() < 0.15:
        lines.append(f"@Override public boolean equals(Object o) {{ {chance.choice([f'if (!(o instanceof {name})) return false; ', ''])}{name} p = ({name}) o; return {chance.choice(facts)}; }} @Override public int hashCode() {{ return 1; }}")
    if chance.random() < 0.2:
        lines.append(f"public static boolean test(Object o) {{ if (o instanceof {name} p) {{ assert {chance.choice(facts)}; return true; }} return false; }}")
    if chance.random() < 0.12:
        lines.append(f"public static void each(List<{name}> all) {{ if (all == null) return; for ({name} p : all) if (p != null) assert {chance.choice(facts)}; }}")
    if chance.random() < 0.12:
        lines.append(f"public static void first({name}... all) {{ if (all != null && all.length > 0 && all[0] != null) {{ {name} p = all[0]; assert {chance.choice(facts)}; }} }}")
    if chance.random() < 0.12:
        lines.append(f"private static int live; public static void born({name} p) {{ if (p != null) live++; }} public static void liveCheck() {{ assert live >= 0; assert live < {chance.choice([2, 5, 1000000])}; }}")
    if chance.random() < 0.12:
        lines.append(f"public class View {{ public void viewCheck() {{ {name} p = {name}.this; assert {chance.choice(facts)}; }} }} public View view() {{ return new View(); }}")
    if chance.random() < 0.12:
        lines.append(f"public Runnable job() {{ {name} p = this; return {chance.choice([f'() -> {{ assert {chance.choice(facts)}; }}', f'new Runnable() {{ int runs; public void run() {{ runs++; assert runs < {chance.choice([3, 1000000])}; assert {chance.choice(facts)}; }} }}'])}; }}")
    if chance.random() < 0.1:
        lines.append(f"private static {name} kept; public static void keep({name} p) {{ if (kept == null) kept = p; }} public static void keptCheck() {{ {name} p = kept; if (p != null) assert {chance.choice(facts)}; }}")
    return lines


def subclass(writer, parts):
    """A subclass of the same package, where a constructor without parameters is there."""
    chance, name = writer.chance, writer.name
    if writer.other_files or any(part.parameters for part in parts):
        return None
    statements = [writer.fill(fact) for part in parts for fact in part.facts]
    fields = [field.split(";")[0].split("=")[0].split() for part in parts for field in part.fields if not field.startswith("private")]
    changes = [f"public void change{at}() {{ {words[-1]} = {default(words[-2])}; }}" for at, words in enumerate(fields)
               if not any(word == "final" for word in words)]
    lines = changes + [f"private int own; public void own(int n) {{ if (n > own) own = n; }} public void ownCheck() {{ assert own >= 0; assert own != {chance.choice([-1, 3])}; }}"]
    if not statements:
        return None
    return f"public class Q extends {name} {{\n" + "".join(f"    {line}\n" for line in lines) + "}\n"


def default(type_):
    return {"int": "-1", "long": "-1L", "boolean": "true"}.get(type_, "null")


def enum(chance, name):
    """An enum whose constants have fields."""
    low, high = chance.choice([(0, 5), (1, 9), (0, 3)])
    final = chance.random() < 0.3
    constants = ", ".join(f"{letter}({chance.randint(low, high + (chance.random() < 0.3))}{chance.choice(['', '', ''])})" for letter in "ABC"[:chance.randint(2, 3)])
    body = [f"{'private final' if final else pieces.visibility(chance)} int v;", "private String tag; private final List<Integer> log = new ArrayList<>();",
            f"P(int v) {{ this.v = v; {chance.choice(['', 'COUNTED[0]++; '.replace('COUNTED[0]++', 'Count.n++')])}}}",
            "static class Count { static int n; }", "public int v() { return v; }"]
    if not final:
        body += pieces.some(chance, [f"public void up() {{ if (v < {high}) v++; }}", "public void set(int n) { v = n; }", f"public void put(int n) {{ if (n >= {low} && n <= {high}) v = n; }}", "public static void all() { for (P p : values()) p.v = 0; }"])
    body += pieces.some(chance, ["public void tag(String s) { if (s != null) tag = s; }", "public void log(int n) { if (log.size() < 3) log.add(n); }", "public List<Integer> log() { return log; }",
                                 "public P next() { return values()[(ordinal() + 1) % values().length]; }", "private static P current = A; public static P current() { return current; } public static void move(P p) { if (p != null) current = p; }"])
    current = any("current" in line for line in body)
    facts = [f"v >= {low}", f"v <= {high}", f"A.v <= {high}", "tag == null", "tag == null || !tag.isEmpty()", "log.size() <= 3", "log.isEmpty()", "ordinal() < 3", f"A.v != {high}", "Count.n >= 0", "Count.n <= 3"]
    facts += ["current != null", "current == A", "current != B"] if current else []
    body += [f"public void check{at}() {{ assert {fact}; }}" for at, fact in enumerate(chance.sample(facts, 5))]
    body += [f"public static int of(P p) {{ if (p == null) return 0; switch (p) {{ case A: return 1; case B: assert p.v {chance.choice(['>=', '<', '!='])} {chance.choice([low, high])}; return 2; default: return 3; }} }}"]
    return {"P": f"public enum P {{\n    {constants};\n" + "".join(f"    {line}\n" for line in body) + "}\n"}


def record(chance, name):
    """Records with checks, and what holds of them."""
    low = chance.choice([0, 1])
    checks = [f"if (n < {low}) throw new IllegalArgumentException();", "if (all.length == 0) throw new IllegalArgumentException();", "Objects.requireNonNull(s);", "if (list.isEmpty()) throw new IllegalArgumentException();"]
    components = [("int n", checks[0], [f"n >= {low}", "n != 5", "n <= 1000000"]), ("int[] all", chance.choice([checks[1], checks[1] + " all = all.clone();"]), ["all.length > 0", "all[0] != 3", "all[0] == all[0]"]),
                  ("String s", checks[2], ["s != null", "s.length() >= 0", "!s.isEmpty()"]), ("List<String> list", chance.choice([checks[3], checks[3] + " list = List.copyOf(list);", "list = new ArrayList<>(list);"]), ["!list.isEmpty()", "list != null", "list.size() < 3"])]
    chosen = pieces.some(chance, components)
    facts = [fact for _, _, known in chosen for fact in known]
    compact = "" if chance.random() < 0.2 else "public R { " + " ".join(check for _, check, _ in chosen) + " }"
    observers = [f"public void check{at}() {{ assert {fact}; }}" for at, fact in enumerate(chance.sample(facts, min(3, len(facts))))]
    user = chance.choice(facts)
    for word in ("n", "all", "s", "list"):
        user = re.sub(rf"(?<![\w.]){word}(?![\w(])", f"r.{word}()", user)
    p = ["private R held; private int seen;", "public void hold(R r) { if (r != null) held = r; }", f"public void check() {{ R r = held; if (r != null) assert {user}; }}",
         f"public static void any(Object o) {{ if (o instanceof R r) assert {user}; }}", "public R held() { return held; }"]
    return {"R": f"public record R({', '.join(text for text, _, _ in chosen)}) {{\n    {compact}\n" + "".join(f"    {line}\n" for line in observers) + "}\n",
            "P": "public class P {\n" + "".join(f"    {line}\n" for line in p) + "}\n"}


def sealed(chance, name):
    """A sealed interface, its records and classes, and who asks which it is."""
    bound = chance.choice([0, 1, 4])
    guard = f"if (side < {bound}) throw new IllegalArgumentException();"
    files = {"Shape": "public sealed interface Shape permits Square, Dot, Group { int area(); }\n",
             "Square": f"public record Square(int side) implements Shape {{ public Square {{ {chance.choice([guard, guard, ''])} }} public int area() {{ return side; }} }}\n",
             "Dot": f"public final class Dot implements Shape {{ {chance.choice(['private', 'public', 'private final'])} int weight = 1; {chance.choice(['public', 'private', ''])} Dot() {{ }} public static final Dot ONLY = new Dot(); public int area() {{ return {chance.choice(['0', 'weight'])}; }} }}\n",
             "Group": f"public {chance.choice(['non-sealed', 'final'])} class Group implements Shape {{ private final List<Shape> all = new ArrayList<>(); public void add(Shape s) {{ if (s != null && s != this && all.size() < 3) all.add(s); }} public int area() {{ return all.size(); }} public int total() {{ int n = 0; for (Shape s : all) n += s instanceof Group ? 1 : s.area(); return n; }} public void check0() {{ assert all.size() <= 3; }} public void check1() {{ assert all.isEmpty() || all.get(0) != null; }} public void check2() {{ assert all.size() < 2 || all.get(0) != all.get(1); }} public List<Shape> all() {{ return {chance.choice(['all', 'Collections.unmodifiableList(all)', 'List.copyOf(all)'])}; }} }}\n"}
    asks = pieces.some(chance, [
        f"public static void a(Shape s) {{ if (s instanceof Square q) assert q.side() >= {bound}; }}",
        f"public static void b(Object o) {{ if (o instanceof Square q && q.side() == {chance.choice([bound, bound - 1, 7])}) assert false; }}",
        "public static void c(Object o) { if (o instanceof Shape s && !(s instanceof Square)) assert s instanceof Group || s == Dot.ONLY; }",
        f"public static int d(Shape s) {{ if (s == null) return 0; int a = s.area(); if (a < {chance.choice([0, bound])}) throw new IllegalStateException(); return a; }}",
        "public static void e(Object o) { if (o instanceof Group g) assert g.area() >= 0; }",
        f"public static void f(Object[] all) {{ if (all == null) return; for (int k = 0; k < all.length && k < 2; k++) assert !(all[k] instanceof {chance.choice(['Dot', 'Square', 'Group'])}); }}",
        "private static Shape last; public static void keep(Shape s) { if (s != null) last = s; } public static void lastCheck() { assert last == null || last.area() >= 0; }",
        "public static void g(List<Shape> all) { if (all != null && !all.isEmpty() && all.get(0) instanceof Dot d) assert d == Dot.ONLY; }",
    ], 3)
    files["P"] = "public class P {\n" + "".join(f"    {line}\n" for line in asks) + "}\n"
    return files


def hierarchy(chance, name):
    """A base class with steps that subclasses fill in."""
    low = chance.choice([0, 1])
    base = [f"{chance.choice(['protected', 'private', 'private', ''])} int total;", f"{chance.choice(['protected', 'private'])} final List<Integer> parts = new ArrayList<>();",
            f"{chance.choice(['public', 'protected', ''])} Base(int start) {{ {chance.choice(['', 'init(); '])}total = {chance.choice(['start', 'Math.max(start, 0)', 'start & 15'])}; {chance.choice(['', 'init(); '])}}}", "protected void init() { }",
            "protected abstract int step(int n);" if chance.random() < 0.6 else "protected int step(int n) { return n > 0 ? 1 : 0; }"]
    base += ["public void run(int n) { " + chance.choice(["int k = step(n); if (k > 0 && total < 1000) total += k & 15;", "total += step(n);", "int before = total; total = -1; int k = step(n); total = k >= 0 ? before : before + 0;", "if (parts.size() < 3) parts.add(step(n));"]) + " }",
             chance.choice(["public int total() { return total; }", "public final int total() { return total; }"]), "public List<Integer> parts() { return " + chance.choice(["parts", "Collections.unmodifiableList(parts)"]) + "; }"]
    facts = [f"total >= {low}", "total >= 0", "total() >= 0", "total() == total", "parts.size() <= 3", "parts.isEmpty()", "step(0) >= 0", "total <= 1015", "parts != null"]
    base += [f"public {chance.choice(['', 'final '])}void check{at}() {{ assert {fact}; }}" for at, fact in enumerate(chance.sample(facts, 4))]
    left = [f"private int own{chance.choice(['', ' = 3'])}; private final String tag; {chance.choice(['public', 'public', 'private'])} Left(int n) {{ super({chance.choice(['n', '0', '5', 'Math.abs(n)'])}); tag = \"t\"; {chance.choice(['', 'own = n;'])} }} public static Left of() {{ return new Left(2); }}",
            f"@Override protected int step(int n) {{ {chance.choice(['own++; return own;', 'return n;', 'return tag.length();', 'return Math.max(n, 0);', 'if (own < 5) own++; return own;'])} }}",
            chance.choice(["", "@Override protected void init() { own = 4; }", "@Override protected void init() { assert tag != null; }"]),
            f"public void leftCheck() {{ assert own {chance.choice(['>= 0', '<= 5', '!= 4', '== 3'])}; }} public void tagCheck() {{ assert tag != null; }}"]
    right = ["public Right() { super(1); }", f"@Override protected int step(int n) {{ return {chance.choice(['1', '0', '-1', 'n & 3'])}; }}", chance.choice(["", "@Override public String toString() { return \"r\"; }"])]
    asks = [f"public static void ask(Base b) {{ if (b != null) {{ {chance.choice(['assert b.total() >= 0;', 'assert b instanceof Left || b instanceof Right;', 'b.run(1); assert b.total() >= 0;', 'assert !(b instanceof Left);'])} }} }}",
            "public static Base make(int n) { return n == 0 ? new Right() : n < 0 ? new Base(n) { @Override protected int step(int k) { return k; } } : Left.of(); }"]
    abstract = "abstract " if any("abstract" in line for line in base) else chance.choice(["", "abstract "])
    return {"Base": f"public {abstract}class Base {{\n" + "".join(f"    {line}\n" for line in base) + "}\n",
            "Left": f"public {chance.choice(['', 'final '])}class Left extends Base {{\n" + "".join(f"    {line}\n" for line in left) + "}\n",
            "Right": "public class Right extends Base {\n" + "".join(f"    {line}\n" for line in right) + "}\n",
            "P": "public class P {\n" + "".join(f"    {line}\n" for line in asks) + "}\n"}


def initialisers(chance, name):
    """Static state of several classes, some set by others, and initialisers that read it or may fail."""
    config = ["private static int level" + chance.choice(["", " = 1"]) + "; public static void level(int n) { " + chance.choice(["", "if (n >= 0) "]) + "level = n; } public static int level() { return level; }",
              f"{chance.choice(['private', 'public'])} static String mode = \"m\"; public static void mode(String s) {{ {chance.choice(['if (s != null) ', ''])}mode = s; }} static String mode() {{ return mode; }}",
              f"public static final List<String> NAMES = {chance.choice(['new ArrayList<>()', 'List.of()', 'new ArrayList<>(List.of(chr))']).replace('chr', chr(34) + 'a' + chr(34))};",
              f"public static final int[] TABLE = {{1, 2, 3}}; {chance.choice(['public', 'private'])} static int[] table = {{4, 5}};"]
    facts = ["level >= 0", "mode != null", "NAMES.size() <= 2", "NAMES.isEmpty()", "TABLE[0] == 1", "TABLE.length == 3", "table[1] == 5", "table != null", "level == 0 || level > 0"]
    config += [f"public static void check{at}() {{ assert {fact}; }}" for at, fact in enumerate(chance.sample(facts, 4))]
    late = [f"private static final int AT = {chance.choice(['Config.level()', '5', 'Config.TABLE[0]', 'Config.NAMES.size()'])}; static final int LENGTH = {chance.choice(['Config.mode().length()', '1', '10 / (Config.level() + 1)', 'Config.TABLE[Config.level() & 3]'])};",
            "private static int calls; private static Late only; private Late() { } public static Late get() { calls++; if (only == null) only = new Late(); return only; }",
            "public static int at() { return AT; } private int used; public void use() { used++; }"]
    more = ["AT >= 0", "AT == 5 || AT < 5", "LENGTH >= 0", "LENGTH == 1", "calls >= 0", "only == null || calls > 0", "calls < 3", "only != null || calls == 0"]
    late += [f"public static void check{at}() {{ assert {fact}; }}" for at, fact in enumerate(chance.sample(more, 4))]
    late += [f"public void check() {{ assert used {chance.choice(['>= 0', '< 2', '!= 2', '< 1000000'])}; }} public void me() {{ assert this == only; }}"]
    p = [f"public static int one() {{ return {chance.choice(['Late.at()', 'Late.LENGTH', 'Config.level() + Late.LENGTH'])}; }}",
         "public static void two() { try { Late.get().use(); } catch (ExceptionInInitializerError e) { } }",
         f"static class Holder {{ static final {chance.choice(['int N = Late.LENGTH', 'int N = Config.level() / 2', 'String N = Config.mode()', 'int[] N = Config.TABLE'])}; }} public static Object three() {{ return Holder.N; }}",
         f"public static void four() {{ Object n = Holder.N; assert n != null; }} public static void five() {{ assert Late.LENGTH {chance.choice(['>= 0', '> 0', '== Late.LENGTH', '< 20'])}; }}"]
    return {"Config": "public class Config {\n" + "".join(f"    {line}\n" for line in config) + "}\n", "Late": "public class Late {\n" + "".join(f"    {line}\n" for line in late) + "}\n",
            "P": "public class P {\n" + "".join(f"    {line}\n" for line in p) + "}\n"}


def exceptions(chance, name):
    """Own exceptions that are thrown, caught and changed."""
    x = [f"{chance.choice(['private', 'public'])} {chance.choice(['final ', ''])}int code; public X(int code) {{ {chance.choice(['super()', 'super(chr + code)', 'super(chr, code > 2 ? new RuntimeException() : null)']).replace('chr', chr(34) + 'x' + chr(34))}; {chance.choice(['if (code < 0) throw new IllegalArgumentException(); ', ''])}this.code = code; }} public int code() {{ return code; }}"]
    raising = f"if (n > {chance.choice([0, 5])}) throw new X(n); if (n < {chance.choice([-2, -5])}) throw new Y();"
    p = [f"private int count; private boolean open; private String last;"] + pieces.some(chance, [
        f"public void a(int n) {{ open = true; try {{ {raising} count++; }} finally {{ {chance.choice(['open = false;', 'if (n != 3) open = false;', 'open = n == 7;'])} }} }}",
        f"public void b(int n) {{ try {{ {raising} }} catch (X e) {{ count = {chance.choice(['e.code()', 'Math.max(0, e.code())', '0'])}; }} {chance.choice(['', 'catch (Y e) { last = null; }'])} }}",
        f"public void c(RuntimeException e) {{ if (e == null) return; try {{ throw e; }} catch (X x) {{ {chance.choice(['assert x.code() >= 0;', 'count = x.code();', 'last = x.getMessage();', 'assert x.getCause() == null;'])} }} catch (RuntimeException r) {{ {chance.choice(['', 'assert !(r instanceof Y);', 'last = r.getMessage();'])} }} }}",
        f"public int d(Runnable r) {{ open = true; try {{ if (r != null) r.run(); return 1; }} catch ({chance.choice(['RuntimeException', 'IllegalStateException', 'X'])} e) {{ return 2; }} finally {{ {chance.choice(['open = false;', 'count++;', 'open = false; count++;'])} }} }}",
        "public static int e(Throwable t) { if (t instanceof X x) return " + chance.choice(["10 / (x.code() + 1)", "x.code()", "x.getMessage().length()"]) + "; return t == null ? 0 : 1; }",
        "public static void f(Exception e) { if (e != null && e.getCause() instanceof X) assert " + chance.choice(["false", "((X) e.getCause()).code() >= 0", "e.getCause() != e"]) + "; }",
        "public X g(int n) { return new X(n); }",
        "public void h(X e) throws X { if (e != null) { count = 1; throw e; } }",
        "public void i(String s) { last = \"l\"; int k = Integer.parseInt(s); last = s; count = k; }",
    ], 4)
    facts = ["!open", "count >= 0", "last != null", "last == null || !last.isEmpty()", "count < 3", "!open || count > 0", "count != 4"]
    p += [f"public void check{at}() {{ assert {fact}; }}" for at, fact in enumerate(chance.sample(facts, 4))]
    return {"X": "public class X extends RuntimeException {\n    " + x[0] + "\n}\n", "Y": f"public {chance.choice(['final ', ''])}class Y extends {chance.choice(['RuntimeException', 'IllegalStateException'])} {{ }}\n",
            "P": "public class P {\n" + "".join(f"    {line}\n" for line in p) + "}\n"}


def iterators(chance, name):
    """Inner, anonymous and local classes over state of an outer object."""
    advance = chance.choice(["return items[at++];", "if (at >= items.length) throw new NoSuchElementException(); return items[at++];", "if (!hasNext()) return null; return items[at++];"])
    p = [f"private String[] items = {{\"a\", \"b\"}}; private int mods;", f"public class It implements Iterator<String> {{ {chance.choice(['private', 'public'])} int at; {chance.choice(['private ', 'public '])}It() {{ }} public boolean hasNext() {{ return at < items.length; }} public String next() {{ {advance} }} public void check0() {{ assert at >= 0; }} public void check1() {{ assert at <= items.length; }} public void back() {{ {chance.choice(['if (at > 0) at--;', 'at--;', 'at = 0;'])} }} public P outer() {{ return P.this; }} public void check2() {{ assert outer() != null && items != null; }} }}",
         "public It it() { return new It(); }"] + pieces.some(chance, [
        "public void set(int n, String s) { if (n >= 0 && n < items.length && s != null) items[n] = s; }",
        "public void shrink() { items = new String[" + chance.choice(["0", "1"]) + "]; mods++; }",
        "public void grow() { if (items.length < 8) items = Arrays.copyOf(items, items.length + 1); mods++; }",
        "public Iterator<String> other() { return new Iterator<String>() { int k = items.length; public boolean hasNext() { return k > 0; } public String next() { " + chance.choice(["return items[--k];", "if (k <= 0) throw new NoSuchElementException(); return items[--k];"]) + " } }; }",
        "public IntSupplier counter() { int[] n = {0}; return () -> { n[0]++; assert n[0] < " + chance.choice(["3", "1000000"]) + "; return n[0]; }; }",
        "public Comparator<String> order() { class Order implements Comparator<String> { int used; public int compare(String a, String b) { used++; " + chance.choice(["", "assert used < 3;"]) + " return a == null || b == null ? 0 : a.compareTo(b); } } return new Order(); }",
        "public List<String> list() { return Arrays.asList(items); }",
        "public String[] raw() { return items; }",
        "public Iterable<String> all() { return () -> new It(); }",
    ], 3)
    facts = ["items.length > 0", "items.length >= 2", "items != null", "items.length == 0 || items[0] != null", "mods >= 0", "mods == 0 || items.length != 2", "items[items.length - 1] != null"]
    p += [f"public void check{at}() {{ assert {fact}; }}" for at, fact in enumerate(chance.sample(facts, 4))]
    return {"P": "public class P {\n" + "".join(f"    {line}\n" for line in p) + "}\n"}


def open_types(chance, name):
    """An interface and a class that others may implement and extend, and who relies on them."""
    p = ["private Rule rule; private int last; private Node first;", "public void rule(Rule r) { if (r != null) rule = r; }", "public Rule rule() { return rule; }"] + pieces.some(chance, [
        f"public void apply(int n) {{ if (rule != null) {{ int k = rule.apply(n); {chance.choice(['if (k >= 0) last = k;', 'last = k;', 'assert k == rule.apply(n);', 'last = Math.abs(k);'])} }} }}",
        f"public static void ask(Node n) {{ if (n != null) {{ {chance.choice(['assert n.id() >= 0;', 'assert n.getClass() == Node.class;', 'assert n.own() >= 0;', 'int k = n.own(); n.touch(); assert n.own() == k;'])} }} }}",
        "public void first(Node n) { if (n != null && n.own() >= 0) first = n; }",
        f"public static Rule twice(Rule r) {{ if (r == null) return n -> n; return n -> {chance.choice(['r.apply(r.apply(n))', 'Math.max(0, r.apply(n))'])}; }}",
        "public static final Rule SAME = n -> n; public static void same(int n) { assert SAME.apply(n) == n; }",
        f"public void node(Object o) {{ if (o instanceof Node n && n.own() > {chance.choice([0, 2])}) {{ last = n.own(); assert last > 0; }} }}",
    ], 3)
    facts = ["last >= 0", "rule != null || last == 0", "first == null || first.own() >= 0", "first == null", "last != 3", "first == null || first.id() >= 0"]
    p += [f"public void check{at}() {{ assert {fact}; }}" for at, fact in enumerate(chance.sample(facts, 4))]
    node = [f"private static int next; private final int id; {chance.choice(['private', 'protected'])} int own;", f"public Node() {{ {chance.choice(['id = next++;', 'touch(); id = 1;', 'id = next < 100 ? next++ : 0;'])} }}", f"public {chance.choice(['', 'final '])}int id() {{ return id; }} public {chance.choice(['', 'final '])}int own() {{ return own; }}",
            f"public void touch() {{ {chance.choice(['if (own < 5) own++;', 'own++;', 'own = id;'])} }}"]
    node += [f"public void check{at}() {{ assert {fact}; }}" for at, fact in enumerate(chance.sample(["id >= 0", "own >= 0", "own() == own", "id() < next", "own <= 5", "id <= 100"], 3))]
    return {"Rule": "public interface Rule { int apply(int n); " + chance.choice(["", "default int twice(int n) { return apply(apply(n)); }", "default void must(int n) { assert apply(n) == apply(n); }"]) + " }\n",
            "Node": f"public {chance.choice(['', '', 'final '])}class Node {{\n" + "".join(f"    {line}\n" for line in node) + "}\n", "P": "public class P {\n" + "".join(f"    {line}\n" for line in p) + "}\n"}


def hidden(chance, name):
    """Parts of classes that nobody else can name: private, inner and anonymous ones, which constructors make."""
    given = chance.choice(["", "int n", "int n"])
    refusing = chance.choice(["", "if (n < 0) throw new IllegalArgumentException(); "])
    part = [f"{chance.choice(['private ', ''])}int n;", "boolean on;", f"final int[] a = new int[{chance.choice([1, 2, 3])}];"]
    part += [f"{chance.choice(['private ', ''])}Q({given}) {{ {refusing + 'this.n = n; ' if given else ''}}}"]
    header = f"private {chance.choice(['static ', 'static final ', ''])}class Q"
    made = f"new Q({chance.choice(['0', '1', 'k']) if given else ''})"
    own = "int k" if "k" in made else ""
    p = [f"private final Q q;", "private Q r;", f"public P({own}) {{ q = {made}; }}"] + pieces.some(chance, [
        "public void up() { q.n++; }",
        f"public void down() {{ {chance.choice(['if (q.n > 0) ', ''])}q.n--; }}",
        f"public void set(int k) {{ {chance.choice(['if (k >= 0) ', 'if (k > 0 && k < 4) ', ''])}q.n = k; }}",
        "public void turn() { q.on = !q.on; }",
        "public void put(int k) { q.a[q.n] = k; }",
        f"public void renew() {{ r = {made.replace('k', '1')}; }}",
        "public void pass() { if (r != null) r.n = q.n; }",
        "public IntSupplier later() { return () -> q.n++; }",
        "private final Runnable part = new Runnable() { int used; public void run() { used++; assert used < " + chance.choice(["2", "3", "1000000"]) + "; } }; public void run() { part.run(); }",
        "private final List<Q> all = new ArrayList<>(); public void add() { all.add(q); } public void each() { for (Q one : all) { one.n++; } }",
        "public Object shown() { return q; } public static int read(Object o) { return o instanceof Q one ? 10 / (one.n + 1) : 0; }",
    ], 4)
    facts = ["q.n >= 0", "q.n < 4", "q.n != 2", "q.n == 0", "!q.on || q.n > 0", "q.a.length > 1", "q.a[0] >= 0", "r == null || r.n > 0", "q != null", "q.n < 1000000", "new int[q.n].length >= 0"]
    p += [f"public void check{at}() {{ assert {fact}; }}" for at, fact in enumerate(chance.sample(facts, 5))]
    inner = header + " {\n" + "".join(f"        {line}\n" for line in part) + "    }"
    return {"P": f"public {chance.choice(['', 'final '])}class P {{\n" + "".join(f"    {line}\n" for line in [inner] + p) + "}\n"}


# What the JDK's code calls back of a class: what it extends, what it overrides, and what has the JDK do so.
CALLED_BACK = [
    ("RuntimeException", "public String getMessage() { tell(); return \"\"; }", "new K().toString()"),
    ("RuntimeException", "public Throwable fillInStackTrace() { tell(); return this; }", "new K()"),
    ("AbstractList<String>", "public String get(int n) { return \"\"; } public int size() { tell(); return 0; }", "new K().isEmpty()"),
    ("AbstractMap<String, String>", "public Set<Map.Entry<String, String>> entrySet() { tell(); return Set.of(); }", "new K().size()"),
    ("LinkedHashMap<String, String>", "protected boolean removeEldestEntry(Map.Entry<String, String> e) { tell(); return false; }", "new K().put(\"a\", \"b\")"),
    ("Random", "K() { super(1L); } public void setSeed(long n) { tell(); }", "new K()"),
    ("Number", "public int intValue() { tell(); return 0; } public long longValue() { return 0; } public float floatValue() { return 0; } public double doubleValue() { return 0; }", "new K().byteValue()"),
    ("Object", "public String toString() { tell(); return \"\"; }", "String.valueOf(new K())"),
    ("Object", "void go() { tell(); }", "new K()"),
    ("RuntimeException", "void go() { tell(); }", "new K().getMessage()"),
]


def called_back(chance, name):
    """An object, or its class, is being changed while code of the JDK, inherited or of a class above, calls what is overridden."""
    extended, overrides, call = chance.choice(CALLED_BACK)
    static = chance.choice(["", "", "static "])
    kept = chance.choice(["seen", "Kept.seen"])
    between = f"a = {chance.choice([1, 2, 'b + 1'])};"
    after = f"a = {chance.choice([0, 'b'])};"
    change = chance.choice([f"{between} try {{ {call}; }} finally {{ {after} }}", f"{between} {call}; {after}"])
    p = [f"private {static}int a, b;", "private static int seen; private static final class Kept { private static int seen; }",
         f"private {static}final class K extends {extended} {{ {overrides} }}",
         f"{chance.choice(['public', 'private'])} {static}void tell() {{ {kept} = a - b; }}",
         f"public {static}void change() {{ {change} }}"] + pieces.some(chance, [
        f"public {static}void both() {{ {chance.choice(['a++; b++;', 'b = 0; a = 0;'])} }}",
        f"public {static}void twice() {{ change(); change(); }}",
        f"public {static}int told() {{ tell(); return {kept}; }}",
    ], 1)
    facts = [f"{kept} == 0", f"{kept} >= 0", f"{kept} < 2", f"{kept} < 1000000"]
    p += [f"public static void check{at}() {{ assert {fact}; }}" for at, fact in enumerate(facts)]
    p += [f"public {static}void own{at}() {{ assert {fact}; }}" for at, fact in enumerate(["a == b", "a >= b", "b >= 0"])]
    return {"P": f"public {chance.choice(['', 'final '])}class P {{\n" + "".join(f"    {line}\n" for line in p) + "}\n"}


def inherited_names(chance, name):
    """Member classes that a caller names as members which a class inherits, or does not."""
    around = chance.choice(["private static class H", "static class H", "public static class H", "interface H"])
    open_to = chance.choice(["public ", "public ", "protected ", ""]) if "class" in around else ""
    shown = chance.choice(["public static class S %s H { }", "static class S %s H { }", ""])
    shown = shown.replace("%s", "extends" if "class" in around else "implements")
    member = [f"{chance.choice(['public ', 'public ', 'protected ', ''])}static int n = {chance.choice([1, 3])};",
              f"private final int v; {chance.choice(['public ', 'public ', 'private ', ''])}K(int v) {{ this.v = v; }}",
              f"public void up() {{ {chance.choice(['if (n > 0) n++;', 'n++;', ''])} }}"]
    member += [f"public void check{at}() {{ assert {fact}; }}" for at, fact in enumerate(["v == 1", "v > 0", "n > 0"])]
    nested = f"{around} {{ {open_to}static class K {{ {' '.join(member)} }} }}"
    p = [nested, shown, "public static Object one() { return new H.K(1); }",
         "public static void test(Object o) { if (o instanceof H.K k) { assert k.v == 1; } }"]
    p += [f"public static void check{at}() {{ assert {fact}; }}" for at, fact in enumerate(["H.K.n == 1 || H.K.n == 3", "H.K.n > 0", "H.K.n < 4"])]
    return {"P": "public class P {\n" + "".join(f"    {line}\n" for line in p) + "}\n"}


KINDS = [(enum, 2), (record, 2), (sealed, 2), (hierarchy, 2), (initialisers, 2), (exceptions, 2), (iterators, 2), (open_types, 2), (hidden, 2), (called_back, 2), (inherited_names, 2)]
