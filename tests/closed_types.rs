//! What `holds` says of types that somebody may extend or implement elsewhere: which of them nobody may, where that matters.

use crate::support::jdk::{check_sources, of_method, report_of_sources};
use serde_json::Value;
use std::path::{Path, PathBuf};

const SOURCE: &str = r#"
package p;

public class Types {
    public interface Shape { int sides(); }
    public static final class Square implements Shape {
        public int sides() { return 4; }
        public int own() { return sides(); }
    }
    public sealed interface Fixed permits One, Two { int number(); }
    public record One() implements Fixed { public int number() { return 1; } }
    public record Two() implements Fixed { public int number() { return 2; } }
    public static class Animal {
        public Animal() { hello(); }
        protected void hello() { }
        protected int legs() { return 4; }
        public final int eyes() { return 2; }
        int tails() { return 1; }
        public void hasFour() { assert legs() == 4; }
    }
    static class Hidden { public int value() { return 3; } }
    public static class Closed {
        Closed() { }
        public int value() { return 3; }
    }
    public static class Counter {
        private int count;
        public void add() { if (count < 10) count += step(); }
        protected int step() { return 1; }
        public int count() { assert count >= 0; return count; }
    }

    static int sides(Shape shape) { if (shape == null) return 0; assert shape.sides() == 4; return 1; }
    static int isSquare(Shape shape) { if (shape == null) return 0; assert shape instanceof Square; return 1; }
    static int number(Fixed fixed) { if (fixed == null) return 0; assert fixed.number() < 3; return 1; }
    static int kinds(Fixed fixed) { if (fixed == null) return 0; assert fixed instanceof One || fixed instanceof Two; return 1; }
    static int legs(Animal animal) { if (animal == null) return 0; assert animal.legs() == 4; return 1; }
    static int eyes(Animal animal) { if (animal == null) return 0; assert animal.eyes() == 2; return 1; }
    static int tails(Animal animal) { if (animal == null) return 0; assert animal.tails() == 1; return 1; }
    static int ofClass(Animal animal) { if (animal == null) return 0; assert animal.getClass() == Animal.class; return 1; }
    static int own() { assert new Animal().legs() == 4; return 1; }
    static int hidden(Hidden hidden) { if (hidden == null) return 0; assert hidden.value() == 3; return 1; }
    static int closed(Closed closed) { if (closed == null) return 0; assert closed.value() == 3; return 1; }
    static int own(Square square) { if (square == null) return 0; assert square.own() == 4; return 1; }
    static int isNumber(Animal animal) { if (animal == null) return 0; assert !((Object) animal instanceof Fixed); return 1; }
    static int isShape(Animal animal) { if (animal == null) return 0; assert !((Object) animal instanceof Shape); return 1; }
}
"#;

/// What `check` prints of the classes.
fn check(options: &[&str]) -> String {
    check_sources(&[("p/Types.java".to_owned(), SOURCE.to_owned())], options)
}

/// The methods that hold, each with the types that nobody may extend.
fn closed_types() -> Vec<(String, Vec<String>)> {
    let report: Value = report_of_sources(&[("p/Types.java", SOURCE)], &[]);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let methods = report["methods"].as_array().unwrap().iter().filter(|method| method["verdict"] == "holds");
    let told = methods.map(|method| {
        let class = text(&method["class"]).replace("p.Types", "");
        let types = method["closed_types"].as_array().into_iter().flatten();
        let types = types.map(|name| text(name).replace("p.Types$", "")).collect();
        (format!("{class}.{}{}", text(&method["method"]), text(&method["descriptor"]).replace("p/Types$", "")), types)
    });
    told.collect()
}

#[test]
fn what_holds_names_the_types_that_nobody_may_extend() {
    let found = closed_types();
    let of = |method: &str| {
        let (_, types) =
            found.iter().find(|(name, _)| name == method).unwrap_or_else(|| panic!("{method} in {found:?}"));
        types.iter().map(String::as_str).collect::<Vec<&str>>()
    };
    for (method, types) in [
        (".sides(LShape;)I", &["Shape"][..]),
        (".isSquare(LShape;)I", &["Shape"]),
        (".legs(LAnimal;)I", &["Animal"]),
        (".ofClass(LAnimal;)I", &["Animal"]),
        (".isShape(LAnimal;)I", &["Animal"]),
        // Of the method itself, and of what a constructor runs for objects of subclasses.
        ("$Animal.hasFour()V", &["Animal"]),
        ("$Animal.<init>()V", &["Animal"]),
        // What is known of the field rests on what is called meanwhile.
        ("$Counter.count()I", &["Counter"]),
        // Nobody else can write a class: it is final or sealed, its package's, or has no constructor for others.
        ("$Square.own()I", &[]),
        (".own(LSquare;)I", &[]),
        (".number(LFixed;)I", &[]),
        (".kinds(LFixed;)I", &[]),
        (".hidden(LHidden;)I", &[]),
        (".closed(LClosed;)I", &[]),
        // Nobody can override the method, or implement the type that is asked for.
        (".eyes(LAnimal;)I", &[]),
        (".tails(LAnimal;)I", &[]),
        (".isNumber(LAnimal;)I", &[]),
        // What code makes is of its class.
        (".own()I", &[]),
    ] {
        assert_eq!(of(method), types, "{method}");
    }
}

