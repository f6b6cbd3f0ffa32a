"""Parts of generated classes: fields with what sets, changes and shows them, and conditions that may or may not hold of them.

In texts `$` is the object (or, for static state, the class), `@C` its class and `ST` the word `static` where the state is."""

import dataclasses


@dataclasses.dataclass
class Piece:
    """A part of a class."""
    fields: list
    # Parameters of the constructor: type, name, expressions that give values.
    parameters: list = dataclasses.field(default_factory=list)
    # What checks the parameters, and what sets the fields.
    checks: list = dataclasses.field(default_factory=list)
    sets: list = dataclasses.field(default_factory=list)
    methods: list = dataclasses.field(default_factory=list)
    # Conditions that observers assert.
    facts: list = dataclasses.field(default_factory=list)
    nested: list = dataclasses.field(default_factory=list)


def visibility(chance):
    return chance.choices(["private", "", "protected", "public"], [75, 10, 6, 9])[0]


def refuse(chance, condition):
    """What refuses a parameter."""
    return chance.choice([f"if ({condition}) throw new IllegalArgumentException();", f"if ({condition}) throw new IllegalStateException(\"bad\");"])


def some(chance, texts, least=1):
    """Some of some texts, in their order."""
    count = chance.randint(min(least, len(texts)), len(texts))
    kept = sorted(chance.sample(range(len(texts)), count))
    return [texts[at] for at in kept]


