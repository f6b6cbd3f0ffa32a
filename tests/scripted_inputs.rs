//! Inputs of types that nobody implements, or not so: a class that a caller would have to write, which a JVM confirms.

use crate::support::jdk::compile;
use serde_json::Value;
use std::process::Command;
use tempfile::TempDir;

const SHOP: &str = "package shop; import java.util.*; public class Shop {
    public interface Rate { int percent(String item); int floor(); }
    public static abstract class Clock {
        protected final String zone;
        private final int[] table;
        protected Clock(String zone, int[] table) { this.zone = zone; this.table = table; announce(); }
        private void announce() { if (now() < 0) throw new IllegalStateException(); }
        public abstract long now();
        protected abstract Clock next();
        public int cell(int i) { return table[i & 3]; }
    }
    public static abstract class Closed {
        Closed() { }
        abstract int secret();
    }
    public sealed interface Sealed permits Only { int value(); }
    public record Only(int given) implements Sealed { public int value() { return 3; } }
    private final Rate rate;
    private final Clock clock;
    public Shop(Rate rate, Clock clock) {
        if (rate == null || clock == null) throw new IllegalArgumentException();
        this.rate = rate;
        this.clock = clock;
    }
    public int price(int cents) { return cents * 100 / rate.percent(\"x\"); }
    public long later() { return clock.next().now(); }
    public int cell(int i) { return clock.cell(i); }
    public static int read(java.io.InputStream in) throws java.io.IOException {
        int read = in == null ? -1 : in.read();
        if (read > 255) throw new AssertionError();
        return read;
    }
    public static int next(Iterator<String> names) { return names.next().length(); }
    public static int size(Collection<String> names) { int size = names.size(); if (size < 0) throw new AssertionError(); return size; }
    public static int twice(Rate rate) {
        if (rate == null) return 0;
        int first = rate.floor();
        if (first != rate.floor()) throw new AssertionError();
        return first;
    }
    public static int closed(Closed closed) { return closed == null ? 0 : 1 / closed.secret(); }
    public static int sealed(Sealed sealed) { return sealed == null ? 0 : 1 / sealed.value(); }
}";

fn checked(folder: &TempDir) -> Value {
    compile(&[("shop/Shop.java", SHOP)], &folder.path().join("classes"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    let output = command.current_dir(folder.path()).args(["check", "classes", "--no-cache", "--format", "json"]);
    let output = output.output().unwrap();
    // Nothing that needs a class which nobody has written fails a build.
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn method<'r>(report: &'r Value, name: &str) -> &'r Value {
    let methods = report["methods"].as_array().unwrap().iter();
    let mut found = methods.filter(|method| method["method"] == name && method["class"] == "shop.Shop");
    found.next().unwrap()
}

/// The finding of a method with an exception, which a JVM has confirmed.
fn finding<'r>(report: &'r Value, name: &str, exception: &str) -> &'r Value {
    let findings = method(report, name)["findings"].as_array().unwrap();
    let mut found = findings.iter().filter(|finding| finding["exception"] == exception);
    let found = found.next().unwrap_or_else(|| panic!("{name}: no {exception} in {findings:#?}"));
    assert_eq!(found["confirmed"], true, "{found:#}");
    found
}

/// What a script of an input extends.
fn scripted(finding: &Value) -> Vec<&str> {
    let objects = finding["input_data"]["objects"].as_array().unwrap().iter();
    objects.filter_map(|object| object["made"]["scripted"]["extends"].as_str()).collect()
}

#[test]
fn what_only_a_written_class_brings_about_is_confirmed_and_ranked_last() {
    let folder = tempfile::tempdir().unwrap();
    let report = checked(&folder);
    let divided = finding(&report, "price", "java.lang.ArithmeticException");
    assert_eq!(scripted(divided).iter().filter(|name| **name == "shop.Shop$Rate").count(), 1, "{divided:#}");
    assert!(scripted(divided).contains(&"shop.Shop$Clock"), "{divided:#}");
    assert!(divided["input"].as_str().unwrap().contains("new Shop$Rate()"), "{divided:#}");
    finding(&report, "later", "java.lang.NullPointerException");
    finding(&report, "cell", "java.lang.ArrayIndexOutOfBoundsException");
    assert_eq!(scripted(finding(&report, "read", "java.lang.AssertionError")), ["java.io.InputStream"]);
    for cause in report["causes"].as_array().unwrap() {
        assert!(["scripted", "null"].contains(&cause["rank"].as_str().unwrap()), "{cause:#}");
    }
}

#[test]
fn a_script_is_consistent_and_what_cannot_be_written_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let report = checked(&folder);
    for (name, why) in [
        ("twice", "each method of a script always gives the same"),
        ("size", "people pass collections of the JDK"),
        ("closed", "only the package can extend it, and nothing does"),
        ("sealed", "it is sealed"),
    ] {
        let findings = method(&report, name)["findings"].as_array().unwrap().iter();
        let is_odd = |finding: &&Value| finding["exception"] != "java.lang.NullPointerException";
        assert_eq!(findings.filter(is_odd).count(), 0, "{name}: {why}");
    }
    assert_eq!(method(&report, "sealed")["verdict"], "holds");
}