#[test]
fn a_report_says_so_of_each_method_that_holds() {
    let text = check(&["--method", "p.Types.legs"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("holds ") && lines[1] == "  rests on: no class from elsewhere is a p.Types$Animal",
        "{text}"
    );
}

/// What `check` says of the methods of a family in `java-fixtures/soundness`, without the classes of its `Demo`, which shows on a JVM what
/// callers can do: those that some caller brings to fail, and those that never do.
fn told_without_callers(family: &str) -> [Vec<(String, Value)>; 2] {
    let family = Path::new(env!("CARGO_MANIFEST_DIR")).join("java-fixtures/soundness").join(family);
    let files = std::fs::read_dir(&family).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|file| !file.ends_with("Demo.java"));
    let source = |file: PathBuf| {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        (name, std::fs::read_to_string(file).unwrap())
    };
    let sources: Vec<(String, String)> = files.map(source).collect();
    let report = report_of_sources(&sources, &[]);
    let methods = report["methods"].as_array().unwrap();
    let name = |method: &Value| method["method"].as_str().unwrap().to_owned();
    let told = |end: &str| {
        let asked = methods.iter().filter(|method| name(method).ends_with(end));
        asked.map(|method| (name(method), method.clone())).collect::<Vec<_>>()
    };
    ["Bad", "Ok"].map(told)
}

#[test]
fn what_a_class_from_elsewhere_gets_it_may_change() {
    for (family, methods) in [
        ("subclass_of_hidden", (4, 3)),
        ("sequence_of_ones_own", (8, 2)),
        ("scanner_over_anything", (2, 0)),
        ("elsewhere_arrays", (9, 4)),
    ] {
        let [bad, ok] = told_without_callers(family);
        assert_eq!((bad.len(), ok.len()), methods, "{family}");
        for (name, method) in bad {
            // What holds only without such a class says so.
            assert!(method["verdict"] != "holds" || method["closed_types"].is_array(), "{family}.{name}");
        }
        for (name, method) in ok {
            assert!(method["verdict"] == "holds" && method["closed_types"].is_null(), "{family}.{name}");
        }
    }
}

const OF_EXCEPTIONS: &str = r#"
package p;

public class Exceptions {
    public static final class Last extends RuntimeException { }
    public static void message(Throwable given) { if (given != null) assert given.getMessage() == given.getMessage(); }
    public static void cause(Exception given) { if (given != null) assert given.getCause() == given.getCause(); }
    public static void last(Last given) { if (given != null) assert given.getMessage() == given.getMessage(); }
    public static void made(String text) { assert new IllegalStateException(text).getMessage() == text; }
}
"#;

/// A caller may write an exception whose message is another one each time.
#[test]
fn what_holds_of_exceptions_names_those_that_nobody_may_extend() {
    let sources = [("p/Exceptions.java".to_owned(), OF_EXCEPTIONS.to_owned())];
    let report = report_of_sources(&sources, &[]);
    for (name, closed) in [
        ("message", Value::from(vec!["java.lang.Throwable"])),
        ("cause", Value::from(vec!["java.lang.Exception"])),
        // Nobody can extend that.
        ("last", Value::Null),
        ("made", Value::Null),
    ] {
        let method = of_method(&report, name);
        assert_eq!((&method["verdict"], &method["closed_types"]), (&Value::from("holds"), &closed), "{name}");
    }
}

const MARKED: &str = r#"
package p;
public final class Marked {
    public interface Hook { void hook(Marked marked); }
    public interface Mark { }
    public static final class Own implements Mark { }
    private int at;
    private static int all;
    private Runnable kept;
    public void run(Runnable run) { at = 1; if (run instanceof Hook hook) hook.hook(this); at = 0; }
    public void at() { assert at == 0; }
    public static void fail(Exception given) { all = 1; if (given instanceof Hook hook) hook.hook(null); all = 0; }
    public static void all() { assert all == 0; }
    public static void asked(Runnable run) { assert !(run instanceof Hook); }
    public static void cast(CharSequence text) {
        if (text != null) try { Hook hook = (Hook) text; assert false; } catch (ClassCastException expected) { }
    }
    public void keep(Runnable run) { kept = run; }
    public void kept() { assert !(kept instanceof Hook); }
    public static void one(Runnable run, Mark mark) { if (run != null) assert (Object) run != (Object) mark; }
    public static void other(Mark mark, Runnable run) { if (run != null) assert (Object) run != (Object) mark; }
    // Nobody can write a class of both.
    public static void texts(String text) { assert !((Object) text instanceof Hook); }
}
"#;

/// Whoever calls may write a class that is of a type of the JDK and of one of the class path, where no class that is there is of both.
#[test]
fn what_holds_names_the_types_that_no_class_from_elsewhere_has_beside_one_of_the_jdk() {
    let report = report_of_sources(&[("p/Marked.java", MARKED)], &[]);
    for (name, wanted) in [
        ("at", "p.Marked$Hook"),
        ("all", "p.Marked$Hook"),
        ("asked", "p.Marked$Hook"),
        ("cast", "p.Marked$Hook"),
        ("kept", "p.Marked$Hook"),
        ("one", "p.Marked$Mark"),
        ("other", "p.Marked$Mark"),
    ] {
        let method = of_method(&report, name);
        let names = method["closed_types"].as_array().is_some_and(|types| types.iter().any(|it| it == wanted));
        assert!(method["verdict"] != "holds" || names, "{method:#}");
    }
    let texts = of_method(&report, "texts");
    assert_eq!((&texts["verdict"], texts["closed_types"].as_array()), (&"holds".into(), None));
}
