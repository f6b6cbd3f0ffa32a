//! Summaries with open calls: what they take for possible covers what a JVM does.

use crate::support::jdk::jdk_tool;
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const SOURCE: &str = r#"
import java.util.*;
class Shop {
    interface Listener { int changed(Shop shop, int by); }
    int stock;
    final int limit;
    static int sales;
    Shop(int limit) { this.limit = limit; }

    int sell(Listener listener, int by) {
        stock = by;
        listener.changed(this, by);
        return stock;
    }
    int limit(Listener listener) {
        int before = limit;
        listener.changed(this, 0);
        return limit - before;
    }
    int untold(Listener listener) {
        int[] own = {7};
        listener.changed(this, 0);
        return own[0];
    }
    int told(ToInt listener) {
        int[] own = {7};
        listener.of(own);
        return own[0];
    }
    int counted(Listener listener) {
        sales = 1;
        listener.changed(this, 0);
        return sales;
    }
    static String built(ToInt listener) {
        StringBuilder text = new StringBuilder("a");
        listener.of(text);
        return text.toString();
    }
    static int cast(Map<String, Integer> map, String key) { return map.get(key); }
    static int caught(Listener listener) {
        try { return listener.changed(null, 0); } catch (IllegalStateException e) { return -1; }
    }
    interface ToInt { int of(Object o); }
}
class Echo extends java.io.Writer {
    private final Appendable target;
    Echo(Appendable target) { this.target = target; }
    @Override public void write(char[] units, int from, int count) throws java.io.IOException {
        target.append(new String(units, from, count), 0, 0);
    }
    @Override public void flush() { }
    @Override public void close() { }
}
"#;

fn compiled() -> TempDir {
    let place = TempDir::new().unwrap();
    std::fs::write(place.path().join("Shop.java"), SOURCE).unwrap();
    let javac = jdk_tool("javac").args(["-g", "-d", "classes", "Shop.java"]).current_dir(place.path()).status();
    assert!(javac.unwrap().success());
    place
}

/// A method's summary as JSON.
fn summary(place: &Path, method: &str) -> Value {
    let program = env!("CARGO_BIN_EXE_casewise");
    let arguments = ["show", "classes", "--no-cache", "--format", "json", "--method", method];
    let output = Command::new(program).args(arguments).current_dir(place).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let shown: Value = serde_json::from_slice(&output.stdout).unwrap();
    shown["methods"][0].clone()
}

/// What the cases of a method end with.
fn outcomes(place: &Path, method: &str) -> Vec<String> {
    let summary = summary(place, method);
    assert_eq!(summary["complete"], true, "{summary}");
    let cases = summary["cases"].as_array().unwrap().iter();
    cases.map(|case| case["outcome"].as_str().unwrap().to_owned()).collect()
}

fn has(found: &[String], outcome: &str) -> bool {
    found.iter().any(|known| known == outcome)
}

#[test]
fn what_had_escaped_may_have_changed_and_nothing_else() {
    let place = compiled();
    let at = |method: &str| outcomes(place.path(), method);
    let sold = at("Shop.sell");
    assert!(has(&sold, "returns (this.stock after Shop$Listener.changed())"), "{sold:?}");
    assert!(has(&sold, "throws java.lang.Throwable"), "{sold:?}");
    assert!(!has(&sold, "returns by"), "{sold:?}");
    // Final fields stay, and arrays that nobody else has seen.
    assert!(has(&at("Shop.limit"), "returns 0"), "{:?}", at("Shop.limit"));
    assert!(has(&at("Shop.untold"), "returns 7"), "{:?}", at("Shop.untold"));
    let told = at("Shop.told");
    assert!(!has(&told, "returns 7"), "{told:?}");
    let counted = at("Shop.counted");
    assert!(has(&counted, "returns (Shop.sales after Shop$Listener.changed())"), "{counted:?}");
    let built = at("Shop.built");
    assert!(!has(&built, "returns \"a\""), "{built:?}");
}

#[test]
fn results_are_of_the_classes_that_the_code_asks_for() {
    let place = compiled();
    let cast = outcomes(place.path(), "Shop.cast");
    assert!(has(&cast, "throws java.lang.ClassCastException"), "{cast:?}");
    assert!(has(&cast, "throws java.lang.NullPointerException"), "{cast:?}");
    assert!(has(&cast, "returns Map.get()"), "{cast:?}");
}

#[test]
fn exceptions_are_told_apart_by_the_handlers_around_the_call() {
    let place = compiled();
    let caught = outcomes(place.path(), "Shop.caught");
    assert!(has(&caught, "returns -1"), "{caught:?}");
    assert!(has(&caught, "throws java.lang.Throwable"), "{caught:?}");
    assert!(has(&caught, "returns Shop$Listener.changed()"), "{caught:?}");
}

#[test]
fn the_report_says_how_many_calls_are_open_and_why() {
    let place = compiled();
    let shown = summary(place.path(), "Shop.sell");
    let caveats: Vec<&str> =
        shown["caveats"].as_array().unwrap().iter().map(|caveat| caveat.as_str().unwrap()).collect();
    assert!(caveats.contains(&"2 calls left open: Shop$Listener.changed has no code"), "{caveats:?}");
    // Nothing is left open inline: an input that no class on the class path fits ends its path.
    let program = env!("CARGO_BIN_EXE_casewise");
    let arguments = ["summarize", "classes", "--inline", "--method", "Shop.sell"];
    let output = Command::new(program).args(arguments).current_dir(place.path()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("incomplete: 1 path stopped: no class on the class path is a Shop$Listener"), "{text}");
}

/// What the target of an `Echo` appends to may be one again, and the JDK's code calls it: the bound on recursion holds there too.
#[test]
fn what_the_jdk_calls_back_recurses_no_further_than_the_bound() {
    let place = compiled();
    let shown = summary(place.path(), "Echo.write");
    let caveats = shown["caveats"].as_array().unwrap().iter().filter_map(Value::as_str);
    let reason = "recursion bound reached calling Echo.write";
    assert!(caveats.clone().any(|caveat| caveat.ends_with(reason)), "{:?}", caveats.collect::<Vec<_>>());
}
