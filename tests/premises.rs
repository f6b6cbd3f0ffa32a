//! What `holds` says that it takes for granted of the machine and of whoever calls, where another world would make a difference.

use crate::support::jdk::{check_sources, of_method, report_of_sources};
use serde_json::Value;
use std::collections::BTreeMap;

const SOURCE: &str = r#"
package p;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

public class World {
    static class Filtered extends RuntimeException {
        @Override
        public synchronized Throwable fillInStackTrace() {
            super.fillInStackTrace();
            List<StackTraceElement> kept = new ArrayList<>();
            for (StackTraceElement element : getStackTrace()) {
                if (!element.getClassName().equals("p.World")) {
                    kept.add(element);
                }
            }
            setStackTrace(kept.toArray(new StackTraceElement[0]));
            return this;
        }
    }

    public abstract static class Step {
        private int state;

        protected abstract void step();

        public final void state() {
            assert state == 0;
        }
    }

    private static final WeakReference<Object> WEAK = new WeakReference<>(new Object());

    static int filtered(int number) {
        try {
            if (number == 1) throw new Filtered();
            return 0;
        } catch (Filtered thrown) {
            return 1;
        }
    }
    static int passed(List<String> texts) { return texts == null ? 0 : texts.size(); }
    static void upper() { assert "title".toUpperCase().equals("TITLE"); }
    static void number(int number) { assert !String.format("%d", number).isEmpty(); }
    static void interrupted() { assert !Thread.currentThread().isInterrupted(); }
    static void kept() { assert WEAK.get() != null; }
    static void table() {
        java.util.WeakHashMap<Object, String> table = new java.util.WeakHashMap<>();
        table.put(new Object(), "");
        assert table.size() == 1;
    }
    static void printed() { System.out.println("a"); }
    static void traced() { new RuntimeException().printStackTrace(); }
    static void property() { assert System.getProperty("user.dir") != null; }
    static void atomic(AtomicInteger number) {
        if (number == null) return;
        number.set(7);
        assert number.intValue() == 7;
    }
    static int[] doubled(int[] array) { return array == null ? null : java.util.Arrays.copyOf(array, 2 * array.length); }
    // These need nothing.
    static int[] copied(int[] array) { return array == null ? null : java.util.Arrays.copyOf(array, array.length); }
    static void plain(int number) { assert number * 2 % 2 == 0; }
    static void capitals() { assert "abc".toUpperCase().equals("ABC"); }
    static void text() { assert !String.format("%s", "a").isEmpty(); }
}
"#;

/// By method: what it takes for granted, and the types that nobody may extend.
type Told = BTreeMap<String, (Vec<String>, Vec<String>)>;

fn told() -> Told {
    let report = report_of_sources(&[("p/World.java", SOURCE)], &[]);
    let texts = |value: &Value| {
        value.as_array().into_iter().flatten().map(|text| text.as_str().unwrap().to_owned()).collect::<Vec<String>>()
    };
    let methods = report["methods"].as_array().unwrap().iter().filter(|method| method["verdict"] == "holds");
    let told = methods.map(|method| {
        let name = method["method"].as_str().unwrap().to_owned();
        (name, (texts(&method["premises"]), texts(&method["closed_types"])))
    });
    told.collect()
}

#[test]
fn what_holds_names_what_it_takes_for_granted_and_no_more() {
    let told = told();
    let of = |method: &str| told.get(method).unwrap_or_else(|| panic!("{method} does not hold: {told:?}")).clone();
    for (method, premise) in [
        ("filtered", "callers_frames"),
        ("passed", "collections_as_documented"),
        ("upper", "default_locale"),
        ("number", "default_locale"),
        ("doubled", "modest_arrays"),
        ("interrupted", "not_interrupted"),
        ("kept", "referents_kept"),
        ("table", "referents_kept"),
        ("printed", "standard_streams"),
        ("traced", "standard_streams"),
        ("property", "standard_properties"),
    ] {
        assert_eq!(of(method), (vec![premise.to_owned()], vec![]), "{method}");
    }
    for method in ["plain", "capitals", "text", "copied"] {
        assert_eq!(of(method), (vec![], vec![]), "{method}");
    }
    assert_eq!(of("atomic"), (vec![], vec!["java.util.concurrent.atomic.AtomicInteger".to_owned()]));
    // Of an abstract class without a subclass nothing can be run: it says so.
    assert_eq!(of("state"), (vec![], vec!["p.World$Step".to_owned()]));
}

