//! Cache entries that are not what casewise wrote: damage behind a valid checksum ends in a refusal or in a summary that can
//! be loaded, composed, executed and shown; a run over damaged entries warns, computes again, and finds the same.

use crate::support::random::Random;
use casewise::classfile::load_class_path;
use casewise::exec::{Limits, Machine};
use casewise::explore::{Budget, Explorer, Work};
use casewise::graph::CallGraph;
use casewise::models::Models;
use casewise::program::{MethodId, Program};
use casewise::solver::PathSolver;
use casewise::store::{Key, Store};
use casewise::summary::{
    AnalysisOptions, Calls, Composable, Level, Library, LoadedSummary, Summary, SummaryNames, SummarySource, analyse,
    instantiate, instantiator,
};
use casewise::term::{Arithmetic, TermPool};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// Mutated payloads that are tried.
const MUTANTS: usize = 200_000;
/// A mutant whose use stays within its budget of work has no reason to take longer.
const LONGEST_SECONDS: u64 = 20;
/// Loading, composing and showing recurse over terms, as the workers of a run do with a large stack.
const STACK_BYTES: usize = 512 << 20;

/// Changes a payload a little or a lot.
fn mutate(random: &mut Random, original: &[u8]) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        match random.below(9) {
            0 | 1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes[at] = random.next() as u8,
            3 => bytes[at] = bytes[at].wrapping_add([1, 255][random.below(2)]),
            4 => bytes.truncate(at),
            5 => bytes.insert(at, random.next() as u8),
            6 => drop(bytes.remove(at)),
            // The codec's marks of long numbers, and what makes them huge: hostile lengths.
            7 => {
                let mark = 250 + random.below(6) as u8;
                let number = [mark, 255, 255, 255, [0, 15, 127, 255][random.below(4)], 0, 0, 0, 0];
                bytes.splice(at..(at + 1).min(bytes.len()), number);
            }
            _ => {
                let from = random.below(bytes.len());
                let piece = bytes[from..(from + random.below(24)).min(bytes.len())].to_vec();
                bytes.splice(at..(at + piece.len()).min(bytes.len()), piece);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

fn options(small: bool) -> AnalysisOptions {
    let (instructions, solver_resources) = if small { (2_000, 20_000) } else { (200_000, 300_000) };
    AnalysisOptions {
        arithmetic: Arithmetic::Java,
        limits: Limits { loop_bound: 2, depth: 200, array_length: 8, recursion: 2, path_steps: 2_000 },
        budget: Budget {
            cases: 40,
            ends: 60,
            work: Work { instructions, solver_resources, ..Work::UNLIMITED },
            ..Budget::until(None)
        },
        composable: Composable {
            ends: 64,
            work: Work { instructions: 200_000, solver_resources: 300_000, ..Work::UNLIMITED },
            reference_arrays: false,
        },
        solver_resources,
        inline: false,
        calls: Calls::Followed,
    }
}

/// Summaries that were made before, and one that a mutant replaces.
struct Summaries<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    made: Mutex<HashMap<(MethodId, Level), Arc<Summary>>>,
    mutant: Option<((MethodId, Level), Arc<Summary>)>,
}

impl SummarySource for Summaries<'_> {
    fn summary(&self, method: MethodId, level: Level) -> Option<Arc<Summary>> {
        if let Some((key, mutant)) = &self.mutant
            && *key == (method, level)
        {
            return Some(mutant.clone());
        }
        if let Some(known) = self.made.lock().unwrap().get(&(method, level)) {
            return Some(known.clone());
        }
        let options = options(false);
        let made = analyse(self.program, self.calls, &Models, self, (method, level), &options, &mut |_, _| {});
        let made = Arc::new(made.summary);
        self.made.lock().unwrap().insert((method, level), made.clone());
        Some(made)
    }
}

/// What became of the mutants.
#[derive(Default, Debug)]
struct Fates {
    refused: usize,
    without_terms: usize,
    loaded: usize,
    shown_cases: usize,
    executed: usize,
    composed: usize,
}

