//! How fast concrete code is executed, in bytecode instructions a second: loops that constants decide, in a method and in an
//! initialiser, from class files to the summary, with one job and without a cache.
#![allow(clippy::panic)]

use casewise::analysis::summarize;
use casewise::report::{Report, Silent};
use casewise::session::Job;
use divan::counter::ItemsCount;
use std::path::PathBuf;

/// The allocator of the program, so that its times are what is measured.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The least that is executed, which shows that all of the loop was: thirteen instructions for each of a million iterations.
const MILLION: u64 = 13_000_000;
/// The initialiser's loop over a million has sixteen.
const INITIALISER: u64 = 16_000_000;
/// Where the loop uses fields, five of nineteen instructions do.
const FIELDS: u64 = 19_000_000;

fn main() {
    divan::main();
}

fn run(method: &str) -> Report {
    let class = method.split('.').next().unwrap_or_default();
    let paths = vec![PathBuf::from(env!("CASEWISE_CHECK_FIXTURES")).join(format!("check/{class}.class"))];
    let job = Job { paths, method: Some(method.into()), timeout: None, ..Job::default() };
    let report = summarize(&job, &Silent).unwrap_or_else(|error| panic!("{method}: {error:?}"));
    assert!(report.totals.cases > 0, "{method} has no case");
    report
}

/// A loop in the method itself.
#[divan::bench(sample_count = 10)]
fn method(bencher: divan::Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(MILLION)).bench_local(|| {
        let report = run("LongLoops.millionOk");
        assert!(report.totals.run.instructions >= MILLION);
        report
    });
}

/// The initialiser of the same class, which a method's summary needs for a static final field.
#[divan::bench(sample_count = 10)]
fn initialiser(bencher: divan::Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(INITIALISER)).bench_local(|| run("LongLoops.initialisedBad"));
}

/// The initialiser of a class that adds up in fields of an object.
#[divan::bench(sample_count = 10)]
fn fields(bencher: divan::Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(FIELDS)).bench_local(|| run("FieldLoops.initialisedOk"));
}
