//! Tests that differ only in values are one, with a row of values for each; JUnit itself runs them.

use crate::mutate::jupiter;
use crate::support::place::Place;
use std::path::PathBuf;
use std::process::Command;

/// A method for each way in which rows can be written, and some whose tests must not become one.
const SHEET: &str = "
    public class Sheet {
        private final int width;
        public Sheet(int width) { this.width = width; }
        public static int size(int number) {
            if (number < 0) return -number;
            if (number > 100) return 100;
            return number == 7 ? 1 : number;
        }
        public static void require(int number) {
            if (number < 0 || number == 13) throw new IllegalArgumentException(\"wrong number\");
        }
        public static String name(String text, boolean isLong) {
            if (text.isEmpty()) return \"none, nothing\";
            if (text.length() > 2) return isLong ? text : text.substring(0, 2);
            return text.charAt(0) == '\\t' ? \"tab\" : text + \"!\";
        }
        public static int sum(int[] numbers, int start) {
            int sum = start;
            for (int number : numbers) sum += number > 9 ? 9 : number;
            return sum;
        }
        public static char mark(boolean isDone) { return isDone ? 'x' : '-'; }
        public boolean fits(int count) {
            if (count > width) return false;
            return count >= 0;
        }
        public static Object itself(Object one, Object other) { return one == other ? one : null; }
    }";

/// The tests of the class, written with some options into a folder.
fn written(place: &Place, out: &str, options: &[&str]) -> String {
    let out = place.path(out);
    let written = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .arg("test")
        .arg(place.path("classes"))
        .args(["--no-cache", "--timeout", "0"])
        .args(options)
        .arg("--out")
        .arg(&out)
        .output()
        .unwrap();
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    std::fs::read_to_string(out.join("p/SheetTest.java")).unwrap()
}

/// What JUnit says of the tests in a folder: how many it has found, and how many of them passed.
fn run(place: &Place, out: &str) -> (usize, usize) {
    let java = |tool: &str| crate::classfile_support::java_home().join("bin").join(tool);
    let class_path = |more: &[PathBuf]| std::env::join_paths([jupiter(), more.to_vec()].concat()).unwrap();
    let compiled = place.path(&format!("{out}-classes"));
    let output = Command::new(java("javac"))
        .args(["-nowarn", "-d"])
        .arg(&compiled)
        .arg("-cp")
        .arg(class_path(&[place.path("classes")]))
        .arg(place.path(out).join("p/SheetTest.java"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(java("java"))
        .arg("-cp")
        .arg(class_path(&[place.path("classes"), compiled.clone()]))
        .args(["org.junit.platform.console.ConsoleLauncher", "execute", "--details", "summary"])
        .args(["--disable-banner", "--disable-ansi-colors", "--scan-class-path"])
        .arg(&compiled)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    let number = |of: &str| {
        let line = told.lines().find(|line| line.contains(of)).unwrap_or_else(|| panic!("{told}"));
        line.trim_start_matches('[').split_whitespace().next().unwrap().parse().unwrap()
    };
    (number(" tests found "), number(" tests successful "))
}

/// The annotations before a method, and its first line.
fn before<'s>(source: &'s str, method: &str) -> Vec<&'s str> {
    let lines: Vec<&str> = source.lines().collect();
    let at = lines.iter().position(|line| line.trim().starts_with(&format!("void {method}")));
    let at = at.unwrap_or_else(|| panic!("no test of {method}:\n{source}"));
    let from = lines[..at].iter().rposition(|line| line.is_empty()).unwrap_or(0);
    lines[from + 1..=at].to_vec()
}

#[test]
fn tests_that_differ_only_in_values_are_rows_of_one() {
    let place = Place::new();
    place.compile(&[("Sheet", SHEET)]);
    let source = written(&place, "together", &["--report", place.path("report").to_str().unwrap()]);
    let apart = written(&place, "apart", &["--no-parameterized"]);
    let (has, hasnt) = (|part: &str| source.contains(part), |part: &str| !apart.contains(part));
    assert!(hasnt("Parameterized") && hasnt("Source") && apart.contains("@Test\n"), "{apart}");
    // One value: the exception is the same, and so is the message.
    let require = before(&source, "require_throwsIllegalArgumentException_wrongNumber(int number)");
    assert_eq!(require[0].trim(), "@ParameterizedTest", "{source}");
    assert!(require[1].trim().starts_with("@ValueSource(ints = {") && require[1].contains("13"), "{source}");
    // Several plain ones, what is passed before what comes of it.
    let size = before(&source, "size_returnsExpected(int number, int expected)").join("\n");
    assert!(size.contains("@CsvSource({") && size.contains("7, 1") && size.contains("101, 100"), "{source}");
    assert!(has("assertEquals(expected, Sheet.size(number));"), "{source}");
    // Texts with commas and characters that nobody sees, and arrays, are given by a method.
    let name = before(&source, "name_returnsExpected(").join("\n");
    assert!(
        name.contains("@MethodSource\n") && has("\"none, nothing\"") && has("static Stream<Arguments> name_"),
        "{source}"
    );
    assert!(has("assertEquals(expected, Sheet.sum(numbers, ") && has("Arguments.of(new int[] {"), "{source}");
    // Another assertion is another test.
    assert!(has("void mark_returnsX_whenIsDone") || has("mark_returnsExpected"), "{source}");
    // Conditions that are true in one row and false in another are compared.
    let fits = before(&source, "fits_returnsExpected(int width, int count, boolean expected)").join("\n");
    assert!(fits.contains(", true\"") && fits.contains(", false\""), "{source}");
    assert!(has("assertEquals(expected, new Sheet(width).fits(count));"), "{source}");
    // JUnit finds each row, and all pass. Rows that would be the same are one.
    let (found, passed) = run(&place, "together");
    assert_eq!((found, passed), (passed, found));
    let (found_apart, passed_apart) = run(&place, "apart");
    assert_eq!(found_apart, passed_apart);
    assert_eq!(found, found_apart, "{source}");
    let methods = |source: &str| source.matches("@Test\n").count() + source.matches("@ParameterizedTest\n").count();
    assert!(methods(&source) < methods(&apart) && methods(&apart) == found_apart, "{source}");
}

#[test]
fn what_does_not_pass_as_a_row_has_a_test_for_itself() {
    // Two literals of one text are one object; two cells of it are two.
    let text = "
    public class Sheet {
        public static int kind(String one, String other) {
            if (one == null || one.length() > 3) return 0;
            if (one == other) return 1;
            return one.length() == 2 ? 2 : 3;
        }
    }";
    let place = Place::new();
    place.compile(&[("Sheet", text)]);
    let source = written(&place, "tests", &[]);
    let (found, passed) = run(&place, "tests");
    assert!(found == passed && found > 2, "{source}");
}

#[test]
fn reports_have_each_row() {
    let place = Place::new();
    place.compile(&[("Sheet", SHEET)]);
    let report = place.path("report.json");
    let source = written(&place, "tests", &["--format", "json", "--output", report.to_str().unwrap()]);
    let report: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&report).unwrap()).unwrap();
    let tests = report["classes"][0]["tests"].as_array().unwrap();
    let of = |name: &str| -> Vec<&serde_json::Value> { tests.iter().filter(|test| test["name"] == name).collect() };
    let rows = of("size_returnsExpected");
    assert!(rows.len() > 2, "{source}");
    let inputs: std::collections::BTreeSet<&str> = rows.iter().map(|row| row["input"].as_str().unwrap()).collect();
    assert_eq!(inputs.len(), rows.len(), "each row has its input");
    for row in rows {
        assert_eq!((&row["parameterized"], &row["passes"]), (&true.into(), &true.into()));
        let line = row["line"].as_u64().unwrap() as usize;
        let declared = source.lines().nth(line - 1).unwrap();
        assert!(declared.contains("void size_returnsExpected("), "{declared}");
    }
    assert!(tests.iter().any(|test| test["parameterized"] == false), "{source}");
}
