//! Shards: what several processes find together, joined by `merge`, is what one finds, byte for byte but for times and costs; an edit
//! moves few methods; and what does not belong together is refused.

use crate::support::jdk::compile;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Methods of several classes that fail by the same throw, so that causes join findings of several shards.
const SHOP: &str = "package shop;
public class Shop {
    public static int share(int total, int people) { return Shared.divided(total, people); }
    public static int last(int[] prices) { return prices[prices.length]; }
    public static int half(int number) { return number / 2; }
    public static boolean even(int number) { return number == 0 || odd(number - 1); }
    public static boolean odd(int number) { return number != 0 && even(number - 1); }
}
";
const SHARED: &str = "package shop;
public class Shared {
    public static int divided(int total, int parts) {
        return total / parts;
    }
    public static int twice(int total, int parts) { return 2 * divided(total, parts); }
    @SuppressWarnings(\"casewise\")
    public static int hidden(int total) { return 7 % total; }
}
";
const USER: &str = "package shop;
public class User {
    private final int[] held;
    public User(int size) { held = new int[size]; }
    public int at(int place) { return held[place]; }
    public int part(int parts) { return Shared.divided(held.length, parts); }
    public String name(String first) { return first.trim() + Shop.half(held.length); }
}
";

/// A folder in which casewise runs.
struct Folder(TempDir);

impl Folder {
    fn new(sources: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        folder.compile("classes", sources);
        folder
    }