const ASKING: &str = r#"
package p;
import java.util.*;
public class Lists {
    /** Whoever calls gives what is asked. */
    public static final class Asked {
        private final List<Object> all = new ArrayList<>();
        public void add(Object one) { all.add(one); }
        public void clear() { all.clear(); }
        public void remove(Object one) { all.remove(one); }
        public int sized() { return all.size() == 2147483647 ? 0 : 10 / (all.size() + 1); }
    }
    /** Only strings are asked. */
    public static final class Quiet {
        private final List<String> all = new ArrayList<>();
        public void add(String one) { all.add(one); }
        public void clear() { all.clear(); }
        public void remove(String one) { all.remove(one); }
        public int sized() { return all.size() == 2147483647 ? 0 : 10 / (all.size() + 1); }
    }
    /** By a comparator of whoever calls. */
    public static final class Sorted {
        private final List<String> all = new ArrayList<>();
        public void add(String one) { all.add(one); }
        public void sort(Comparator<String> order) { all.sort(order); }
        public int sized() { return all.size() == 2147483647 ? 0 : 10 / (all.size() + 1); }
    }
}
"#;

#[test]
fn own_collections_that_ask_objects_of_callers_while_they_are_changed_say_so() {
    let report = report_of_sources(&[("p/Lists.java", ASKING)], &[]);
    let methods = report["methods"].as_array().unwrap().iter().filter(|method| method["method"] == "sized");
    let told: Vec<(&str, &str, bool)> = methods
        .map(|method| {
            let is_named = method["premises"]
                .as_array()
                .is_some_and(|all| all.iter().any(|premise| premise == "comparisons_as_documented"));
            (method["class"].as_str().unwrap(), method["verdict"].as_str().unwrap(), is_named)
        })
        .collect();
    let expected = [("p.Lists$Asked", true), ("p.Lists$Quiet", false), ("p.Lists$Sorted", true)];
    assert_eq!(told, expected.map(|(class, is_named)| (class, "holds", is_named)));
}

#[test]
fn a_report_says_it_in_words() {
    let text = check_sources(&[("p/World.java", SOURCE)], &["--method", "p.World.upper"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("holds ")
            && lines[1] == "  rests on: the default locale has the letters and digits of English",
        "{text}"
    );
}

#[test]
fn what_an_initialiser_takes_for_granted_all_methods_of_its_class_do() {
    // It runs long enough that what it leaves is kept for the methods that come later.
    let source = r#"
package p;

import java.lang.ref.WeakReference;

public class Begun {
    static final WeakReference<Object> WEAK = new WeakReference<>(new Object());

    static {
        int sum = 0;
        for (int i = 0; i < 2000; i++) sum += i;
        if (sum == 0 || WEAK.get() == null) throw new IllegalStateException();
    }

    static void first(int number) { assert number * 2 % 2 == 0; }
    static void second(int number) { assert number * 4 % 2 == 0; }
    static void third(int number) { assert number * 6 % 2 == 0; }
}
"#;
    let report = report_of_sources(&[("p/Begun.java", source)], &["--jobs", "1"]);
    for name in ["first", "second", "third"] {
        let method = of_method(&report, name);
        assert_eq!(
            (&method["verdict"], &method["premises"]),
            (&"holds".into(), &serde_json::json!(["referents_kept"]))
        );
    }
}

#[test]
fn an_enclosing_instance_is_never_null() {
    let source = r#"
package p;

public class Outer {
    private int count = 3;

    public final class Member {
        private final int known = count;
    }

    public Runnable anonymous() {
        return new Runnable() {
            private final int known = count;

            @Override public void run() { count = known; }
        };
    }
}
"#;
    let report = report_of_sources(&[("p/Outer.java", source)], &[]);
    let methods = report["methods"].as_array().unwrap();
    let made: Vec<&Value> = methods.iter().filter(|method| method["method"] == "<init>").collect();
    assert_eq!(made.len(), 3, "{made:?}");
    assert!(made.iter().all(|method| method["verdict"] == "holds"), "{made:?}");
}
