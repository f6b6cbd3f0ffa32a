//! What became of a class, as plain data.

use super::Class;
use super::choose::only_calls_super;
use super::criteria::{way_of, ways};
use super::criterion::Criterion;
use super::goal::{GoalKey, Ledger, Standing};
use super::kill::{Fate, goal_of};
use super::propose::{Explored, Proposal};
use super::write::{Failing, Suite, finding_text};
use crate::analysis::check::finding::{Candidate, source_path};
use crate::analysis::check::ranking::Ranking;
use crate::analysis::check::round::Context;
use crate::analysis::reason::{Reason, told};
use crate::classfile::java_name;
use crate::explore::Exhausted;
use crate::input::{ConcreteValue, ExpectedObject, ExpectedOutcome, input_text, scalar_text};
use crate::program::{MethodId, Program};
use crate::report::{GoalStatus, NotWritten, SuiteClass, SuiteGoal, SuiteMethod, SuiteTest};
use crate::term::text_literal;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// What exploring the methods of a class gave, together.
pub(super) struct Whole {
    pub(super) proposals: Vec<Proposal>,
    pub(super) failing: Vec<Failing>,
    /// The causes of failures that have no test, since `check` does not show them.
    unshown: BTreeSet<String>,
    pub(super) ledger: Ledger,
    pub(super) defects: Vec<(MethodId, String)>,
    pub(super) time: Duration,
    /// Whether a clock ended some exploration.
    pub(super) is_cut_by_time: bool,
    /// Whether no exploration ended by a defect.
    pub(super) is_sound: bool,
    methods: Vec<OneMethod>,
    places: BTreeMap<MethodId, usize>,
}

struct OneMethod {
    method: MethodId,
    ledger: Ledger,
    reasons: Vec<Reason>,
    paths: u64,
}

impl Whole {
    /// Puts together what was explored, in the order of the methods. Where there is a ranking, failures that `check` shows are those that have
    /// a test.
    pub(super) fn of(context: Context<'_>, explored: Vec<Explored>, ranking: Option<&Ranking<'_>>) -> Whole {
        let mut whole = Whole {
            proposals: Vec::new(),
            failing: Vec::new(),
            unshown: BTreeSet::new(),
            ledger: Ledger::default(),
            defects: Vec::new(),
            time: Duration::ZERO,
            is_cut_by_time: false,
            is_sound: true,
            methods: Vec::new(),
            places: BTreeMap::new(),
        };
        let mut causes: BTreeMap<String, usize> = BTreeMap::new();
        for explored in explored {
            let method = explored.method;
            whole.time += explored.time;
            whole.is_cut_by_time |= explored.missing.exhausted.is_some_and(Exhausted::is_ended);
            whole.is_sound &= explored.defect.is_none();
            whole.proposals.extend(explored.proposals);
            whole.defects.extend(explored.defect.map(|message| (method, message)));
            for candidate in explored.failures.into_values().filter(|candidate| candidate.is_reachable) {
                let Candidate { finding, simplicity, circumstances, .. } = &candidate;
                let rank = ranking.map(|ranking| ranking.rank(method, finding.property, *simplicity, circumstances));
                if rank.is_some_and(|rank| !rank.is_shown()) {
                    whole.unshown.insert(finding.cause.clone());
                    continue;
                }
                let conditions = candidate.finding.path_condition.clone();
                let method = context.program.method_label(method);
                let failing = Failing { candidate, conditions, method };
                // One disabled test for one cause, with the simplest input.
                match causes.get(&failing.candidate.finding.cause).and_then(|at| whole.failing.get_mut(*at)) {
                    Some(known) if failing.candidate.simplicity < known.candidate.simplicity => *known = failing,
                    Some(_) => {}
                    None => {
                        causes.insert(failing.candidate.finding.cause.clone(), whole.failing.len());
                        whole.failing.push(failing);
                    }
                }
            }
            whole.ledger.merge(explored.ledger.clone());
            whole.places.insert(method, whole.methods.len());
            whole.methods.push(OneMethod {
                method,
                ledger: explored.ledger,
                reasons: explored.missing.reasons(context.program),
                paths: explored.paths,
            });
        }
        whole.unshown.retain(|cause| !causes.contains_key(cause));
        // What no path takes is a goal too, in every method that some path entered.
        let explored = whole.methods.iter().map(|one| one.method);
        let entered: BTreeSet<MethodId> = explored.chain(whole.ledger.goals.keys().map(|key| key.site.0)).collect();
        for way in entered.into_iter().flat_map(|method| ways(context.program, method)) {
            whole.ledger.standing(&way);
        }
        whole
    }