    fn shop() -> Folder {
        Folder::new(&[("shop/Shop.java", SHOP), ("shop/Shared.java", SHARED), ("shop/User.java", USER)])
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn compile(&self, name: &str, sources: &[(&str, &str)]) {
        compile(sources, &self.path(name));
        for (file, text) in sources {
            let path = self.path("src").join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }

    fn run(&self, arguments: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
        command.current_dir(self.0.path()).stdin(Stdio::null()).args(arguments.split_whitespace()).output().unwrap()
    }

    /// A run and its shards, each joined; the exit codes and what is told are the same.
    #[track_caller]
    fn joins(&self, arguments: &str, format: &str, shards: u32) -> String {
        let whole = self.run(&format!("{arguments} --format {format}"));
        let mut files = Vec::new();
        for shard in 1..=shards {
            let part = self.run(&format!("{arguments} --format {format} --shard {shard}/{shards}"));
            let file = format!("shard-{shard}.{format}");
            assert!(!part.stdout.is_empty(), "{arguments}: {}", errors(&part));
            fs::write(self.path(&file), &part.stdout).unwrap();
            // The order of files is of no consequence.
            files.insert(0, file);
        }
        let joined = self.run(&format!("merge {}", files.join(" ")));
        assert_eq!(without_costs(&text(&joined)), without_costs(&text(&whole)), "{arguments} {format}");
        assert_eq!(errors(&joined), errors(&whole), "{arguments} {format}");
        assert_eq!(joined.status.code(), whole.status.code(), "{arguments} {format}: {}", errors(&joined));
        text(&whole)
    }
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// JSON without the lines that tell what the run has cost.
fn without_costs(text: &str) -> String {
    let mut in_costs = false;
    let mut kept = String::new();
    for line in text.lines() {
        let starts = |word: &str| line.trim_start().starts_with(word);
        in_costs |= starts("\"run\": {");
        if !in_costs && !starts("\"time_ms\": ") {
            kept.push_str(line);
            kept.push('\n');
        }
        in_costs &= !starts("}");
    }
    kept
}

#[test]
fn shards_of_check_are_one_run() {
    let folder = Folder::shop();
    let check = "check classes --no-cache --timeout 0 --no-replay";
    let report: Value = serde_json::from_str(&folder.joins(check, "json", 2)).unwrap();
    // There is a cause that methods of several classes lead to.
    let classes = |cause: &Value| {
        let entries = cause["entries"].as_array().unwrap().iter().map(|entry| entry["method"].as_u64().unwrap());
        let mut classes: Vec<&str> =
            entries.map(|at| report["methods"][at as usize]["class"].as_str().unwrap()).collect();
        classes.dedup();
        classes.len()
    };
    assert!(report["causes"].as_array().unwrap().iter().any(|cause| classes(cause) > 2));
    folder.joins(check, "sarif", 2);
    // More shards than there is work.
    folder.joins(check, "json", 40);
    folder.joins(&format!("{check} --all --fail-on incomplete --source-root src"), "sarif", 3);
    folder.joins(&format!("{check} --method half --explain"), "json", 3);
    fs::write(folder.path("casewise.toml"), "[[suppress]]\nfingerprint = \"0000000000000000\"\nreason = \"gone\"\n")
        .unwrap();
    let unused = folder.run(check);
    assert!(errors(&unused).contains("0000000000000000"), "{}", errors(&unused));
    folder.joins(check, "json", 2);
}

#[test]
fn shards_that_ask_a_jvm_are_one_run() {
    let folder = Folder::shop();
    let whole: Value = serde_json::from_str(&folder.joins("check classes --no-cache --timeout 0", "json", 2)).unwrap();
    assert!(whole["totals"]["confirmed"].as_u64().unwrap() > 0);
}

#[test]
fn shards_of_check_know_a_baseline() {
    let folder = Folder::shop();
    folder.run("check classes --no-cache --timeout 0 --no-replay --baseline known.sarif --update-baseline");
    folder.compile(
        "classes",
        &[
            ("shop/Shop.java", &SHOP.replace("return prices[prices.length]", "return 0")),
            ("shop/Shared.java", SHARED),
            ("shop/User.java", &USER.replace("held[place]", "held[place] / place")),
        ],
    );
    let check = "check classes --no-cache --timeout 0 --no-replay --all --baseline known.sarif";
    let sarif = folder.joins(check, "sarif", 3);
    for state in ["absent", "new", "unchanged"] {
        assert!(sarif.contains(&format!("\"baselineState\": \"{state}\"")), "{state}");
    }
    folder.joins(check, "json", 3);
}

#[test]
fn shards_of_the_fixtures_are_one_run() {
    let folder = Folder(tempfile::tempdir().unwrap());
    let check = format!(
        "check {} --include check.A* --include check.B* --include check.D* --no-cache --no-replay --timeout 0",
        env!("CASEWISE_CHECK_FIXTURES")
    );
    folder.joins(&check, "json", 2);
    folder.joins(&check, "sarif", 2);
    let summarize = format!("summarize {} --exclude casestudies.R --no-cache --timeout 0", env!("CASEWISE_FIXTURES"));
    folder.joins(&summarize, "json", 2);
    folder.joins(&format!("{summarize} --loop-bound 1"), "json", 5);
}

#[test]
fn shards_of_test_are_one_run() {
    let folder = Folder::shop();
    let test = "test classes --no-run --augment boundary,mcdc --no-cache --timeout 0 --out";
    folder.joins(&format!("{test} tests"), "json", 2);
    let written = files(&folder.path("tests"));
    assert!(written.len() > 1);
    // Each shard writes its classes.
    for shard in 1..=2 {
        folder.run(&format!("{test} sharded --shard {shard}/2"));
    }
    assert_eq!(files(&folder.path("sharded")), written);
}

#[test]
fn shards_of_diff_are_one_run() {
    let folder = Folder::shop();
    folder.compile(
        "new",
        &[
            ("shop/Shop.java", &SHOP.replace("number / 2", "number / 2 + 1")),
            ("shop/Shared.java", &SHARED.replace("total / parts", "parts == 3 ? 1 : total / parts")),
            ("shop/User.java", &USER.replace("new int[size]", "new int[size + 0]")),
        ],
    );
    fs::write(folder.path("meant.txt"), "shop.Shop.half\nshop.Shared.gone\n").unwrap();
    let diff = "diff classes new --timeout 0";
    let whole: Value = serde_json::from_str(&folder.joins(diff, "json", 2)).unwrap();
    let roles = whole["methods"].as_array().unwrap().iter().map(|method| method["role"].as_str().unwrap());
    assert!(roles.filter(|role| *role == "caller").count() > 1);
    let whole: Value = serde_json::from_str(&folder.joins(&format!("{diff} --expect meant.txt"), "json", 3)).unwrap();
    assert_eq!(whole["unused_expectations"], serde_json::json!(["shop.Shared.gone"]));
    folder.joins(&format!("{diff} --source-root src"), "sarif", 2);
}

/// The files of a folder and those below it, with their content.
fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        for entry in fs::read_dir(&path).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => open.push(path),
                false => drop(
                    found.insert(path.strip_prefix(folder).unwrap().to_owned(), fs::read_to_string(&path).unwrap()),
                ),
            }
        }
    }
    found
}