/// Does with a mutant what a run does with a summary from the cache.
fn live(summaries: &Summaries<'_>, (method, level): (MethodId, Level), caller: Option<MethodId>, fates: &mut Fates) {
    let Summaries { program, calls, .. } = *summaries;
    let summary = summaries.mutant.as_ref().unwrap().1.clone();
    let mut pool = TermPool::new(Arithmetic::Java);
    if LoadedSummary::load(summary.clone(), program, &mut pool).is_none() {
        fates.without_terms += 1;
    } else {
        fates.loaded += 1;
    }
    if let Some(names) = SummaryNames::new(&summary, Arithmetic::Java, vec!["a".into(), "b".into()], false) {
        for path in summary.paths.iter().take(50) {
            let shown = (names.conditions(path), names.code(path.code), names.outcome(path));
            fates.shown_cases += usize::from(!shown.2.is_empty());
        }
    }
    let options = options(true);
    for case in 0..summary.case_count().min(3) as u32 {
        let machine = Machine::new(program, Arithmetic::Java, options.limits, &Models);
        let solver = PathSolver::new(Arithmetic::Java, options.solver_resources);
        let mut explorer = Explorer::new(machine, solver, options.budget);
        let mut compose = instantiator(Library::new(summaries), calls, method, options.limits.recursion);
        let end = instantiate(&mut explorer, &mut compose, method, level, case);
        fates.executed += usize::from(end.is_ok());
    }
    if let Some(caller) = caller {
        let level = if calls.mutually_recursive(caller, caller) { options.limits.recursion } else { 0 };
        analyse(program, calls, &Models, summaries, (caller, level), &options, &mut |_, _| {});
        fates.composed += 1;
    }
}

/// The highest resident memory of this process, in bytes.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<u64>().unwrap() * 1024
}

#[test]
fn mutated_summaries_are_refused_or_harmless() {
    std::thread::Builder::new().stack_size(STACK_BYTES).spawn(mutants).unwrap().join().unwrap();
}

fn mutants() {
    let loaded = load_class_path(&[PathBuf::from(env!("CASEWISE_FIXTURES"))]);
    let program = Program::link(loaded.classes.into_iter().map(|loaded| loaded.class));
    let calls = CallGraph::of(&program);
    let classes =
        ["casestudies/Foo", "fixtures/Shapes", "fixtures/SearchTree", "fixtures/IntArrays", "fixtures/Account"];
    let more = ["fixtures/Recursion", "fixtures/StaticFinals", "fixtures/IntList", "fixtures/Switches"];
    let mut summaries = Summaries { program: &program, calls: &calls, made: Mutex::default(), mutant: None };
    let mut bases = Vec::new();
    for (method, info) in program.methods() {
        let class = &*program.class(info.class).name;
        let wanted = classes.iter().chain(&more).any(|wanted| class.starts_with(wanted));
        if !wanted || program.code(method).is_none() || &*info.name == "<clinit>" {
            continue;
        }
        let level = if calls.mutually_recursive(method, method) { 2 } else { 0 };
        let bytes = summaries.summary(method, level).unwrap().to_bytes().unwrap();
        let caller =
            program.methods().map(|(id, _)| id).find(|id| *id != method && calls.callees(*id).contains(&method));
        if bytes.len() < 6_000 {
            bases.push(((method, level), caller, bytes));
        }
    }
    assert!(bases.len() > 50, "{}", bases.len());
    let mut random = Random(0x00C0_FFEE);
    let mut fates = Fates::default();
    let mut slowest = std::time::Duration::ZERO;
    for number in 0..MUTANTS {
        let (key, caller, bytes) = &bases[number % bases.len()];
        let mutant = mutate(&mut random, bytes);
        let started = std::time::Instant::now();
        match Summary::from_bytes(&mutant).filter(|it| it.calls_below(&program, &calls, key.0, key.1)) {
            None => fates.refused += 1,
            Some(summary) => {
                summaries.mutant = Some((*key, Arc::new(summary)));
                live(&summaries, *key, *caller, &mut fates);
            }
        }
        slowest = slowest.max(started.elapsed());
        assert!(started.elapsed().as_secs() < LONGEST_SECONDS, "mutant {number} of {}", program.method_label(key.0));
    }
    let peak = peak_memory();
    println!("{MUTANTS} mutants of {} summaries: {fates:?}, slowest {slowest:?}, peak {} MiB", bases.len(), peak >> 20);
    assert!(fates.loaded > 1_000 && fates.refused > 1_000, "{fates:?}");
    assert!(peak < 1 << 30, "{peak}");
}

