//! Reports as HTML: what they say, that they need nothing beside them, that no page is large, and how they look and behave in a browser.

#[path = "html_report/browser.rs"]
mod browser;
#[path = "html_report/found.rs"]
mod found;
#[path = "html_report/sample.rs"]
mod sample;

use browser::Browser;
use casewise::report::{
    CheckReport, DiffReport, MOST_BYTES, Site, SourceFiles, SuiteReport, check_as_html, diff_as_html, suite_as_html,
    summaries_as_html,
};
use sample::{hostile, report, sources};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

/// Pages by their paths from the folder of the index.
type Pages = BTreeMap<String, String>;

fn pages(render: impl FnOnce(&mut Site<'_>) -> io::Result<()>) -> Pages {
    let mut pages = Pages::new();
    let mut write = |name: &str, text: &str| {
        assert!(pages.insert(name.to_owned(), text.to_owned()).is_none(), "{name} is written twice");
        Ok(())
    };
    render(&mut Site::new("index.html", &mut write)).unwrap();
    pages
}

fn suite(report: &SuiteReport, sources: &SourceFiles) -> Pages {
    pages(|site| suite_as_html(report, sources, site))
}

fn check(report: &CheckReport) -> Pages {
    pages(|site| check_as_html(report, false, &sources(), site))
}

fn diff(report: &DiffReport) -> Pages {
    pages(|site| diff_as_html(report, (&sources(), &sources()), site))
}

fn summaries() -> Pages {
    let (report, views) = found::summaries();
    pages(|site| summaries_as_html(&report, &views, &sources(), site))
}

/// All pages in one text.
fn html(report: &SuiteReport, sources: &SourceFiles) -> String {
    suite(report, sources).into_values().collect()
}

/// Loads what is asked of a page into it.
const QUESTIONS: &str = include_str!("html_report/page.js");

#[track_caller]
fn check_nothing(browser: &mut Browser, question: &str, view: &str) {
    let found = browser.ask(&format!("page.{question}()"));
    assert_eq!(found, json!([]), "{question}, {view}");
}

/// Runs a test with a report in a browser. Without one it says that it did nothing.
fn with_browser(pages: &Pages, test: impl FnOnce(&mut Browser, &Path)) {
    let Some(mut browser) = Browser::start() else {
        eprintln!("SKIPPED for want of a browser: install Chromium, which scripts/setup tries");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("classes")).unwrap();
    for (name, page) in pages {
        fs::write(folder.path().join(name), page).unwrap();
    }
    test(&mut browser, folder.path());
    assert!(browser.complaints.is_empty(), "{:#?}", browser.complaints);
}

/// The reports that are looked at: ordinary ones and hostile ones.
fn looked_at() -> Vec<(&'static str, Pages)> {
    vec![
        ("test", suite(&report(), &sources())),
        ("hostile test", suite(&hostile(), &SourceFiles::new())),
        ("check", check(&found::report())),
        ("hostile check", check(&found::hostile())),
        ("diff", diff(&found::changes())),
        ("summarize", summaries()),
    ]
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
fn a_summary_is_a_tree_with_the_source_and_heaps() {
    let page = &summaries()["classes/bank.Account.html"];
    for words in [
        "class=\"tree\"",
        "throws java.lang.NullPointerException",
        "if (balance &lt; amount &amp;&amp; !isVip()) {",
        "aria-label=\"x = new, x.next = new, x.next.next = object 0\"",
        "Of 70 cases, the first 5 are here",
    ] {
        assert!(page.contains(words), "no {words} in:\n{page}");
    }
}

#[test]
fn without_sources_the_lines_stand_alone() {
    let page = html(&report(), &SourceFiles::new());
    assert!(page.contains("Without its source <code>bank/Account.java</code>"));
    assert!(!page.contains("throw new IllegalArgumentException"));
    assert!(page.contains("id=\"line-12\""));
}

#[test]
fn texts_are_escaped_and_nothing_is_loaded() {
    let page = html(&hostile(), &SourceFiles::new());
    let found: String = check(&found::hostile()).into_values().collect();
    for forbidden in ["<img", "<b>bold", "onerror=\"", "\u{1b}", "\u{0}", "\u{202e}", "http://", "https://"] {
        assert!(!page.contains(forbidden), "{forbidden:?} in:\n{page}");
        assert!(!found.contains(forbidden), "{forbidden:?} in:\n{found}");
    }
    for page in suite(&hostile(), &SourceFiles::new()).into_values().chain(check(&found::hostile()).into_values()) {
        let data = page.matches("<script id=\"search-data\" type=\"application/json\">").count();
        assert_eq!(page.matches("<script").count(), 1 + data);
        assert_eq!(page.matches("</script").count(), 1 + data);
    }
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;"));
    assert!(page.contains("\\u001b[31m"));
    assert!(page.contains("&amp;amp;amp; W"), "text that looks escaped is text");
}

#[test]
fn a_report_of_nothing_says_so() {
    assert!(html(&SuiteReport::default(), &SourceFiles::new()).contains("No class was asked for"));
}

#[test]
fn links_lead_to_what_is_there() {
    for (name, pages) in looked_at() {
        let ids = |page: &str| -> Vec<String> {
            let page = &pages[page];
            page.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
        };
        for (page, text) in &pages {
            for link in text.split(" href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
                let (file, id) = link.split_once('#').unwrap_or((link, ""));
                let file = match (file, page.strip_prefix("classes/")) {
                    ("", _) => page.clone(),
                    ("../index.html", Some(_)) => "index.html".to_owned(),
                    (file, Some(_)) => format!("classes/{file}"),
                    (file, None) => file.to_owned(),
                };
                assert!(pages.contains_key(&file), "{name}: {page} links to {link}");
                assert!(id.is_empty() || ids(&file).iter().any(|known| known == id), "{name}: {page} links to {link}");
            }
        }
    }
}

#[test]
fn a_browser_shows_every_page_whole_at_three_widths_in_light_and_in_dark() {
    for (name, pages) in looked_at() {
        with_browser(&pages, |browser, folder| {
            for page in pages.keys() {
                for (width, scheme) in [360, 768, 1440].into_iter().flat_map(|it| [(it, "light"), (it, "dark")]) {
                    let view = format!("{name}, {page}, {width} px, {scheme}");
                    browser.open(&folder.join(page), width, scheme);
                    browser.ask(QUESTIONS);
                    for question in [
                        "unseen",
                        "headings",
                        "links",
                        "twice",
                        "foreign",
                        "unnamed",
                        "sideways",
                        "overflowing",
                        "pale",
                    ] {
                        check_nothing(browser, question, &view);
                    }
                    browser.ask("page.open()");
                    for question in ["sideways", "overflowing", "pale"] {
                        check_nothing(browser, question, &format!("{view}, everything opened"));
                    }
                }
            }
        });
    }
}

#[test]
fn the_filter_leaves_the_inputs_that_have_all_of_its_words() {
    with_browser(&suite(&report(), &sources()), |browser, folder| {
        browser.open(&folder.join("classes/bank.Account.html"), 1440, "light");
        browser.ask(QUESTIONS);
        let all = browser.ask("page.rows().length");
        assert_eq!(all, 6);
        assert_eq!(browser.ask("page.type('withdraw THROWS')"), "1 of 6 shown");
        assert_eq!(browser.ask("page.rows()").as_array().map(Vec::len), Some(1));
        check_nothing(browser, "sideways", "filtered");
        let hidden = browser.ask("document.querySelector('#disabled').checkVisibility()");
        assert_eq!(hidden, false, "a part without a row that fits is hidden");
        assert_eq!(browser.ask("page.type('no such input')"), "0 of 6 shown");
        assert_eq!(browser.ask("page.rows()"), json!([]));
        assert_eq!(browser.ask("page.type('')"), "");
        assert_eq!(browser.ask("page.rows().length"), all);
        assert_eq!(browser.ask("document.querySelector('#disabled').checkVisibility()"), true);
    });
}

#[test]
fn the_search_finds_classes_and_methods_by_name_answer_and_exception() {
    for pages in [check(&found::report()), check(&found::hostile())] {
        with_browser(&pages, |browser, folder| {
            let index = folder.join("index.html");
            browser.open(&index, 768, "light");
            browser.ask(QUESTIONS);
            assert_eq!(browser.ask("page.hits()"), json!([]));
            let said = browser.ask("page.type('share FAILS arithmetic')");
            assert!(said.as_str().unwrap().starts_with("1 of "), "{said}");
            check_nothing(browser, "sideways", "searched");
            check_nothing(browser, "pale", "searched");
            assert_eq!(browser.ask("document.getElementById('overview').checkVisibility()"), false);
            let link = browser.ask("page.hits()[0]");
            let (file, id) = link.as_str().unwrap().split_once('#').unwrap();
            assert!(pages.contains_key(file), "{file}");
            browser.open(&folder.join(file), 768, "light");
            let heading = browser.ask(&format!("document.getElementById('{id}').textContent"));
            assert!(heading.as_str().unwrap().contains("share(int)"), "{heading}");
            browser.open(&index, 768, "light");
            browser.ask(QUESTIONS);
            assert!(browser.ask("page.type('no such method')").as_str().unwrap().starts_with("0 of "));
            assert_eq!(browser.ask("page.type('')"), "");
            assert_eq!(browser.ask("document.getElementById('overview').checkVisibility()"), true);
        });
    }
}

/// How long the pages take to open is measured by hand; what that depends on is asserted.
#[test]
fn a_report_on_5000_methods_is_of_small_pages() {
    let report = found::large(500, 10);
    let pages = check(&report);
    assert_eq!(pages.len(), 501);
    for (name, page) in &pages {
        assert!(page.len() < MOST_BYTES, "{name} has {} bytes", page.len());
    }
    with_browser(&pages, |browser, folder| {
        browser.open(&folder.join("index.html"), 1440, "light");
        browser.ask(QUESTIONS);
        let elements = browser.ask("document.querySelectorAll('*').length").as_u64().unwrap();
        assert!(elements < 20_000, "{elements} elements");
        let timing = "performance.getEntriesByType('navigation')[0].loadEventEnd";
        eprintln!(
            "the index has {} bytes, {elements} elements, loaded after {} ms",
            pages["index.html"].len(),
            browser.ask(timing)
        );
        assert_eq!(browser.ask("page.type('Class499 method7')"), "1 of 5500 classes and methods");
        assert_eq!(browser.ask("page.type('method7')"), "500 of 5500 classes and methods, the first 100 shown");
        check_nothing(browser, "sideways", "searched");
    });
}

#[test]
fn no_page_is_large_however_much_is_found() {
    let reports = [found::large(1, 5_000), found::large(5_000, 10), found::large(40_000, 1), found::verbose()];
    for report in &reports {
        let pages = check(report);
        for (name, page) in &pages {
            assert!(page.len() < MOST_BYTES, "{name} has {} bytes", page.len());
        }
        // Whatever does not stand there says so.
        assert!(
            pages.len() > report.methods.iter().map(|it| &it.class).collect::<std::collections::BTreeSet<_>>().len()
        );
    }
    let mut changed = found::changes();
    changed.methods[0].changes = vec![changed.methods[0].changes[0].clone(); 5_000];
    changed.methods[0].lines.as_mut().unwrap().last = u16::MAX;
    let long = SourceFiles::from([("bank/Account.java".to_owned(), format!("{}\n", "<".repeat(3_000)).repeat(9_000))]);
    for (name, page) in pages(|site| diff_as_html(&changed, (&long, &long), site)) {
        assert!(page.len() < MOST_BYTES, "{name} has {} bytes", page.len());
    }
    let mut suite_report = report();
    let class = &mut suite_report.classes[0];
    class.tests = (0..40_000).map(|at| class.tests[at % 5].clone()).collect();
    class.goals = (0..40_000).map(|at| class.goals[at % 9].clone()).collect();
    class.not_written = vec![class.not_written[0].clone(); 20_000];
    class.lines = (1..=u16::MAX).map(|line| (line, true)).collect();
    let pages = suite(&suite_report, &sources());
    let page = &pages["classes/bank.Account.html"];
    assert!(page.len() < MOST_BYTES, "{} bytes", page.len());
    for what in ["inputs", "goals", "lines"] {
        assert!(
            page.contains(&format!("{what} more are left out")) || page.contains(&format!("more {what} are left out")),
            "{what}"
        );
    }
}

#[test]
fn the_switch_is_stronger_than_the_system_and_the_keyboard_reaches_everything() {
    with_browser(&suite(&report(), &sources()), |browser, folder| {
        let file = &folder.join("classes/bank.Account.html");
        let colour = "getComputedStyle(document.body).backgroundColor";
        browser.open(file, 1440, "light");
        let light = browser.ask(colour);
        browser.ask("document.getElementById('theme-dark').click()");
        let dark = browser.ask(colour);
        assert_ne!(light, dark);
        browser.open(&folder.join("index.html"), 1440, "light");
        assert_eq!(browser.ask(colour), dark, "what is chosen holds for the other pages");
        browser.open(file, 1440, "dark");
        browser.ask("document.getElementById('theme-light').click()");
        assert_eq!(browser.ask(colour), light);

        let mut reached: Vec<Value> = Vec::new();
        for _ in 0..14 {
            browser.press("Tab");
            let what =
                "document.activeElement.className || document.activeElement.id || document.activeElement.tagName";
            reached.push(browser.ask(what));
        }
        for expected in ["index", "filter", "theme-light", "box", "A"] {
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
    assert!(fs::read_to_string(&page).unwrap().contains("href=\"report-classes/p.Sign.html\""));
    let page = fs::read_to_string(folder.path().join("report-classes/p.Sign.html")).unwrap();
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

#[test]
fn a_report_that_cannot_be_written_is_refused_before_anything_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report");
    fs::write(&file, "mine").unwrap();
    for (place, code) in [(file.clone(), 3), (file.join("below"), 74)] {
        let output = Command::new(env!("CARGO_BIN_EXE_casewise"))
            .current_dir(folder.path())
            .args(["check", env!("CASEWISE_FIXTURES"), "--report"])
            .arg(&place)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(&place.display().to_string()), "{said}");
        assert!(output.stdout.is_empty());
    }
    assert_eq!(fs::read_to_string(file).unwrap(), "mine");
}