def ranged(r, i):
    """A number in a range."""
    low, high = r.choice([(0, 7), (0, 9), (1, 10), (-3, 3), (0, 100)])
    kind = r.choice(["int", "int", "int", "long"])
    v, x = f"v{i}", f"x{i}"
    final = "final " if r.random() < 0.25 else ""
    check, write = r.choice([
        (refuse(r, f"{x} < {low} || {x} > {high}"), f"$.{v} = {x};"),
        (refuse(r, f"{x} < {low}"), f"$.{v} = {x} > {high} ? {high} : {x};"),
        ("", f"$.{v} = Math.max({low}, Math.min({high}, {x}));"),
        ("", f"$.{v} = {x} & 7;"),
        ("", f"$.{v} = {x};"),
    ])
    methods = [
        f"public ST {kind} get{i}() {{ return $.{v}; }}",
    ]
    if not final:
        methods += some(r, [
            f"public ST void set{i}({kind} {x}) {{ {check} {write} }}",
            f"public ST void inc{i}() {{ if ($.{v} < {high}) $.{v}++; }}",
            f"public ST void dec{i}() {{ if ($.{v} > {low + r.choice([0, 0, 0, -1])}) $.{v}--; }}",
            f"public ST void add{i}({kind} d) {{ $.{v} += d; if ($.{v} < {low} || $.{v} > {high}) $.{v} = {low}; }}",
            f"public ST void put{i}({kind} {x}) {{ {kind} old = $.{v}; $.{v} = {x}; if ({x} < {low} || {x} > {high}) {{ {r.choice([f'$.{v} = old; ', ''])}throw new IllegalArgumentException(); }} }}",
            f"public ST void during{i}(Runnable r) {{ {kind} old = $.{v}; $.{v} = {r.choice([low - 1, high, high + 1])}; try {{ if (r != null) r.run(); }} finally {{ $.{v} = old; }} }}",
            f"public ST void after{i}(IntUnaryOperator f) {{ int n = f == null ? {low} : f.applyAsInt({high}); if (n >= {low} && n <= {high}) $.{v} = n; }}",
            f"ST void raw{i}({kind} {x}) {{ $.{v} = {x}; }}",
            f"public ST void reset{i}() {{ $.{v} = {r.choice([low, 0, high])}; }}",
            f"public ST void swap{i}(@C other) {{ if (other == null) return; {kind} t = other.{v}; other.{v} = $.{v}; $.{v} = t; }}",
            f"public ST void wrap{i}() {{ $.{v} = ($.{v} + 1) % {high + 1}; }}",
        ])
    field = f"{visibility(r)} ST {final}{kind} {v}{'' if final else r.choice(['', '', f' = {low}'])};"
    facts = [f"$.{v} >= {low}", f"$.{v} <= {high}", f"$.{v} != {high + 1}", f"$.{v} >= {low} && $.{v} <= {high}", f"$.{v} < {high}", f"$.{v} != {r.randint(low, high)}"]
    return Piece([field], [(kind, x, [str(low), str(high), str((low + high) // 2), str(r.choice([low - 1, high + 1, high]))])], [check], [write], methods, facts)


def ordered(r, i):
    """Two numbers in order."""
    a, b, x, y = f"lo{i}", f"hi{i}", f"p{i}", f"q{i}"
    check, write = r.choice([
        (refuse(r, f"{x} > {y}"), f"$.{a} = {x}; $.{b} = {y};"),
        ("", f"$.{a} = Math.min({x}, {y}); $.{b} = Math.max({x}, {y});"),
        (refuse(r, f"{x} > {y}"), f"$.{b} = {y}; $.{a} = {x};"),
        ("", f"$.{a} = {x}; $.{b} = {x} < {y} ? {y} : {x};"),
    ])
    methods = some(r, [
        f"public ST void low{i}(int {x}) {{ if ({x} <= $.{b}) $.{a} = {x}; }}",
        f"public ST void high{i}(int {y}) {{ {r.choice([f'if ({y} < $.{a}) throw new IllegalArgumentException(); ', f'if ({y} < 0) throw new IllegalArgumentException(); '])}$.{b} = {y}; }}",
        f"public ST void grow{i}() {{ $.{b}++; }}",
        f"public ST void widen{i}(int d) {{ if (d > 0 && $.{b} <= 1000) $.{b} += Math.min(d, 1000); }}",
        f"public ST void both{i}(int {x}, int {y}) {{ $.{a} = {x}; if ({x} > {y}) throw new IllegalArgumentException(); $.{b} = {y}; }}",
        f"public ST void move{i}(IntSupplier s) {{ $.{a} = $.{b}; if (s != null) $.{b} = Math.max($.{b}, s.getAsInt()); }}",
        f"public ST int span{i}() {{ return $.{b} - $.{a}; }}",
        f"public ST void same{i}(@C o) {{ if (o != null) {{ $.{a} = o.{a}; $.{b} = o.{b}; }} }}",
        f"public ST void half{i}(@C o) {{ if (o != null && o.{a} <= $.{b}) $.{a} = o.{a}; }}",
    ])
    fields = [f"{visibility(r)} ST int {a};", f"{visibility(r)} ST int {b};"]
    facts = [f"$.{a} <= $.{b}", f"$.{a} <= $.{b}", f"$.{b} - $.{a} >= 0", f"$.{a} < $.{b} || $.{a} == $.{b}", f"$.{a} != $.{b}", f"$.{a} < $.{b}"]
    return Piece(fields, [("int", x, ["0", "1", "-2"]), ("int", y, ["5", "9", "3"])], [check], [write], methods, facts)


def kept_array(r, i):
    """An array that was given."""
    t, zero = r.choice([("int", "0"), ("int", "0"), ("String", "null"), ("Object", "null")])
    v, x = f"arr{i}", f"w{i}"
    good = {"int": f"{x}[k] < 0", "String": f"{x}[k] == null", "Object": f"{x}[k] == null"}[t]
    holds = {"int": f"$.{v}[0] >= 0", "String": f"$.{v}[0] != null", "Object": f"$.{v}[0] != null"}[t]
    check = f"if ({x}.length == 0) throw new IllegalArgumentException(); for (int k = 0; k < {x}.length && k < 3; k++) if ({good}) throw new IllegalArgumentException();"
    check2 = f"if ({x}.length == 0 || {good.replace('k', '0')}) throw new IllegalArgumentException();"
    checked = r.choice([check2, check2, check, f"if ({x}.length == 0) throw new IllegalArgumentException();"])
    write = r.choice([f"$.{v} = {x};", f"$.{v} = {x};", f"$.{v} = {x}.clone();", f"$.{v} = Arrays.copyOf({x}, {x}.length);", f"$.{v} = {x}.length > 1 ? {x} : {x}.clone();"])
    one = {"int": "5", "String": "\"k\"", "Object": "\"k\""}[t]
    methods = some(r, [
        f"public ST {t}[] get{i}() {{ return $.{v}{r.choice(['', '', '.clone()'])}; }}",
        f"public ST void set{i}(int at, {t} e) {{ if (at >= 0 && at < $.{v}.length{r.choice([' && e != null' if t != 'int' else ' && e >= 0', ''])}) $.{v}[at] = e; }}",
        f"public ST int length{i}() {{ return $.{v}.length; }}",
        f"public ST void give{i}(Consumer<{t}[]> c) {{ if (c != null) c.accept($.{v}); }}",
        f"public ST List<{'Integer' if t == 'int' else t}> view{i}() {{ return {'null' if t == 'int' else f'Arrays.asList($.{v})'}; }}",
        f"public ST void shift{i}() {{ if ($.{v}.length > 1) $.{v}[0] = $.{v}[1]; }}",
        f"public ST void wipe{i}() {{ Arrays.fill($.{v}, {r.choice([zero, one])}); }}",
    ], 0)
    fields = [f"{r.choice(['private', 'private', 'private', 'protected', 'public'])} ST {r.choice(['final ', ''])}{t}[] {v};"]
    facts = [f"$.{v} != null", f"$.{v}.length > 0", holds, f"$.{v}.length >= 1 && {holds}", holds, f"$.{v}.length < 3"]
    return Piece(fields, [(f"{t}[]", x, [f"new {t}[] {{{one}}}", f"new {t}[] {{{one}, {one}}}"])], [checked], [write], methods, facts)


def stack(r, i):
    """A growing array with a size."""
    a, n = f"items{i}", f"size{i}"
    grow = r.choice([f"if ($.{n} == $.{a}.length) $.{a} = Arrays.copyOf($.{a}, $.{n} * 2 + 1);", f"if ($.{n} >= $.{a}.length) return;", f"if ($.{n} > $.{a}.length) $.{a} = Arrays.copyOf($.{a}, $.{n} * 2);"])
    methods = [f"public ST void push{i}(String s) {{ {r.choice(['if (s == null) return; ', 'Objects.requireNonNull(s); ', ''])}{grow} $.{a}[$.{n}++] = s; }}"] + some(r, [
        f"public ST String pop{i}() {{ if ($.{n} == 0) return null; String s = $.{a}[--$.{n}]; {r.choice([f'$.{a}[$.{n}] = null; ', ''])}return s; }}",
        f"public ST String drop{i}() {{ $.{n}--; if ($.{n} < 0) {{ {r.choice([f'$.{n} = 0; ', ''])}throw new NoSuchElementException(); }} return $.{a}[$.{n}]; }}",
        f"public ST void clear{i}() {{ $.{n} = 0; }}",
        f"public ST void trim{i}() {{ $.{a} = Arrays.copyOf($.{a}, $.{n}); }}",
        f"public ST void each{i}(Consumer<String> c) {{ for (int k = 0; k < $.{n} && k < 4; k++) if (c != null) c.accept($.{a}[k]); }}",
        f"public ST String peek{i}() {{ return $.{n} == 0 ? \"\" : $.{a}[$.{n} - 1]; }}",
        f"public ST String[] leak{i}() {{ return $.{a}; }}",
        f"public ST void from{i}(@C o) {{ if (o != null) {{ $.{n} = o.{n}; $.{a} = {r.choice([f'o.{a}', f'o.{a}.clone()'])}; }} }}",
    ], 2)
    fields = [f"private ST String[] {a} = new String[{r.choice([0, 1, 2, 4])}];", f"{r.choice(['private', 'private', 'protected'])} ST int {n};"]
    facts = [f"$.{n} <= $.{a}.length", f"$.{n} >= 0", f"$.{n} == 0 || $.{a}[$.{n} - 1] != null", f"$.{a} != null", f"$.{n} < 4", f"$.{n} <= $.{a}.length && $.{n} >= 0"]
    return Piece(fields, [], [], [], methods, facts)


def named_list(r, i):
    """A list: own, given, copied, or a view."""
    v, x = f"list{i}", f"l{i}"
    how = r.choice(["own", "own", "keep", "copy", "view", "check", "sub"])
    e = r.choice(["String", "Integer"])
    one = "\"q\"" if e == "String" else "4"
    field, parameters, checks, sets = f"private ST final List<{e}> {v} = new ArrayList<>();", [], [], []
    if how != "own":
        field = f"private ST {r.choice(['final ', ''])}List<{e}> {v};"
        parameters = [(f"List<{e}>", x, ["new ArrayList<>(List.of(" + one + "))", f"Arrays.asList({one})", f"List.of({one}, {one})"])]
        checks = [f"if ({x}.isEmpty()) throw new IllegalArgumentException();"] if how == "check" or r.random() < 0.6 else [f"if ({x} == null) throw new IllegalArgumentException();"]
        sets = [{"keep": f"$.{v} = {x};", "check": f"$.{v} = {x};", "copy": f"$.{v} = new ArrayList<>({x});", "view": f"$.{v} = Collections.unmodifiableList({x});", "sub": f"$.{v} = {x}.subList(0, 1);"}[how]]
    methods = some(r, [
        f"public ST boolean add{i}({e} s) {{ {r.choice(['if (s == null) return false; ', '', f'if ($.{v}.size() >= 3) return false; '])}return $.{v}.add(s); }}",
        f"public ST List<{e}> all{i}() {{ return {r.choice([f'$.{v}', f'Collections.unmodifiableList($.{v})', f'new ArrayList<>($.{v})'])}; }}",
        f"public ST int count{i}() {{ return $.{v}.size(); }}",
        f"public ST void remove{i}() {{ if ($.{v}.size() > {r.choice([0, 1])}) $.{v}.remove(0); }}",
        f"public ST {e} first{i}() {{ return $.{v}.isEmpty() ? {one} : $.{v}.get(0); }}",
        f"public ST Iterator<{e}> it{i}() {{ return $.{v}.iterator(); }}",
        f"public ST void clear{i}() {{ $.{v}.clear(); }}",
        f"public ST void put{i}(Supplier<{e}> s) {{ if (s != null) {{ {e} t = s.get(); if (t != null) $.{v}.add(t); }} }}",
    ], 2)
    facts = [f"$.{v} != null", f"$.{v}.size() >= 0", f"!$.{v}.isEmpty()", f"$.{v}.size() <= 3", f"$.{v}.isEmpty() || $.{v}.get(0) != null", f"$.{v}.size() < 2", f"!$.{v}.contains(null)"]
    return Piece([field], parameters, checks, sets, methods, facts)


def builder_text(r, i):
    """A StringBuilder: own, given, or shown."""
    v, x = f"sb{i}", f"b{i}"
    if r.random() < 0.5:
        field, parameters, checks, sets = f"private ST {r.choice(['final ', ''])}StringBuilder {v} = new StringBuilder({r.choice(['', chr(34) + 'a' + chr(34)])});", [], [], []
    else:
        field, parameters = f"private ST {r.choice(['final ', ''])}StringBuilder {v};", [("StringBuilder", x, ["new StringBuilder(\"ab\")", "new StringBuilder()"])]
        checks = [r.choice([refuse(r, f"{x}.length() > 3"), refuse(r, f"{x}.length() == 0"), refuse(r, f"{x} == null")])]
        sets = [r.choice([f"$.{v} = {x};", f"$.{v} = new StringBuilder({x});"])]
    methods = some(r, [
        f"public ST StringBuilder out{i}() {{ return $.{v}{r.choice(['', '', '.append(1)'])}; }}",
        f"public ST void put{i}(String s) {{ {r.choice(['if (s != null && s.length() < 2) ', ''])}$.{v}.append(s); }}",
        f"public ST String text{i}() {{ return $.{v}.toString(); }}",
        f"public ST CharSequence chars{i}() {{ return $.{v}; }}",
        f"public ST void cut{i}() {{ $.{v}.setLength({r.choice([0, 1])}); }}",
        f"public ST void on{i}(Consumer<StringBuilder> c) {{ if (c != null) c.accept({r.choice([f'$.{v}', f'new StringBuilder($.{v})'])}); }}",
    ], 0)
    facts = [f"$.{v} != null", f"$.{v}.length() <= 3", f"$.{v}.length() == 0", f"$.{v}.length() > 0", f"$.{v}.length() < 8"]
    return Piece([field], parameters, checks, sets, methods, facts)


def date(r, i):
    """A date or an AtomicInteger that was given."""
    t, get, new, set_ = r.choice([("Date", "getTime()", "new Date(5)", "setTime"), ("AtomicInteger", "get()", "new AtomicInteger(5)", "set")])
    v, x = f"d{i}", f"e{i}"
    copy = {"Date": f"new Date({x}.getTime())", "AtomicInteger": f"new AtomicInteger({x}.get())"}[t]
    check = refuse(r, f"{x}.{get} < 0")
    write = r.choice([f"$.{v} = {x};", f"$.{v} = {x};", f"$.{v} = {copy};"])
    if write.endswith(f"{copy};") and r.random() < 0.3:
        check, write = "", f"$.{v} = {copy}; if ($.{v}.{get} < 0) throw new IllegalArgumentException();"
    methods = some(r, [
        f"public ST {t} leak{i}() {{ return $.{v}; }}",
        f"public ST {t} copy{i}() {{ {t} {x} = $.{v}; return {copy}; }}",
        f"public ST long now{i}() {{ return $.{v}.{get}; }}",
        f"public ST void move{i}(int n) {{ if (n >= 0) $.{v}.{set_}(n); }}",
        f"public ST void with{i}({t} {x}) {{ if ({x} != null && {x}.{get} >= 0) $.{v} = {x}; }}" if r.random() < 0.5 else f"public ST void back{i}() {{ $.{v}.{set_}(-1); }}",
    ], 0)
    facts = [f"$.{v}.{get} >= 0", f"$.{v} != null", f"$.{v}.{get} >= 0", f"$.{v}.{get} < 1000"]
    return Piece([f"private ST {t} {v};"], [(t, x, [new, new.replace("5", "0")])], [check], [write], methods, facts)


def states(r, i):
    """A state, and what it implies."""
    s, c = f"state{i}", f"conn{i}"
    other = r.choice(["String", "Object", "int[]", "StringBuilder"])
    new = {"String": "\"c\"", "Object": "new Object()", "int[]": "new int[] {1}", "StringBuilder": "new StringBuilder(\"c\")"}[other]
    close = r.choice([f"$.{c} = null; $.{s} = 2;", f"$.{s} = 2;", f"$.{c} = null; if (hard) throw new IllegalStateException(); $.{s} = 2;"])
    methods = [
        f"public ST void open{i}() {{ if ($.{s} != 0) {r.choice(['return', 'throw new IllegalStateException()'])}; $.{c} = {new}; $.{s} = 1; }}",
        f"public ST void close{i}(boolean hard) {{ if ($.{s} == 1) {{ {close} }} }}",
    ] + some(r, [
        f"public ST void again{i}() {{ if ($.{s} == 2) $.{s} = {r.choice([0, 1])}; }}",
        f"public ST void open{i}(Supplier<{other}> s) {{ if ($.{s} == 0 && s != null) {{ {r.choice([f'$.{s} = 1; $.{c} = s.get();', f'{other} t = s.get(); if (t == null) return; $.{c} = t; $.{s} = 1;'])} }} }}",
        f"public ST {other} get{i}() {{ return $.{c}; }}",
        f"public ST void run{i}(Runnable r) {{ if ($.{s} == 1) {{ $.{s} = 3; try {{ if (r != null) r.run(); }} catch (RuntimeException e) {{ }} {r.choice([f'$.{s} = 1;', f'finally {{ $.{s} = 1; }}'])} }} }}",
    ], 0)
    fields = [f"private ST int {s};", f"{r.choice(['private', 'private', 'protected', ''])} ST {other} {c};"]
    facts = [f"$.{s} != 1 || $.{c} != null", f"$.{s} >= 0 && $.{s} <= 2", f"$.{s} <= 3", f"$.{s} != 3", f"$.{s} == 1 || $.{c} == null", f"$.{s} != 2"]
    return Piece(fields, [], [], [], methods, facts)


def cache(r, i):
    """A value that is made when it is asked for."""
    v, k = f"cache{i}", f"done{i}"
    t, new, fact = r.choice([("String", "\"v\" + $.SEED", "{}.length() == 2"), ("int[]", "new int[] {1, 2}", "{}[1] == 2"), ("List<String>", "new ArrayList<>(List.of(\"a\"))", "{}.size() == 1"), ("StringBuilder", "new StringBuilder(\"x\")", "{}.length() == 1")])
    new = new.replace("$.SEED", "1")
    methods = [f"public ST {t} value{i}() {{ if ({r.choice([f'!$.{k}', f'$.{v} == null'])}) {{ {r.choice([f'$.{v} = {new}; $.{k} = true;', f'$.{k} = true; $.{v} = {new};'])} }} return $.{v}; }}"] + some(r, [
        f"public ST void forget{i}() {{ {r.choice([f'$.{v} = null; $.{k} = false;', f'$.{v} = null;', f'$.{k} = false;'])} }}",
        f"public ST boolean is{i}() {{ return $.{k}; }}",
        f"public ST void fill{i}({t} t) {{ if (t != null) {{ $.{v} = t; $.{k} = true; }} }}",
        f"public ST void make{i}(Supplier<{t}> s) {{ if (s != null && !$.{k}) {{ $.{k} = true; $.{v} = s.get(); }} }}",
    ], 0)
    facts = [f"!$.{k} || $.{v} != null", f"$.{k} == ($.{v} != null)", f"$.{v} == null || " + fact.format(f"$.{v}"), f"$.{v} == null || $.{k}", f"!$.{k} || " + fact.format(f"$.{v}")]
    return Piece([f"private ST {t} {v};", f"private ST boolean {k};"], [], [], [], methods, facts)


def cell(r, i):
    """An own mutable object that was given."""
    v, x, n = f"cell{i}", f"c{i}", f"Cell{i}"
    guard = r.choice(["if (v >= 0) ", ""])
    nested = [f"public static class {n} {{ {r.choice(['private', 'public', ''])} int v; {n} peer; public {n}(int v) {{ this.v = {r.choice(['v', 'Math.abs(v)', 'v & 15'])}; }} public int get() {{ return v; }} public void set(int v) {{ {guard}this.v = v; }} public void tie({n} p) {{ if (p != null && p.peer == null) {{ peer = p; p.peer = {r.choice(['this', 'p'])}; }} }} public void check{i}p() {{ assert peer == null || peer.peer == {r.choice(['this', 'peer.peer', 'peer'])}; }} }}"]
    check = r.choice([refuse(r, f"{x}.get() < 0"), refuse(r, f"{x}.get() > 9"), refuse(r, f"{x} == null")])
    w, old = f"$.{v} = {r.choice([x, x, f'new {n}({x}.get())'])};", f"seen{i}"
    methods = some(r, [
        f"public ST {n} cell{i}() {{ return $.{v}; }}",
        f"public ST void up{i}() {{ $.{v}.set($.{v}.get() + 1); }}",
        f"public ST boolean same{i}() {{ return $.{v}.get() == $.{old}; }}",
        f"public ST void sync{i}() {{ $.{old} = $.{v}.get(); }}",
        f"public ST void tie{i}(@C o) {{ if (o != null) $.{v}.tie(o.{v}); }}",
    ], 0)
    facts = [f"$.{v}.get() >= 0", f"$.{v}.get() == $.{old}", f"$.{v} != null", f"$.{v}.get() <= 9", f"$.{v}.peer == null || $.{v}.peer.peer != null"]
    return Piece([f"private ST {r.choice(['final ', ''])}{n} {v};", f"private ST int {old};"], [(n, x, [f"new {n}(3)", f"new {n}(0)"])], [check], [w + f" $.{old} = {x}.get();"], methods, facts, nested)


def flagged(r, i):
    """Something that a flag says is there."""
    v, f, x = f"opt{i}", f"has{i}", f"o{i}"
    t = r.choice(["String", "Object", "Integer", "@C"])
    methods = some(r, [
        f"public ST void put{i}({t} {x}) {{ $.{v} = {x}; $.{f} = {x} != null; }}",
        f"public ST void take{i}() {{ if ($.{f}) {{ {r.choice([f'$.{v} = null; $.{f} = false;', f'$.{f} = false;'])} }} }}",
        f"public ST void on{i}() {{ {r.choice([f'if ($.{v} != null) ', ''])}$.{f} = true; }}",
        f"public ST {t} or{i}({t} other) {{ return $.{f} ? $.{v} : other; }}",
        f"public ST void map{i}(UnaryOperator<{t}> m) {{ if ($.{f} && m != null) {{ $.{v} = m.apply($.{v}); {r.choice([f'$.{f} = $.{v} != null;', ''])} }} }}",
    ], 2)
    facts = [f"!$.{f} || $.{v} != null", f"$.{f} == ($.{v} != null)", f"$.{v} == null || $.{f}", f"$.{v} == null"]
    if t == "@C":
        facts.append(f"$.{v} == null || !$.{v}.{f}")
    sample = {"String": "\"s\"", "Object": "\"s\"", "Integer": "3", "@C": "null"}[t]
    return Piece([f"{visibility(r)} ST {t} {v};", f"private ST boolean {f};"], [(t, x, [sample, "null"])], [], [f"$.{v} = {x}; $.{f} = {x} != null;"], methods, facts)


def busy(r, i):
    """A flag that is set while something runs."""
    b, d = f"busy{i}", f"depth{i}"
    run = r.choice([f"$.{b} = true; $.{d}++; try {{ r.run(); }} finally {{ $.{d}--; $.{b} = $.{d} > 0; }}", f"$.{b} = true; r.run(); $.{b} = false;", f"$.{b} = true; $.{d}++; r.run(); $.{d}--; $.{b} = false;",
                    f"if ($.{b}) return; $.{b} = true; $.{d} = 1; try {{ r.run(); }} catch (IllegalStateException e) {{ }} finally {{ $.{b} = false; $.{d} = 0; }}"])
    methods = [f"public ST void run{i}(Runnable r) {{ if (r == null) return; {run} }}"] + some(r, [
        f"public ST int apply{i}(IntUnaryOperator f) {{ if (f == null || $.{b}) return -1; $.{b} = true; try {{ return f.applyAsInt($.{d}); }} finally {{ $.{b} = false; }} }}",
        f"public ST boolean is{i}() {{ return $.{b}; }}",
        f"ST void enter{i}() {{ $.{d}++; }}",
        f"public ST void test{i}(Predicate<@C> p) {{ $.{d}++; if (p != null) p.test({r.choice(['null', 'null'])}); $.{d}--; }}",
    ], 0)
    facts = [f"!$.{b}", f"$.{d} >= 0", f"$.{d} == 0", f"$.{d} < 2", f"!$.{b} || $.{d} > 0", f"$.{d} == 0 || $.{b}"]
    return Piece([f"private ST boolean {b};", f"private ST int {d};"], [], [], [], methods, facts)


def mapped(r, i):
    """A map with a key that is there."""
    v = f"map{i}"
    t = r.choice(["HashMap", "TreeMap", "LinkedHashMap"])
    methods = some(r, [
        f"public ST void put{i}(String k, Integer n) {{ if (k != null{r.choice([' && n != null', ''])}) $.{v}.put(k, n); }}",
        f"public ST Map<String, Integer> all{i}() {{ return {r.choice([f'$.{v}', f'Collections.unmodifiableMap($.{v})', f'new HashMap<>($.{v})'])}; }}",
        f"public ST void drop{i}(String k) {{ if (k != null && !k.equals({r.choice([chr(34) + 'a' + chr(34), chr(34) + 'b' + chr(34)])})) $.{v}.remove(k); }}",
        f"public ST Integer get{i}(String k) {{ return k == null ? null : $.{v}.get(k); }}",
        f"public ST Set<String> keys{i}() {{ return $.{v}.keySet(); }}",
        f"public ST void inc{i}() {{ $.{v}.merge(\"a\", 1, Integer::sum); }}",
    ], 1)
    facts = [f"$.{v}.containsKey(\"a\")", f"$.{v}.size() >= 1", f"!$.{v}.isEmpty()", f"$.{v}.get(\"a\") != null", f"$.{v}.get(\"a\") >= 0"]
    return Piece([f"private ST final Map<String, Integer> {v} = new {t}<>();"], [], [], [f"$.{v}.put(\"a\", 1);"], methods, facts)


def listeners(r, i):
    """Listeners that are told."""
    v, n, l = f"on{i}", f"told{i}", f"Listener{i}"
    own = r.random() < 0.6
    nested = [f"public interface {l} {{ {r.choice(['void', 'boolean'])} tell(@C from, int n); }}"] if own else []
    t, tell = (l, f"x.tell({r.choice(['null', 'THIS'])}, $.{n});") if own else ("Runnable", "x.run();")
    loop = r.choice([f"for ({t} x : $.{v}) {{ {tell} $.{n}++; }}", f"for ({t} x : new ArrayList<>($.{v})) {{ $.{n}++; {tell} $.{n}--; }}", f"for (int k = 0; k < $.{v}.size() && k < 3; k++) {{ {t} x = $.{v}.get(k); {tell} }}"])
    methods = [f"public ST void on{i}({t} x) {{ {r.choice(['if (x == null) return; ', 'Objects.requireNonNull(x); '])}if ($.{v}.size() < 3) $.{v}.add(x); }}",
               f"public ST void fire{i}() {{ {loop} }}"] + some(r, [
        f"public ST void off{i}({t} x) {{ $.{v}.remove(x); }}",
        f"public ST void reset{i}() {{ $.{n} = 0; }}"], 0)
    facts = [f"$.{n} >= 0", f"$.{n} == 0", f"$.{v}.size() <= 3", f"$.{v} != null && !$.{v}.contains(null)", f"$.{n} < 3"]
    return Piece([f"private ST final List<{t}> {v} = new ArrayList<>();", f"private ST int {n};"], [], [], [], methods, facts, nested)


def linked(r, i):
    """Linked nodes."""
    h, n, t = f"head{i}", f"len{i}", f"Node{i}"
    nested = [f"{r.choice(['private', 'public', ''])} static class {t} {{ final String text; {t} next; {t}(String text, {t} next) {{ this.text = text; this.next = next; }} {r.choice(['', f'public {t} next() {{ return next; }} public void cut() {{ next = null; }}'])} }}"]
    shown = f"public ST {t} head{i}() {{ return $.{h}; }}" if nested[0].startswith("public") else f"public ST boolean any{i}() {{ return $.{h} != null; }}"
    methods = [f"public ST void add{i}(String s) {{ {r.choice(['if (s == null) return; ', ''])}$.{h} = new {t}(s, $.{h}); $.{n}++; }}", shown] + some(r, [
        f"public ST String poll{i}() {{ if ($.{h} == null) return null; String s = $.{h}.text; $.{h} = $.{h}.next; $.{n}--; return s; }}",
        f"public ST void clear{i}() {{ {r.choice([f'$.{h} = null; $.{n} = 0;', f'$.{h} = null;'])} }}",
        f"public ST void steal{i}(@C o) {{ if (o != null) {{ $.{h} = o.{h}; $.{n} = o.{n}; {r.choice([f'o.{h} = null; o.{n} = 0;', f'o.{h} = null;', ''])} }} }}",
        f"public ST void loop{i}() {{ if ($.{h} != null) $.{h}.next = $.{h}; }}",
    ], 1)
    facts = [f"$.{n} >= 0", f"($.{n} == 0) == ($.{h} == null)", f"$.{h} == null || $.{h}.text != null", f"$.{n} < 2 || $.{h}.next != null", f"$.{h} == null || $.{h}.next != $.{h}", f"$.{h} == null || $.{h}.next == null || $.{h}.next.next == null"]
    return Piece([f"private ST {t} {h};", f"private ST int {n};"], [], [], [], methods, facts, nested)


def text(r, i):
    """A text that is not empty."""
    v, x = f"name{i}", f"s{i}"
    check = r.choice([refuse(r, f"{x} == null || {x}.isEmpty()"), refuse(r, f"{x}.isEmpty()"), f"Objects.requireNonNull({x});"])
    final = r.choice(["final ", ""])
    methods = [f"public ST String name{i}() {{ return $.{v}; }}"] + ([] if final else some(r, [
        f"public ST void name{i}(String {x}) {{ {r.choice([check, f'if ({x} != null) '])} $.{v} = {x}; }}",
        f"public ST void cut{i}() {{ $.{v} = $.{v}.substring({r.choice(['0', '$.' + v + '.length() > 1 ? 1 : 0', '$.' + v + '.isEmpty() ? 0 : 1'])}); }}",
        f"public ST void trim{i}() {{ $.{v} = $.{v}.trim(); }}",
    ], 0))
    facts = [f"$.{v} != null", f"!$.{v}.isEmpty()", f"$.{v}.charAt(0) >= 0", f"$.{v}.length() > 0 && $.{v} != null", f"$.{v}.length() < 3"]
    return Piece([f"{visibility(r)} ST {final}String {v};"], [("String", x, ["\"n\"", "\"nn\"", "\"\""])], [check], [f"$.{v} = {x};"], methods, facts)


def function(r, i):
    """A function that was given."""
    t, call, new = r.choice([("IntUnaryOperator", "applyAsInt($.seen{0})", "k -> k + 1"), ("IntSupplier", "getAsInt()", "() -> 2"), ("Function<String, Integer>", "apply(\"z\")", "s -> s.length()"), ("Comparator<String>", "compare(\"a\", \"b\")", "Comparator.naturalOrder()")])
    f, x, n = f"fn{i}", f"g{i}", f"seen{i}"
    call = call.format(i)
    methods = [f"public ST void call{i}() {{ int k = $.{f}.{call}; {r.choice([f'if (k >= 0) $.{n} = k;', f'$.{n} = k;', f'$.{n} = Math.abs(k);', f'if (k < 0) throw new IllegalStateException(); $.{n} = k;'])} }}"] + some(r, [
        f"public ST void fn{i}({t} {x}) {{ if ({x} != null) $.{f} = {x}; }}",
        f"public ST {t} fn{i}() {{ return $.{f}; }}",
        f"public ST int seen{i}() {{ return $.{n}; }}"], 0)
    facts = [f"$.{f} != null", f"$.{n} >= 0", f"$.{n} < 1000", f"$.{n} != -1"]
    return Piece([f"private ST {t} {f};", f"private ST int {n};"], [(t, x, [new])], [refuse(r, f"{x} == null")], [f"$.{f} = {x};"], methods, facts)


PIECES = [ranged, ranged, ordered, kept_array, kept_array, stack, named_list, named_list, builder_text, date, states, cache, cell, flagged, busy, mapped, listeners, linked, text, function]
