//! What tests of `casewise test` assert: what a JVM has shown that the call changes or gives, and nothing else.

use crate::support::place::Place;
use std::process::Command;

const LEDGER: &str = "
    import java.math.BigDecimal;
    import java.util.*;
    public class Ledger {
        private final int limit;
        private int total;
        private int count;
        private int[] cells = new int[3];
        public final int version = 7;
        public Ledger(int limit) { this.limit = limit; }
        public int getLimit() { return limit; }
        public int getCount() { return count; }
        /** Computes, so that no field shows it. */
        public long weight() { return 3L * total + limit; }
        public void add(int amount) {
            if (amount < 0) throw new IllegalArgumentException(\"negative: \" + amount);
            total += amount;
        }
        public void mark() { count++; }
        public boolean take(int amount) {
            if (amount > limit) return false;
            count += 1;
            return true;
        }
        public int first(int[] cells) { return cells.length == 2 ? cells[0] : -1; }
        public void fill(int[] cells) { if (cells.length > 1) cells[0] = 9; }
        public static BigDecimal half(int number) { return BigDecimal.valueOf(number).divide(BigDecimal.valueOf(2)); }
        public static Optional<String> named(int number) { return number == 4 ? Optional.of(\"four\") : Optional.empty(); }
        public static List<Integer> upTo(int number) {
            List<Integer> found = new ArrayList<>();
            for (int i = 0; i < number && i < 2; i++) found.add(i);
            return found;
        }
        public static byte[] text(int number) { return number == 0 ? new byte[] {79, 75, 33} : new byte[] {-1, 0, 1}; }
        public static Object unlike() { return new Object(); }
    }";

const CHANNEL: &str = "
    import java.io.*;
    import java.nio.charset.Charset;
    import java.util.List;
    public class Channel {
        private final InputStream in;
        private final Charset charset;
        private final List<String> names;
        public Channel(InputStream in, Charset charset, List<String> names) {
            this.in = in;
            this.charset = charset;
            this.names = names;
        }
        public int limit(int number, byte[] bytes) { return number > 9 ? 9 : number; }
        public boolean isMissing(String text) { return text == null; }
        public int mask(int number) { return (number & 255) == 69 ? 1 : 0; }
    }";

/// The tests of a class, by their names, with their statements.
fn tests(source: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in source.lines() {
        if let Some(name) = line.trim().strip_prefix("void ") {
            found.push((name.split('(').next().unwrap().to_owned(), String::new()));
        } else if let Some((_, body)) = found.last_mut() {
            body.push_str(line.trim());
            body.push('\n');
        }
    }
    found
}

/// The source of the tests that are written of a class, a method for each.
fn written(name: &str, text: &str) -> String {
    written_with(&["--no-parameterized"], name, text)
}

fn written_with(options: &[&str], name: &str, text: &str) -> String {
    let place = Place::new();
    place.compile(&[(name, text)]);
    let out = place.path("tests");
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
    std::fs::read_to_string(out.join(format!("p/{name}Test.java"))).unwrap()
}

#[test]
fn a_null_is_passed_where_the_path_needs_one() {
    let source = written("Channel", CHANNEL);
    let tests = tests(&source);
    let with_null: Vec<&(String, String)> = tests.iter().filter(|(_, body)| body.contains("null")).collect();
    assert!(with_null.iter().all(|(name, _)| name == "isMissing_returnsTrue_whenTextIsNull"), "{source}");
    assert_eq!(with_null.len(), 1, "{source}");
    assert!(tests.iter().any(|(name, _)| name.starts_with("limit_returns9_")), "{source}");
    // What is computed is not said where the value says it.
    assert!(tests.iter().any(|(name, _)| name == "mask_returns1_whenNumberIs69"), "{source}");
}

#[test]
fn tests_say_what_their_calls_change_and_give() {
    let source = written("Ledger", LEDGER);
    let tests = tests(&source);
    let of = |method: &str| {
        let found: Vec<&(String, String)> =
            tests.iter().filter(|(name, _)| name.split('_').next() == Some(method)).collect();
        assert!(!found.is_empty(), "no test of {method}:\n{source}");
        found
    };
    let some = |method: &str, text: &str| of(method).iter().any(|(_, body)| body.contains(text));
    // Values of the JDK's classes, as Java of the version of the class.
    assert!(some("half", "assertEquals(new BigDecimal(\"") && !some("half", "assertNotNull"), "{source}");
    assert!(some("named", "assertEquals(Optional.empty(), "), "{source}");
    assert!(some("named", "assertEquals(Optional.of(\"four\"), "), "{source}");
    assert!(some("upTo", "assertEquals(Collections.emptyList(), "), "{source}");
    assert!(some("upTo", "assertEquals(Arrays.asList(0, 1), "), "{source}");
    assert!(some("text", "assertArrayEquals(\"OK!\".getBytes(StandardCharsets.US_ASCII), "), "{source}");
    // Of what has no value to be compared with, that it is there.
    assert!(some("unlike", "assertNotNull(Ledger.unlike());"), "{source}");
    // A message that the code writes.
    assert!(some("add", "assertEquals(\"negative: "), "{source}");
    // What changes is asked for; what no call of the method changes is not spoken of.
    assert!(some("add", ".weight());") && !some("add", "getLimit") && !some("add", "getCount"), "{source}");
    assert!(some("mark", "ledger.getCount());") && !some("mark", "weight"), "{source}");
    // Where another call changes it, it is said that this one does not.
    let refused = of("take").into_iter().find(|(_, body)| body.contains("assertFalse"));
    assert!(refused.is_some_and(|(_, body)| body.contains("getCount());")), "{source}");
    assert!(!some("first", "assertArrayEquals") && some("fill", "assertArrayEquals"), "{source}");
    // A constant of each object says nothing.
    assert!(!source.contains("version"), "{source}");
    // What a test does to an object is what its name says.
    assert!(of("mark").iter().all(|(name, _)| name.starts_with("mark_setsCountTo")), "{source}");
    assert!(of("add").iter().any(|(name, _)| name.starts_with("add_changes")), "{source}");
}

const PRINTER: &str = "
    import java.io.IOException;
    import java.io.OutputStream;
    public class Printer {
        private final OutputStream out;
        private final boolean isLoud;
        public Printer(OutputStream out, boolean isLoud) {
            this.out = out;
            this.isLoud = isLoud;
        }
        public boolean isLoud() { return isLoud; }
        public void mark(int at) throws IOException {
            if (at == 3) out.write('!');
        }
        public void ready() { if (out == null) throw new IllegalStateException(\"closed\"); }
    }";

#[test]
fn what_a_call_writes_is_asserted() {
    let source = written("Printer", PRINTER);
    let tests = tests(&source);
    let has = |name: &str, part: &str| tests.iter().any(|(test, body)| test.starts_with(name) && body.contains(part));
    assert!(has("mark_writesExclamation_whenAtIs3", "assertEquals(\"!\", out.toString());"), "{source}");
    assert!(has("mark_writesNothing_when", "assertEquals(\"\", out.toString());"), "{source}");
    // Of a method that writes nothing whatever it is called with too, in place of what no call changes.
    assert!(has("ready_writesNothing", "assertEquals(\"\", out.toString());"), "{source}");
    assert!(!has("mark", "isLoud()") && !has("ready", "isLoud()"), "{source}");
    // What is kept and nothing more is no condition.
    assert!(has("constructor_setsIsLoudToFalse_whenIsLoudIsFalse", "isLoud()"), "{source}");
}

const WINDOW: &str = "
    import java.nio.charset.Charset;
    public class Window {
        private final Charset charset;
        private final int size;
        private int last;
        public Window(String charsetName, int size) {
            if (size > 7) throw new IllegalArgumentException(\"The window is too large: \" + size);
            this.charset = Charset.forName(charsetName == null ? \"UTF-8\" : charsetName);
            this.size = size;
        }
        public Window() { this(null, 0); }
        public Charset getCharset() { return charset; }
        public int getSize() { return size; }
        public boolean isOpen() { return size > 0; }
        public void keep(int number) { last = number; }
        public int move(int from, int by, boolean wraps) {
            if (wraps && from + by > size) return from + by - size;
            return from + by;
        }
        public char[] line(int length) { return length == 2 ? new char[] {'o', 'k'} : new char[] {'\\0'}; }
    }";

#[test]
fn names_say_what_is_true_of_the_test() {
    let source = written("Window", WINDOW);
    let tests = tests(&source);
    let names: Vec<&str> = tests.iter().map(|(name, _)| name.as_str()).collect();
    let has = |part: &str| names.iter().any(|name| name.contains(part));
    // What a constructor makes, or why it does not.
    assert!(names.iter().all(|name| !name.contains("succeeds")), "{names:#?}");
    assert!(has("_throwsIllegalArgumentException_theWindowIsTooLarge"), "{names:#?}");
    // A condition is told of a test where the outcome depends on it, else the values are.
    assert!(names.iter().all(|name| !name.contains("IsNot") && !name.contains("IsAtMost")), "{names:#?}");
    assert!(has("move_returns") && has("WrapsIs"), "{names:#?}");
    assert!(has("line_returnsOk_whenLengthIs2"), "{names:#?}");
    // What an object is made of is told where it decides.
    assert!(has("isOpen_returnsTrue_whenSizeIs"), "{names:#?}");
    assert!(names.iter().all(|name| !name.starts_with("isOpen") || !name.contains("Charset")), "{names:#?}");
    assert!(names.iter().all(|name| !name.ends_with('_')), "{names:#?}");
    // A charset is compared, and what needs one of a name has one.
    assert!(source.contains("assertEquals(StandardCharsets.UTF_8, ") && !source.contains("assertNotNull"), "{source}");
    // Calls that change nothing that is asked of are not there, and no number that is none to people.
    assert!(!source.contains("MAX_VALUE") && !source.contains("MIN_VALUE"), "{source}");
}