    /// How a goal that no test meets stands, and why.
    fn verdict(&self, key: &GoalKey, standing: &Standing) -> (GoalStatus, Option<String>) {
        if let Some(open) = &standing.open {
            return (GoalStatus::Unmet, Some(open.clone()));
        }
        // A method that can be called is all that matters for its own code: whoever calls it gives it some input.
        let own = self.places.get(&key.site.0).and_then(|at| self.methods.get(*at));
        let concerned = own.map_or(&*self.methods, std::slice::from_ref);
        for one in concerned {
            if let Some(reason) = one.reasons.first() {
                return (GoalStatus::Unmet, Some(reason.cause.to_string()));
            }
            if one.ledger.is_cut {
                return (GoalStatus::Unmet, Some("a path has more steps than are looked at".into()));
            }
            if let Some(open) = one.ledger.goals.get(key).and_then(|standing| standing.open.clone()) {
                return (GoalStatus::Unmet, Some(open));
            }
        }
        (GoalStatus::Infeasible, Some("every path was explored, and none has a solution".into()))
    }
}

/// The report on a class.
pub(super) fn class(
    context: Context<'_>,
    class: &Class,
    whole: &Whole,
    fates: &[Fate],
    suite: Suite,
    elapsed: Duration,
) -> SuiteClass {
    let program = context.program;
    let (goals, positions) = goals(program, class, whole, fates, &suite);
    let lines = lines(program, class, whole, &suite);
    let mut tests = Vec::new();
    let written = suite.written.iter().flat_map(|written| &written.tests);
    for (test, case) in written.flat_map(|test| test.cases.iter().map(move |case| (test, *case))) {
        let chosen = suite.chosen.get(case).and_then(|at| suite.proposal(&whole.proposals, *at));
        let (method, input, outcome, met, finding) = match chosen {
            Some(proposal) => {
                let met = proposal.meets.iter().filter_map(|key| positions.get(key).copied()).collect();
                let outcome = outcome_text(program, proposal);
                let ordinary = suite.chosen.get(case).and_then(|at| suite.ordinary.get(at));
                let input = match ordinary {
                    Some(case) => {
                        let names = program.parameter_names(proposal.method, "p");
                        input_text(program, proposal.method, case, &names)
                    }
                    None => proposal.input.clone(),
                };
                (program.method_label(proposal.method), input, outcome, met, None)
            }
            None => {
                let at = case.checked_sub(suite.chosen.len()).and_then(|at| suite.failing.get(at));
                let Some(failing) = at.and_then(|at| whole.failing.get(*at)) else { continue };
                let finding = &failing.candidate.finding;
                let outcome = format!("throws {}", finding.exception);
                (failing.method.clone(), finding.input.clone(), outcome, Vec::new(), Some(finding_text(failing)))
            }
        };
        tests.push(SuiteTest {
            name: test.name.clone(),
            line: u32::try_from(test.line).unwrap_or(u32::MAX),
            method,
            input,
            outcome,
            goals: met,
            passes: suite.not_run.is_none(),
            reflective: test.is_reflective,
            parameterized: test.cases.len() > 1,
            finding,
        });
    }
    let methods = whole.methods.iter().map(|one| {
        let info = program.method(one.method);
        let label = program.method_label(one.method);
        SuiteMethod {
            method: info.name.to_string(),
            descriptor: info.descriptor.to_string(),
            paths: one.paths,
            conditions: one.ledger.conditions,
            tests: tests.iter().filter(|test| test.method == label && test.finding.is_none()).count() as u64,
            reasons: told(&one.reasons),
        }
    });
    let methods: Vec<SuiteMethod> = methods.collect();
    let file = suite.written.as_ref().map(|written| format!("{}.java", written.name.replace('.', "/")));
    SuiteClass {
        class: java_name(&class.name),
        source_file: class.methods.first().and_then(|method| source_path(program, *method)),
        test_class: suite.written.as_ref().map(|written| written.name.clone()),
        file,
        source: suite.written.map(|written| written.source).unwrap_or_default(),
        lines,
        methods,
        tests,
        not_written: suite
            .left_out
            .into_iter()
            .map(|(method, input, reason)| NotWritten { method, input, reason })
            .collect(),
        goals,
        failures_not_shown: whole.unshown.len() as u64,
        not_run: suite.not_run,
        time_ms: elapsed.as_secs_f64() * 1000.0,
    }
}