/// A run over the case study `Foo`: exit code, the report without what it cost, the lines of stderr.
fn summarize(place: &Path) -> (Option<i32>, String, Vec<String>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.current_dir(place).stdin(Stdio::null());
    let class_file = PathBuf::from(env!("CASEWISE_FIXTURES")).join("casestudies/Foo.class");
    let output =
        command.arg("summarize").arg(class_file).args(["--cache", "kept", "--format", "json"]).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap().lines().map(str::to_owned).collect();
    let mut report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    report["totals"]["run"] = serde_json::Value::Null;
    report["problems"] = serde_json::Value::Null;
    report["methods"].as_array_mut().unwrap().iter_mut().for_each(|method| method["time_ms"] = 0.into());
    (output.status.code(), report.to_string(), errors)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for item in fs::read_dir(folder).unwrap() {
        let path = item.unwrap().path();
        if path.is_dir() {
            found.extend(entries(&path));
        } else if path.extension().is_some_and(|extension| extension == "entry") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn key_of(entry: &Path) -> Key {
    let name = entry.file_stem().unwrap().to_str().unwrap();
    let mut key = [0; 32];
    for (position, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&name[2 * position..2 * position + 2], 16).unwrap();
    }
    Key(key)
}

#[test]
fn damaged_entries_cost_a_line_each_and_the_time() {
    let place = TempDir::new().unwrap();
    let kept = place.path().join("kept");
    let (code, expected, errors) = summarize(place.path());
    assert_eq!((code, errors), (Some(0), Vec::new()));
    let originals: Vec<(PathBuf, Vec<u8>)> =
        entries(&kept).into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    // One for each round of a method that was needed.
    assert_eq!(originals.len(), 8);
    let store = Store::open(&kept).unwrap();
    let mut random = Random(7);
    for kind in 0..8 {
        for (path, bytes) in &originals {
            match kind {
                0 => fs::write(path, b"").unwrap(),
                1 => fs::write(path, &bytes[..bytes.len() - 1]).unwrap(),
                2 => fs::write(path, b"something else altogether, and long enough to be an entry: ".repeat(9)).unwrap(),
                3 => fs::write(path, &originals[(random.below(5) + 1) % originals.len()].1).unwrap(),
                4 => {
                    let mut damaged = bytes.clone();
                    // Damage of the signature, at 80 to 112, makes it somebody else's: tests/store_trust.rs.
                    let at = random.below(damaged.len() - 32);
                    damaged[if at < 80 { at } else { at + 32 }] ^= 1 << random.below(8);
                    fs::write(path, damaged).unwrap();
                }
                5 => fs::write(path, [bytes.as_slice(), b"more"].concat()).unwrap(),
                // Behind a valid checksum.
                6 => store.put(&key_of(path), b"").unwrap(),
                _ => store.put(&key_of(path), &[0xFF; 300]).unwrap(),
            }
        }
        // An entry that was replaced by itself is sound.
        let damaged = originals.iter().filter(|(path, bytes)| fs::read(path).unwrap() != *bytes).count();
        let (code, found, errors) = summarize(place.path());
        assert_eq!((code, found.as_str()), (Some(0), expected.as_str()), "damage {kind}");
        assert_eq!(errors.len(), damaged, "damage {kind}: {errors:#?}");
        assert!(errors.iter().all(|line| line.contains("the summary is computed again")), "{errors:#?}");
        // It is whole again.
        let (code, found, errors) = summarize(place.path());
        assert_eq!((code, found.as_str(), errors), (Some(0), expected.as_str(), Vec::new()), "after damage {kind}");
        let whole: Vec<_> = entries(&kept).into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect();
        assert!(whole == originals, "after damage {kind}");
    }
}
