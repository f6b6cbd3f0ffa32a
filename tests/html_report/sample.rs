//! Reports that are made by hand: one as `test` gives it, and one whose texts are as hostile as class files can have them.

use casewise::report::{
    Defect, GoalStatus, NotWritten, Problem, Reason, ReasonKind, SourceFiles, SuiteClass, SuiteGoal, SuiteMethod,
    SuiteReport, SuiteTest, WayOut,
};

const ACCOUNT: &str = "\
package bank;

public class Account {
    private int balance;

    public Account(int balance) {
        this.balance = balance;
    }

    public boolean withdraw(int amount) {
        if (amount <= 0)
\t    throw new IllegalArgumentException(\"amount\");
        if (balance < amount && !isVip()) {
            return false;
        }
        balance -= amount;
        return true;
    }

    private boolean isVip() { return false; }

    public int share(int parts) {
        return balance / parts;
    }
}
";

/// A report on two classes.
pub fn report() -> SuiteReport {
    let mut report = SuiteReport { classes: vec![account(), empty()], ..SuiteReport::default() };
    report.sum_up();
    report
}

/// The source of one of its classes.
pub fn sources() -> SourceFiles {
    SourceFiles::from([("bank/Account.java".to_owned(), ACCOUNT.to_owned())])
}

/// A report whose texts try to be markup, to move the cursor, to turn the direction of writing, and to be wide.
pub fn hostile() -> SuiteReport {
    let image = "<img src=x onerror=alert(1)>";
    let wide = "W".repeat(400);
    let mut class = account();
    class.class = format!("p.{wide}");
    class.test_class = Some(format!("{image}</title></style><b>bold"));
    class.file = Some(format!("p/{wide}.java"));
    class.not_run = Some("\"quoted\" & 'quoted' \u{1b}[31m \u{0} \u{202e}".into());
    class.methods[0].method = image.into();
    for test in &mut class.tests {
        test.name = wide.clone();
        test.method = format!("{image}.{wide}");
        test.input = format!("this.name = \"{image}{wide}\u{1b}\"");
        test.outcome = format!("returns \"</code></script><script>alert(1)</script>{wide}\"");
    }
    for goal in &mut class.goals {
        goal.what.push_str(image);
        goal.criterion.push_str("\" onerror=\"alert(1)");
        goal.reason = Some(format!("&amp;amp; {wide}"));
    }
    class.not_written[0].reason = image.into();
    let defect = Defect { method: wide.clone(), message: image.into() };
    let problem = Problem { origin: image.into(), message: wide, is_input: true };
    let mut report =
        SuiteReport { classes: vec![class], defects: vec![defect], problems: vec![problem], ..SuiteReport::default() };
    report.sum_up();
    report
}

fn account() -> SuiteClass {
    let method = |name: &str, descriptor: &str, tests, reasons| SuiteMethod {
        method: name.into(),
        descriptor: descriptor.into(),
        paths: 4,
        conditions: 31,
        tests,
        reasons,
    };
    let bound = Reason { kind: ReasonKind::Bound, paths: 2, text: "loop bound 8".into(), place: None };
    SuiteClass {
        class: "bank.Account".into(),
        source_file: Some("bank/Account.java".into()),
        test_class: Some("bank.AccountTest".into()),
        file: Some("bank/AccountTest.java".into()),
        source: "class AccountTest {}".into(),
        methods: vec![method("withdraw", "(I)Z", 3, vec![]), method("share", "(I)I", 1, vec![bound])],
        tests: tests(),
        not_written: vec![NotWritten {
            method: "bank.Account.share(int)".into(),
            input: "balance = -2147483648, parts = -1".into(),
            reason: "no public constructor reaches it".into(),
        }],
        failures_not_shown: 0,
        goals: goals(),
        not_run: None,
        lines: [6, 7, 8, 11, 12, 13, 14, 16, 17, 20, 23].map(|line| (line, line != 20)).into(),
        time_ms: 12.5,
    }
}

fn tests() -> Vec<SuiteTest> {
    let test = |name: &str, line, input: &str, outcome: &str, goals: &[usize]| SuiteTest {
        name: name.into(),
        line,
        method: if name.starts_with("share") { "bank.Account.share(int)" } else { "bank.Account.withdraw(int)" }.into(),
        input: input.into(),
        outcome: outcome.into(),
        goals: goals.into(),
        passes: true,
        reflective: false,
        parameterized: false,
        finding: None,
    };
    let mut tests = vec![
        test(
            "withdraw_throwsIllegalArgumentException_whenAmountIsZero",
            12,
            "balance = 0, amount = 0",
            "throws java.lang.IllegalArgumentException",
            &[1],
        ),
        test("withdraw_returnsTrue_whenAmountIs1", 18, "balance = 1, amount = 1", "returns true", &[0, 2, 5]),
        test("withdraw_returnsFalse_whenAmountIs100", 24, "balance = 99, amount = 100", "returns false", &[0, 3]),
        test("share_returns2_whenPartsIs3", 30, "balance = 6, parts = 3", "returns 2", &[]),
        test("share_fails_whenPartsIsZero", 40, "balance = 0, parts = 0", "throws java.lang.ArithmeticException", &[]),
    ];
    tests[3].reflective = true;
    tests[4].finding = Some("java.lang.ArithmeticException: / by zero".into());
    tests
}

fn goals() -> Vec<SuiteGoal> {
    let goal = |criterion: &str, line, position, what: &str, status, reason: Option<&str>| SuiteGoal {
        criterion: criterion.into(),
        method: "bank.Account.withdraw(int)".into(),
        line: Some(line),
        position,
        what: what.into(),
        way: [WayOut::Jumps, WayOut::FallsThrough].into_iter().find(|way| way.to_string() == what),
        status,
        reason: reason.map(Into::into),
    };
    let equivalent = "the mutant is equivalent: for every input it does what the original does";
    let private = "only the private method is known to differ, for balance = 3";
    vec![
        goal("coverage", 11, 1, "jumps", GoalStatus::Met, None),
        goal("coverage", 11, 1, "falls through", GoalStatus::Met, None),
        goal("coverage", 13, 8, "jumps", GoalStatus::Met, None),
        goal("coverage", 13, 8, "falls through", GoalStatus::Met, None),
        goal("coverage", 13, 11, "falls through", GoalStatus::Unmet, Some("the solver does not know")),
        goal("boundary", 13, 8, "at the edge", GoalStatus::Met, None),
        goal(
            "mcdc",
            13,
            11,
            "decides",
            GoalStatus::Infeasible,
            Some("every path was explored, and none has a solution"),
        ),
        goal("mutation", 13, 8, "replaced < by <=", GoalStatus::Unmet, Some(private)),
        goal("mutation", 16, 15, "replaced - by +", GoalStatus::Infeasible, Some(equivalent)),
    ]
}

fn empty() -> SuiteClass {
    SuiteClass { class: "bank.Empty".into(), ..SuiteClass::default() }
}