/// All goals with their standing, and the position of each.
fn goals(
    program: &Program,
    class: &Class,
    whole: &Whole,
    fates: &[Fate],
    suite: &Suite,
) -> (Vec<SuiteGoal>, BTreeMap<GoalKey, usize>) {
    let chosen = suite.chosen.iter().filter_map(|at| suite.proposal(&whole.proposals, *at));
    let met: BTreeSet<&GoalKey> = chosen.flat_map(|proposal| &proposal.meets).collect();
    let mut found: BTreeMap<GoalKey, (GoalStatus, Option<String>)> = BTreeMap::new();
    // A constructor that only runs another is left out of suites that have more to show.
    let is_asked = |key: &GoalKey| met.contains(key) || !only_calls_super(program, key.site.0);
    for (key, standing) in whole.ledger.goals.iter().filter(|(key, _)| is_asked(key)) {
        let verdict = if met.contains(key) && !(standing.open.is_some() && key.criterion == Criterion::Mutation) {
            (GoalStatus::Met, None)
        } else if standing.is_met {
            (GoalStatus::Unmet, Some("the test for it was not written".into()))
        } else {
            whole.verdict(key, standing)
        };
        found.insert(key.clone(), verdict);
    }
    for ((site, mutant), fate) in class.mutants.all().iter().zip(fates) {
        if *fate == Fate::Equivalent {
            let proved = "the mutant is equivalent: for every input it does what the original does";
            found.insert(goal_of(*site, mutant), (GoalStatus::Infeasible, Some(proved.into())));
        }
    }
    let positions = found.keys().cloned().enumerate().map(|(at, key)| (key, at)).collect();
    let goals = found.into_iter().map(|(key, (status, reason))| SuiteGoal {
        way: way_of(program, &key),
        criterion: key.criterion.name().into(),
        method: program.method_label(key.site.0),
        line: program.code(key.site.0).and_then(|code| code.line(key.site.1)),
        position: key.site.1,
        what: key.detail.to_string(),
        status,
        reason,
    });
    (goals.collect(), positions)
}

/// The lines of a class that have code, and whether a chosen test executes them.
fn lines(program: &Program, class: &Class, whole: &Whole, suite: &Suite) -> Vec<(u16, bool)> {
    let mut lines: BTreeMap<u16, bool> = BTreeMap::new();
    for method in &class.watched {
        for (_, line) in program.code(*method).iter().flat_map(|code| &code.lines) {
            lines.entry(*line).or_default();
        }
    }
    for (method, position) in
        suite.chosen.iter().filter_map(|at| suite.proposal(&whole.proposals, *at)).flat_map(|it| &it.reached)
    {
        if let Some(line) = program.code(*method).and_then(|code| code.line(*position)) {
            lines.insert(line, true);
        }
    }
    lines.into_iter().collect()
}

/// What a call gives, in a few words.
fn outcome_text(program: &Program, proposal: &Proposal) -> String {
    let expected = &proposal.case.expected;
    let value = match &expected.outcome {
        ExpectedOutcome::Returned(None) => return "returns".into(),
        ExpectedOutcome::Threw(class, _) => return format!("throws {}", java_name(class)),
        ExpectedOutcome::Returned(Some(value)) => *value,
    };
    let ConcreteValue::Object(number) = value else {
        return format!("returns {}", scalar_text(value, program.method(proposal.method).result));
    };
    match expected.objects.get(number) {
        Some(ExpectedObject::String(text)) => format!("returns {}", text_literal(text)),
        Some(ExpectedObject::Array(_, elements)) => format!("returns an array of {}", elements.len()),
        Some(ExpectedObject::Instance(class, _) | ExpectedObject::Builder(class, _)) => {
            format!("returns an object of {}", java_name(class))
        }
        Some(ExpectedObject::Class(class)) => format!("returns {}.class", java_name(class)),
        None => "returns an object".into(),
    }
}