#[test]
fn pages_of_joined_shards_are_those_of_one_run() {
    let folder = Folder::shop();
    for (command, sources) in [
        ("check classes --no-cache --timeout 0 --no-replay", "--source-root"),
        ("summarize classes --no-cache --timeout 0", "--source"),
        ("test classes --no-run --augment none --no-cache --timeout 0 --out tests", "--source"),
    ] {
        let name = command.split(' ').next().unwrap();
        let pages = |kind: &str| format!("{name}-{kind}");
        folder.run(&format!("{command} --report {} {sources} src", pages("whole")));
        for shard in 1..=2 {
            let part = folder
                .run(&format!("{command} --format json --shard {shard}/2 --report {} {sources} src", pages("part")));
            fs::write(folder.path(&format!("{shard}.json")), &part.stdout).unwrap();
        }
        folder.run(&format!("merge 1.json 2.json --format text --report {} --source-root src", pages("joined")));
        let of = |kind: &str| files(&folder.path(&pages(kind)));
        let (whole, joined) = (of("whole"), of("joined"));
        assert!(whole.len() > 3, "{name}");
        assert_eq!(joined.keys().collect::<Vec<_>>(), whole.keys().collect::<Vec<_>>(), "{name}");
        for (page, text) in &whole {
            assert_eq!(&joined[page], text, "{name}: {}", page.display());
        }
    }
}

/// The shard of each method that a plan names.
fn shards_of(folder: &Folder, arguments: &str) -> BTreeMap<String, u64> {
    let plan: Value = serde_json::from_str(&text(&folder.run(&format!("{arguments} --format json")))).unwrap();
    crate::json_schema::conforms("plan", &plan);
    let components = plan["components"].as_array().unwrap();
    let methods = components.iter().flat_map(|component| component["methods"].as_array().unwrap());
    let name =
        |method: &Value| format!("{}.{}{}", method["class"], method["method"].as_str().unwrap(), method["descriptor"]);
    methods.map(|method| (name(method), method["shard"].as_u64().unwrap())).collect()
}

#[test]
fn an_edit_moves_few_methods() {
    let class = |number: usize, more: &str| {
        let method = |at: usize| {
            let calls = format!("{}", (at * 7 + number) % 5);
            format!("public static int m{at}(int x) {{ return x * {at} + {calls} * (x > {at} ? x : 1) {more}; }}\n")
        };
        format!("package p; public class C{number} {{ {} }}", (0..20).map(method).collect::<String>())
    };
    let sources: Vec<(String, String)> =
        (0..12).map(|number| (format!("p/C{number}.java"), class(number, ""))).collect();
    let of = |sources: &[(String, String)]| {
        let sources: Vec<(&str, &str)> = sources.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        shards_of(&Folder::new(&sources), "plan classes --shards 4 --no-cache")
    };
    let before = of(&sources);
    assert_eq!(before.values().collect::<std::collections::BTreeSet<_>>().len(), 4);
    let mut edited = sources.clone();
    edited[5].1 = class(5, "+ 1 / x").replacen("}\n", "}\npublic static int more(int y) { return m3(y); }\n", 1);
    let after = of(&edited);
    assert_eq!(after.len(), before.len() + 1);
    let moved = before.iter().filter(|(method, shard)| after[*method] != **shard).count();
    assert!(moved * 10 <= before.len(), "{moved} of {}", before.len());
}

#[test]
fn a_plan_knows_what_earlier_runs_have_cost() {
    let folder = Folder::shop();
    for (command, options) in
        [("check", "--no-replay"), ("summarize", ""), ("summarize", "--max-cases 3 --loop-bound 2")]
    {
        let run = format!("{command} classes --cache kept --timeout 0 {options}");
        let plan = format!("plan classes --command {command} --shards 2 --format json {options} --cache");
        let of =
            |cache: &str| -> Value { serde_json::from_str(&text(&folder.run(&format!("{plan} {cache}")))).unwrap() };
        assert_eq!(of("none")["totals"]["known"], 0);
        let whole = folder.run(&format!("{run} --format json"));
        let whole: Value = serde_json::from_str(&text(&whole)).unwrap();
        let planned = of("kept");
        assert_eq!(planned["totals"]["known"], planned["totals"]["methods"], "{command}");
        if command == "check" {
            assert_eq!(planned["totals"]["cost"], whole["totals"]["run"]["work"]);
        }
        // Callees come first, and each component names those before it.
        for (at, component) in planned["components"].as_array().unwrap().iter().enumerate() {
            assert!(
                component["depends_on"].as_array().unwrap().iter().all(|other| other.as_u64().unwrap() < at as u64)
            );
        }
        fs::write(folder.path("plan.json"), planned.to_string()).unwrap();
        folder.joins(&format!("{command} classes --no-cache --timeout 0 {options}"), "json", 2);
        let of_plan = |shard: u32| {
            let part = folder.run(&format!(
                "{command} classes --no-cache --timeout 0 {options} --format json --plan-file plan.json --shard {shard}/2"
            ));
            let report: Value = serde_json::from_str(&text(&part)).unwrap();
            report["methods"].as_array().unwrap().len() as u64
        };
        for shard in 1..=2 {
            assert_eq!(of_plan(shard), planned["shards"][shard as usize - 1]["methods"].as_u64().unwrap());
        }
    }
    let refused = folder.run("check classes --no-cache --plan-file plan.json --shard 1/3");
    assert_eq!(refused.status.code(), Some(3));
    assert_eq!(errors(&refused), "casewise: plan.json: a plan for 2 shards, and not for 3\n");
}

