//! `casewise show`: what cases come to, their effects, their code where it is asked for, and no more text than can be read.

use crate::support::jdk::jdk_tool;
use serde_json::Value;
use std::fs;
use std::process::Command;
use tempfile::TempDir;

const SOURCE: &str = "public class Effects {
    int count;
    static int total;
    int[] log = new int[4];
    static int mixed(int[] numbers) {
        int mix = 1;
        for (int number : numbers) {
            mix = mix * 31 + number;
            mix ^= mix >>> 7;
            if (mix > number) mix--;
        }
        return mix;
    }
    static int smallestByLibrary(int[] numbers) {
        int[] copy = numbers.clone();
        java.util.Arrays.sort(copy);
        return copy[0];
    }
    void add(int number) {
        if (number > 0) { count = count + number; total++; }
    }
    static void addTo(Effects effects, int number) { effects.add(number); }
    static void copy(int[] from, int[] to) { to[0] = 1; System.arraycopy(from, 0, to, 0, 1); }
    static int half(int number) { return number / 2; }
    private static final int[] KEPT = {1};
    private static final java.util.List<Integer> LISTED = new java.util.ArrayList<>(java.util.List.of(5));
    static void keep(int number) { KEPT[0] = number; }
    static int kept() { return KEPT[0]; }
    static int keptSince(int number) { keep(number); return kept(); }
    static void list(Integer number) { LISTED.set(0, number); }
    static int listed() { return LISTED.get(0); }
    static int listedSince(int number) { list(number); return listed(); }
}";

/// The class, compiled.
fn compiled() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Effects.java");
    fs::write(&source, SOURCE).unwrap();
    assert!(jdk_tool("javac").args(["-g", "-d"]).arg(folder.path()).arg(&source).status().unwrap().success());
    folder
}

fn printed(folder: &TempDir, arguments: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.current_dir(folder.path()).args(["show", ".", "--no-cache", "--jobs", "1"]);
    let output = command.args(arguments.split_whitespace()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The summary of a method as JSON.
fn summary(folder: &TempDir, arguments: &str) -> Value {
    let document: Value = serde_json::from_str(&printed(folder, &format!("{arguments} --format json"))).unwrap();
    document["methods"][0].clone()
}

/// The effects of a method's cases that return, each set once.
fn effects_of_returning(summary: &Value) -> Vec<Vec<String>> {
    let cases = summary["cases"].as_array().unwrap().iter();
    let returning = cases.filter(|case| case["outcome"].as_str().unwrap().starts_with("returns"));
    let texts = |case: &Value| -> Vec<String> {
        case["effects"].as_array().unwrap().iter().map(|effect| effect.as_str().unwrap().to_owned()).collect()
    };
    let mut found: Vec<Vec<String>> = returning.map(texts).collect();
    found.sort();
    found.dedup();
    found
}

#[test]
fn effects_are_what_the_code_and_that_of_composed_cases_write() {
    let folder = compiled();
    let effects = |method: &str| effects_of_returning(&summary(&folder, &format!("--method {method}")));
    let added = vec!["writes Effects.count".to_owned(), "writes static Effects.total".to_owned()];
    assert_eq!(effects("add"), [Vec::new(), added.clone()]);
    // The callee's case is composed, and its code is not in the caller's.
    assert_eq!(effects("addTo"), [Vec::new(), added]);
    assert_eq!(effects("copy"), [["writes elements of int[]", "calls System.arraycopy"]]);
    assert_eq!(effects("half"), [Vec::<String>::new()]);
}

#[test]
fn a_callee_sees_what_its_caller_has_changed_of_objects_of_initialisers() {
    let folder = compiled();
    for (method, outcome) in [("kept", "returns 1"), ("keptSince", "returns number"), ("listedSince", "returns number")]
    {
        let summary = summary(&folder, &format!("--method {method}"));
        assert_eq!(summary["complete"], true, "{summary}");
        assert_eq!(summary["cases"].as_array().unwrap().len(), 1, "{summary}");
        assert_eq!(summary["cases"][0]["outcome"], outcome, "{summary}");
    }
}

#[test]
fn code_is_shown_where_it_is_asked_for_each_distinct_one_once() {
    let folder = compiled();
    let without = summary(&folder, "--method addTo");
    assert_eq!((&without["codes"], &without["cases"][0]["code"]), (&Value::Null, &Value::Null));
    let with = summary(&folder, "--method addTo --code");
    let codes = with["codes"].as_array().unwrap();
    let cases = with["cases"].as_array().unwrap();
    assert!(!codes.is_empty() && cases.iter().all(|case| case["code"].as_u64().unwrap() < codes.len() as u64));
    assert!(codes.iter().enumerate().all(|(at, code)| !codes[..at].contains(code)), "{codes:?}");
    // A case alone has its own code alone.
    let last = cases.len() - 1;
    let one = summary(&folder, &format!("--method addTo --code --case {last}"));
    assert_eq!(one["codes"].as_array().unwrap().len(), 1);
    assert_eq!(one["codes"][0], codes[cases[last]["code"].as_u64().unwrap() as usize]);
    let text = printed(&folder, "--method half --code");
    assert!(text.contains("│ Code │") && text.contains("\ncode 0:\n  iload 0 :24\n"), "{text}");
    assert!(!printed(&folder, "--method half").contains("iload"));
}

#[test]
fn a_call_of_the_library_does_not_fill_the_report() {
    let folder = compiled();
    let shown = printed(&folder, "--method smallestByLibrary --format json --code");
    assert!(shown.len() < 2_000_000, "{}", shown.len());
}

#[test]
fn long_conditions_are_cut_and_stopped_paths_counted_unless_all_is_asked_for() {
    let folder = compiled();
    let options = "--method mixed --depth 13 --loop-bound 6 --timeout 0";
    let longest = |summary: &Value| -> String {
        let stopped = summary["stopped"].as_array().unwrap().iter();
        let conditions = stopped.flat_map(|path| path["path_condition"].as_array().unwrap());
        conditions.map(|condition| condition.as_str().unwrap()).max_by_key(|text| text.len()).unwrap().to_owned()
    };
    let short = summary(&folder, options);
    assert!(longest(&short).ends_with("… (cut, see --full)") && longest(&short).len() < 300, "{}", longest(&short));
    let listed = short["stopped"].as_array().unwrap().len() as u64;
    let left_out = short["stopped_not_listed"].as_u64().unwrap();
    assert!(left_out > 0, "{listed}");
    let full = summary(&folder, &format!("{options} --full"));
    assert_eq!(full["stopped"].as_array().unwrap().len() as u64, listed + left_out);
    assert_eq!(full["stopped_not_listed"], 0);
    assert!(longest(&full).len() > 300 && !longest(&full).contains("--full"));
    let text = printed(&folder, options);
    assert!(
        text.contains(&format!("{} paths stopped, {listed} of them listed (see --full):", listed + left_out)),
        "{text}"
    );
}
