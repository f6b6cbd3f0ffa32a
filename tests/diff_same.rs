//! What `casewise diff` must not call the same: each pair of builds does something else in the methods that are named, by way of what
//! no single body shows. That they do was seen on a JVM.

use crate::support::jdk::compile;
use serde_json::Value;
use std::process::Command;

/// What a pair is about, its files (whether they are of the old build, of the new one, or of both: `o`, `n`, `b`), and the methods that
/// differ.
type Pair = (&'static str, &'static [(char, &'static str, &'static str)], &'static [&'static str]);

const PAIRS: &[Pair] = &[
    (
        "a field hides an inherited one in the old version",
        &[
            ('b', "P", "public int a;"),
            ('o', "C extends P", "private int a; public void set(int v) { a = v + 0; }"),
            ('n', "C extends P", "public void set(int v) { a = v; }"),
        ],
        &["set"],
    ),
    (
        "a field hides an inherited one in the new version, for those who name a class below",
        &[
            ('b', "P", "public int a = 1; public static int x = 1;"),
            ('o', "C extends P", ""),
            ('n', "C extends P", "public int a = 2; public static int x = 2;"),
            ('b', "D extends C", ""),
            ('o', "U", "public static int f(D d) { return d.a + 0; } public static int g() { return D.x + 0; }"),
            ('n', "U", "public static int f(D d) { return d.a; } public static int g() { return D.x; }"),
        ],
        &["f", "g"],
    ),
    (
        "a field under another name no longer hides an inherited one",
        &[
            ('b', "P", "protected int a = 1;"),
            (
                'o',
                "C extends P",
                "private int a; public C(int v) { a = v; } public int get() { return a; } public int m() { return a + 0; }",
            ),
            (
                'n',
                "C extends P",
                "private int b; public C(int v) { b = v; } public int get() { return b; } public int m() { return a; }",
            ),
        ],
        &["m"],
    ),
    (
        "a static field holds something else, for those who name a class below",
        &[
            ('o', "C", "static int x = Integer.parseInt(\"1\");"),
            ('n', "C", "static int x = Integer.parseInt(\"2\");"),
            ('b', "D extends C", ""),
            ('o', "U", "public static int f() { return D.x + 0; }"),
            ('n', "U", "public static int f() { return D.x; }"),
        ],
        &["f"],
    ),
    (
        "a static method hides an inherited one",
        &[
            ('b', "P", "static int s() { return 1; }"),
            ('o', "C extends P", ""),
            ('n', "C extends P", "static int s() { return 2; }"),
            ('o', "U", "public static int f() { return C.s() + 0; }"),
            ('n', "U", "public static int f() { return C.s(); }"),
        ],
        &["f"],
    ),
    (
        "a class further up has other supertypes",
        &[
            ('b', "P1", "static int x = 1; int m() { return 1; }"),
            ('b', "P2", "static int x = 2; int m() { return 2; }"),
            ('o', "C extends P1", ""),
            ('n', "C extends P2", ""),
            ('b', "D extends C", ""),
            ('o', "E extends D", "int m() { return super.m() + 0; }"),
            ('n', "E extends D", "int m() { return super.m(); }"),
            ('o', "U", "public static int f(D d) { return d.m() + 0; } public static int g() { return D.x + 0; }"),
            ('n', "U", "public static int f(D d) { return d.m(); } public static int g() { return D.x; }"),
        ],
        &["m", "f", "g"],
    ),
    (
        "an initialiser does something else",
        &[
            ('o', "B", "static void f() {} static { Log.n = 1; }"),
            ('n', "B", "static void f() {} static { Log.n = 2; }"),
            ('b', "Log", "public static int n;"),
            ('o', "U", "public static int f() { B.f(); return Log.n + 0; }"),
            ('n', "U", "public static int f() { B.f(); return Log.n; }"),
        ],
        &["f"],
    ),
    (
        "an initialiser has failed before",
        &[
            ('b', "B", "static int x; static void f() {} static { if (U.bad) throw new RuntimeException(); }"),
            (
                'o',
                "U",
                "public static boolean bad; public static int count;
                 public static int f() { try { B.f(); } catch (Throwable t) {} int a = B.x; count++; return a; }",
            ),
            (
                'n',
                "U",
                "public static boolean bad; public static int count;
                 public static int f() { try { B.f(); } catch (Throwable t) {} count++; int a = B.x; return a; }",
            ),
        ],
        &["f"],
    ),
    (
        "an interface is initialised late",
        &[
            ('b', "Start", "static int go() { return U.n; }"),
            ('b', "interface I", "int X = Start.go();"),
            ('o', "U implements I", "public static int n; public static int f() { int a = X; n++; return a; }"),
            ('n', "U implements I", "public static int n; public static int f() { n++; int a = X; return a; }"),
        ],
        &["f"],
    ),
    (
        "unchanged code calls the JDK, which calls what has changed",
        &[
            ('o', "K", "public String toString() { return \"a\"; }"),
            ('n', "K", "public String toString() { return \"b\"; }"),
            ('b', "H", "static String t(Object o) { return java.util.Objects.toString(o); }"),
            ('o', "U", "public static String t(Object o) { int i = 0; return H.t(o); }"),
            ('n', "U", "public static String t(Object o) { return H.t(o); }"),
        ],
        &["t"],
    ),
    (
        "a constructor of the JDK calls what has changed",
        &[
            (
                'o',
                "R extends java.util.Random",
                "public static int n; public int k; public R(long s) { super(s); k = n + 0; }
                 public void setSeed(long s) { n = 1; }",
            ),
            (
                'n',
                "R extends java.util.Random",
                "public static int n; public int k; public R(long s) { super(s); k = n; }
                 public void setSeed(long s) { n = 2; }",
            ),
        ],
        &["<init>"],
    ),
    (
        "the JDK knows a method by a subclass",
        &[
            ('o', "P", "public int v; public int compareTo(Object o) { return v - ((P) o).v; }"),
            ('n', "P", "public int v; public int compareTo(Object o) { return ((P) o).v - v; }"),
            ('b', "C extends P implements Comparable<Object>", "public C(int x) { v = x; }"),
            ('o', "U", "public static int f(C[] a) { java.util.Arrays.sort(a); return a[0].v + 0; }"),
            ('n', "U", "public static int f(C[] a) { java.util.Arrays.sort(a); return a[0].v; }"),
        ],
        &["f"],
    ),
    (
        "the JDK finds a method by its name",
        &[
            ('o', "T", "public static int s() { return 1; }"),
            ('n', "T", "public static int s() { return 2; }"),
            (
                'o',
                "U",
                "public static Object f() throws Exception { return T.class.getMethod(\"s\").invoke(null); }",
            ),
            (
                'n',
                "U",
                "public static Object f() throws Exception { int i = 0; return T.class.getMethod(\"s\").invoke(null); }",
            ),
        ],
        &["f"],
    ),
    (
        "a message of the JVM is given back",
        &[
            (
                'o',
                "U",
                "public static String f(int[] a, int i, int j) {
                     try { int r = a[i] + a[j]; return \"\"; } catch (ArrayIndexOutOfBoundsException e) { return e.getMessage(); } }",
            ),
            (
                'n',
                "U",
                "public static String f(int[] a, int i, int j) {
                     try { int r = a[j] + a[i]; return \"\"; } catch (ArrayIndexOutOfBoundsException e) { return e.getMessage(); } }",
            ),
        ],
        &["f"],
    ),
    (
        "a loop does something else just before it begins again, after many iterations",
        &[
            (
                'o',
                "U",
                "public static int f(int n) { int c = 0; while (n > 0) { n--; c++; } return c; }
                 public static int g(int n) { int c = 0; while (n > 0) { n--; c++; } return c; }",
            ),
            (
                'n',
                "U",
                "public static int f(int n) { int c = 0; while (n > 0) { n--; c++; if (c == 3500) c++; } return c; }
                 public static int g(int n) { int c = 0; while (n > 0) { n--; c++; if (c == 3500) return 1; } return c; }",
            ),
        ],
        &["f", "g"],
    ),
    (
        "a class is initialised in the old version alone, which assigns a field of another one or prints",
        &[
            ('b', "A", "static { C.c = 7; } static void touch() { }"),
            ('b', "B", "static { System.out.println(); } static void touch() { }"),
            ('b', "C", "public static int c = 1;"),
            (
                'o',
                "U",
                "public static int f(boolean b) { if (b) A.touch(); return C.c; }
                 public static int g(boolean b) { if (b) new A(); return C.c; }
                 public static int h(boolean b) { if (b) B.touch(); return 1; }",
            ),
            (
                'n',
                "U",
                "public static int f(boolean b) { return C.c; }
                 public static int g(boolean b) { return C.c; }
                 public static int h(boolean b) { return 1; }",
            ),
        ],
        &["f", "g", "h"],
    ),
    (
        "the constants of an enum have another order, which the JDK tells",
        &[
            ('o', "E", "public enum K { A, B }"),
            ('n', "E", "public enum K { B, A }"),
            (
                'o',
                "U",
                "public static String f(E.K a, E.K b) { return java.util.EnumSet.of(a, b).toString(); }
                 public static int g(E.K a) { return ((Enum<?>) a).ordinal(); }
                 public static int h(E.K a, E.K b) { return java.util.Comparator.<E.K>naturalOrder().compare(a, b); }",
            ),
            (
                'n',
                "U",
                "public static String f(E.K a, E.K b) { String x = java.util.EnumSet.of(a, b).toString(); return x; }
                 public static int g(E.K a) { int x = ((Enum<?>) a).ordinal(); return x; }
                 public static int h(E.K a, E.K b) { int x = java.util.Comparator.<E.K>naturalOrder().compare(a, b); return x; }",
            ),
        ],
        &["f", "g", "h"],
    ),
    (
        "a class has another interface of the JDK, of which the JDK asks",
        &[
            (
                'o',
                "L extends java.util.AbstractList<String>",
                "public String get(int at) { return null; } public int size() { return 0; }",
            ),
            (
                'n',
                "L extends java.util.AbstractList<String> implements java.util.RandomAccess",
                "public String get(int at) { return null; } public int size() { return 0; }",
            ),
            ('o', "U", "public static Object f(L l) { return java.util.Collections.unmodifiableList(l); }"),
            ('n', "U", "public static Object f(L l) { Object x = java.util.Collections.unmodifiableList(l); return x; }"),
        ],
        &["f"],
    ),
    (
        "a class is declared otherwise, which reflection tells",
        &[
            ('o', "C", "public void a() { }"),
            ('n', "C", "public final void a() { } public void b() { } @Deprecated public int c;"),
            (
                'o',
                "U",
                "public static int f() { return C.class.getMethods().length; }
                 public static int g() { return C.class.getFields().length; }
                 public static int h() throws Exception { return C.class.getMethod(\"a\").getModifiers(); }",
            ),
            (
                'n',
                "U",
                "public static int f() { int x = C.class.getMethods().length; return x; }
                 public static int g() { int x = C.class.getFields().length; return x; }
                 public static int h() throws Exception { int x = C.class.getMethod(\"a\").getModifiers(); return x; }",
            ),
        ],
        &["f", "g", "h"],
    ),
];

#[test]
fn what_no_single_body_shows_is_not_called_the_same() {
    let mut wrong = Vec::new();
    let folder = tempfile::tempdir().unwrap();
    // A compiler is slow to begin: each pair is a package of its own, and all are compiled together.
    for (side, other) in [("old", 'n'), ("new", 'o')] {
        let sources: Vec<(String, String)> = PAIRS
            .iter()
            .enumerate()
            .flat_map(|(number, (_, files, _))| files.iter().map(move |file| (number, file)))
            .filter(|(_, (whose, ..))| *whose != other)
            .map(|(number, (_, head, body))| {
                let kind = if head.starts_with("interface") { "" } else { "class " };
                let name = head.trim_start_matches("interface ").split(' ').next().unwrap();
                let text = format!("package p{number}; public {kind}{head} {{ {body} }}");
                (format!("p{number}/{name}.java"), text)
            })
            .collect();
        let sources: Vec<(&str, &str)> = sources.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        compile(&sources, &folder.path().join(side));
    }
    for (number, (about, _, methods)) in PAIRS.iter().enumerate() {
        let pair = folder.path().join(format!("pair{number}"));
        for side in ["old", "new"] {
            std::fs::create_dir_all(pair.join(side)).unwrap();
            let package = format!("p{number}");
            std::fs::rename(folder.path().join(side).join(&package), pair.join(side).join(&package)).unwrap();
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
        let output = command.current_dir(&pair).args(["diff", "old", "new", "--format", "json"]).output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{about}: {}", String::from_utf8_lossy(&output.stderr)));
        let told = report["methods"].as_array().unwrap();
        for name in *methods {
            let mut of_it = told.iter().filter(|method| method["method"] == *name);
            if of_it.any(|method| method["verdict"] == "same") {
                wrong.push(format!("{about}: {name}"));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}