#[test]
fn what_is_no_shard_is_refused() {
    let folder = Folder::shop();
    for bad in ["0/2", "3/2", "1/0", "1", "a/b", "-1/2"] {
        for command in ["check classes", "test classes", "summarize classes", "diff classes classes"] {
            let refused = folder.run(&format!("{command} --shard={bad}"));
            assert_eq!(refused.status.code(), Some(2), "{command} {bad}");
            assert!(refused.stdout.is_empty());
        }
    }
    let alone = folder.run("check classes --plan-file plan.json");
    assert_eq!(alone.status.code(), Some(2));
}

#[test]
fn what_does_not_belong_together_is_not_joined() {
    let folder = Folder::shop();
    let summarize = |options: &str, file: &str| {
        let ran = folder.run(&format!("summarize classes --no-cache --timeout 0 --format json {options}"));
        fs::write(folder.path(file), &ran.stdout).unwrap();
        ran
    };
    for shard in 1..=3 {
        summarize(&format!("--shard {shard}/3"), &format!("{shard}.json"));
    }
    summarize("", "whole.json");
    summarize("--shard 2/3 --loop-bound 1", "options.json");
    summarize("--shard 2/3 --class Shop", "classes.json");
    summarize("--shard 2/4", "four.json");
    let check = folder.run("check classes --no-cache --no-replay --format json --shard 2/3");
    fs::write(folder.path("check.json"), &check.stdout).unwrap();
    let second = fs::read_to_string(folder.path("2.json")).unwrap();
    fs::write(folder.path("cut.json"), &second[..second.len() / 2]).unwrap();
    fs::write(folder.path("text.txt"), "shop.Shop.half(int)  1 case  complete\n").unwrap();
    let version = format!("{} ", env!("CARGO_PKG_VERSION"));
    fs::write(
        folder.path("version.json"),
        second.replacen(&format!("\"version\": \"{version}"), "\"version\": \"0.0 ", 1),
    )
    .unwrap();
    fs::write(folder.path("field.json"), second.replacen("\"methods\": [", "\"method\": [", 1)).unwrap();
    fs::write(folder.path("place.json"), second.replacen("\"places\": [", "\"places\": [ 0,", 1)).unwrap();
    let refused = [
        ("1.json 3.json", "shard 2 of 3 is missing"),
        ("1.json", "shards 2, 3 of 3 are missing"),
        ("1.json 2.json 2.json 3.json", "2.json: shard 2 of 3 again, which 2.json is"),
        (
            "1.json options.json 3.json",
            "options.json: made of other classes, with other options or another plan than 1.json",
        ),
        (
            "1.json classes.json 3.json",
            "classes.json: made of other classes, with other options or another plan than 1.json",
        ),
        ("1.json four.json 3.json", "four.json: shard 2 of 4, and 1.json is shard 1 of 3"),
        ("1.json check.json 3.json", "check.json: a report of `check`, and 1.json is one of `summarize`"),
        ("whole.json", "whole.json: no report of a shard (--shard I/N, --format json or sarif)"),
        ("1.json cut.json 3.json", "cut.json: no report in JSON or SARIF: EOF while parsing"),
        ("text.txt", "text.txt: no report in JSON or SARIF: expected value at line 1 column 1"),
        ("1.json version.json 3.json", "version.json: made by another casewise"),
        ("1.json field.json 3.json", "field.json: damaged, no report of `summarize`: missing field `methods`"),
        ("1.json place.json 3.json", "damaged: "),
        ("1.json absent.json", "absent.json: No such file or directory"),
        ("1.json 2.json 3.json --format sarif", "there is no SARIF of `summarize`"),
        ("1.json 2.json 3.json --report pages", "pages of `summarize` need shards that were made with --report"),
    ];
    for (arguments, message) in refused {
        let output = folder.run(&format!("merge {arguments}"));
        let told = errors(&output);
        assert_eq!(output.status.code(), Some(3), "{arguments}: {told}");
        assert!(output.stdout.is_empty(), "{arguments}");
        assert!(told.starts_with(&format!("casewise: {message}")), "{arguments}: {told}");
        assert_eq!(told.lines().count(), 1, "{arguments}: {told}");
    }
    let joined = folder.run("merge 3.json 1.json 2.json");
    assert_eq!((joined.status.code(), errors(&joined)), (Some(0), String::new()));
}
