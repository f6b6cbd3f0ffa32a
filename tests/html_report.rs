//! The HTML report of `test`: what it says, that it needs nothing beside it, and how it looks and behaves in a browser.

#[path = "html_report/browser.rs"]
mod browser;
#[path = "html_report/sample.rs"]
mod sample;

use browser::Browser;
use casewise::report::{SourceFiles, SuiteReport, suite_as_html};
use sample::{hostile, report, sources};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;

fn html(report: &SuiteReport, sources: &SourceFiles) -> String {
    let mut bytes = Vec::new();
    suite_as_html(report, sources, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// Loads what is asked of a page into it.
const QUESTIONS: &str = include_str!("html_report/page.js");

#[track_caller]
fn check_nothing(browser: &mut Browser, question: &str, view: &str) {
    let found = browser.ask(&format!("page.{question}()"));
    assert_eq!(found, json!([]), "{question}, {view}");
}

/// Runs a test with a page in a browser. Without one it says that it did nothing.
fn with_browser(html: &str, test: impl FnOnce(&mut Browser, &std::path::Path)) {
    let Some(mut browser) = Browser::start() else {
        eprintln!("SKIPPED for want of a browser: install Chromium, which scripts/setup tries");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    fs::write(&file, html).unwrap();
    test(&mut browser, &file);
    assert!(browser.complaints.is_empty(), "{:#?}", browser.complaints);
}

#[test]
fn the_same_report_gives_the_same_bytes_however_long_it_took() {
    let mut slower = report();
    slower.totals.time_ms = 1e6;
    for class in &mut slower.classes {
        class.time_ms = 1e6;
    }
    assert_eq!(html(&report(), &sources()), html(&slower, &sources()));
}

#[test]
fn the_page_says_what_the_report_says() {
    let page = html(&report(), &sources());
    for words in [
        "throw new IllegalArgumentException(&quot;amount&quot;);",
        "withdraw_<wbr>returnsFalse_<wbr>whenAmountIs100",
        "balance = 99, amount = 100",
        "returns false",
        "∅ infeasible",
        "the mutant is equivalent: for every input it does what the original does",
        "no explored path goes this way",
        "replaced &lt; by &lt;=",
        "only the private method is known to differ",
        "java.lang.ArithmeticException: / by zero",
        "no public constructor reaches it",
        "loop bound 8",
    ] {
        assert!(page.contains(words), "no {words} in:\n{page}");
    }
}

#[test]
fn without_sources_the_lines_stand_alone() {
    let page = html(&report(), &SourceFiles::new());
    assert!(page.contains("Without its source <code>bank/Account.java</code>"));
    assert!(!page.contains("throw new IllegalArgumentException"));
    assert!(page.contains("id=\"class-0-line-12\""));
}

#[test]
fn texts_are_escaped_and_nothing_is_loaded() {
    let page = html(&hostile(), &SourceFiles::new());
    for forbidden in ["<img", "<b>bold", "onerror=\"", "\u{1b}", "\u{0}", "\u{202e}", "http://", "https://"] {
        assert!(!page.contains(forbidden), "{forbidden:?} in:\n{page}");
    }
    assert_eq!(page.matches("<script").count(), 1);
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;"));
    assert!(page.contains("\\u001b[31m"));
    assert!(page.contains("&amp;amp;amp; W"), "text that looks escaped is text");
}

#[test]
fn a_report_of_nothing_says_so() {
    assert!(html(&SuiteReport::default(), &SourceFiles::new()).contains("No class was asked for"));
}

#[test]
fn a_browser_shows_it_whole_on_a_phone_and_on_a_desk_in_light_and_in_dark() {
    for page in [html(&report(), &sources()), html(&hostile(), &SourceFiles::new())] {
        with_browser(&page, |browser, file| {
            for (width, scheme) in [(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")] {
                let view = format!("{width} px, {scheme}");
                browser.open(file, width, scheme);
                browser.ask(QUESTIONS);
                for question in ["unseen", "headings", "links", "twice", "foreign", "unnamed", "sideways", "pale"] {
                    check_nothing(browser, question, &view);
                }
                browser.ask("page.open()");
                for question in ["sideways", "pale"] {
                    check_nothing(browser, question, &format!("{view}, everything opened"));
                }
            }
        });
    }
}

#[test]
fn the_filter_leaves_the_inputs_that_have_all_of_its_words() {
    with_browser(&html(&report(), &sources()), |browser, file| {
        browser.open(file, 1280, "light");
        browser.ask(QUESTIONS);
        let all = browser.ask("page.rows().length");
        assert_eq!(all, 6);
        assert_eq!(browser.ask("page.type('withdraw THROWS')"), "1 of 6 inputs");
        assert_eq!(browser.ask("page.rows()").as_array().map(Vec::len), Some(1));
        check_nothing(browser, "sideways", "filtered");
        let hidden = browser.ask("document.querySelector('#class-1').checkVisibility()");
        assert_eq!(hidden, false, "a class without a row that fits is hidden");
        assert_eq!(browser.ask("page.type('no such input')"), "0 of 6 inputs");
        assert_eq!(browser.ask("page.rows()"), json!([]));
        assert_eq!(browser.ask("page.type('')"), "");
        assert_eq!(browser.ask("page.rows().length"), all);
        assert_eq!(browser.ask("document.querySelector('#class-1').checkVisibility()"), true);
    });
}

#[test]
fn the_switch_is_stronger_than_the_system_and_the_keyboard_reaches_everything() {
    with_browser(&html(&report(), &sources()), |browser, file| {
        let colour = "getComputedStyle(document.body).backgroundColor";
        browser.open(file, 1280, "light");
        let light = browser.ask(colour);
        browser.ask("document.getElementById('theme-dark').click()");
        let dark = browser.ask(colour);
        assert_ne!(light, dark);
        browser.open(file, 1280, "dark");
        assert_eq!(browser.ask(colour), dark);
        browser.ask("document.getElementById('theme-light').click()");
        assert_eq!(browser.ask(colour), light);

        browser.open(file, 1280, "light");
        let mut reached: Vec<Value> = Vec::new();
        for _ in 0..12 {
            browser.press("Tab");
            let what =
                "document.activeElement.className || document.activeElement.id || document.activeElement.tagName";
            reached.push(browser.ask(what));
        }
        for expected in ["skip", "filter", "theme-auto", "box", "A"] {
            assert!(reached.contains(&json!(expected)), "{expected} is not among {reached:?}");
        }
    });
}

#[test]
fn the_command_writes_the_page_with_the_sources_that_it_finds() {
    let folder = tempfile::tempdir().unwrap();
    let sources = folder.path().join("sources");
    fs::create_dir_all(sources.join("p")).unwrap();
    let text = "package p;\n\npublic class Sign {\n    public static int of(int x) {\n        return x < 0 ? -1 : 1; // <sign>\n    }\n}\n";
    fs::write(sources.join("p/Sign.java"), text).unwrap();
    let classes = folder.path().join("classes");
    let compiled = Command::new("javac").arg("-g").arg("-d").arg(&classes).arg(sources.join("p/Sign.java")).status();
    assert!(compiled.unwrap().success());
    let page = folder.path().join("report.html");
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .current_dir(folder.path())
        .args(["test", "--no-run", "--augment", "none", "--out"])
        .arg(folder.path().join("tests"))
        .arg("--report")
        .arg(&page)
        .arg("--source")
        .arg(&sources)
        .arg(&classes)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("return x &lt; 0 ? -1 : 1; // &lt;sign&gt;"), "{page}");
    assert!(page.contains("returns -1"), "{page}");
}

#[test]
fn what_is_no_folder_of_sources_is_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
        .args(["test", "--report", "report.html", "--source", "no/such/folder", env!("CASEWISE_FIXTURES")])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no/such/folder: no folder of sources"));
}
