//! How long the case studies take: one method and what it calls, from class files to the summary, with one job and without
//! a cache unless the name says otherwise. `scripts/measure` measures whole processes instead, with their memory.
#![allow(clippy::panic)]

use casewise::analysis::summarize;
use casewise::report::{Report, Silent};
use casewise::session::Job;
use casewise::term::Arithmetic;
use std::path::PathBuf;

/// The allocator of the program, so that its times are what is measured.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The methods with the numbers of their cases in mathematical integers and in Java's.
const METHODS: [(&str, u64, u64); 8] = [
    ("R.abs", 2, 2),
    ("R.gcd", 13, 17),
    ("R.simplify", 14, 18),
    ("R.simp3", 2744, 5832),
    ("Foo.q", 22, 22),
    ("Foo.m1", 15, 15),
    ("Foo.m2", 448, 459),
    ("Foo.m", 20196, 21341),
];

fn main() {
    divan::main();
}

fn names() -> impl Iterator<Item = &'static str> {
    METHODS.iter().map(|(name, _, _)| *name)
}

fn job(method: &str, arithmetic: Arithmetic, inline: bool) -> Job {
    let classes = PathBuf::from(env!("CASEWISE_FIXTURES")).join("casestudies");
    Job { paths: vec![classes], method: Some(method.into()), arithmetic, inline, timeout: None, ..Job::default() }
}

/// Runs a job; a measurement of something else than the whole summary would be worth nothing.
fn run(job: &Job) -> Report {
    let report = summarize(job, &Silent).unwrap_or_else(|error| panic!("{:?}: {error:?}", job.method));
    let expected = METHODS.iter().find(|(name, _, _)| Some(*name) == job.method.as_deref());
    let cases = expected.map(|(_, math, java)| if job.arithmetic == Arithmetic::Math { *math } else { *java });
    assert_eq!(Some(report.totals.cases), cases, "{:?}", job.method);
    report
}

#[divan::bench_group(sample_count = 10, max_time = 10)]
mod math {
    use super::{Arithmetic, Report, job, names, run};

    #[divan::bench(args = names())]
    fn composed(method: &str) -> Report {
        run(&job(method, Arithmetic::Math, false))
    }

    #[divan::bench(args = names())]
    fn inline(method: &str) -> Report {
        run(&job(method, Arithmetic::Math, true))
    }
}

#[divan::bench_group(sample_count = 10, max_time = 10)]
mod java {
    use super::{Arithmetic, Report, job, names, run};

    #[divan::bench(args = names())]
    fn composed(method: &str) -> Report {
        run(&job(method, Arithmetic::Java, false))
    }

    #[divan::bench(args = names())]
    fn inline(method: &str) -> Report {
        run(&job(method, Arithmetic::Java, true))
    }
}

/// With every summary in the cache.
#[divan::bench(args = names(), sample_count = 10, max_time = 10)]
fn warm(bencher: divan::Bencher<'_, '_>, method: &str) {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("no folder for a cache: {error}"));
    let job = Job { cache: Some(folder.path().into()), ..job(method, Arithmetic::Java, false) };
    run(&job);
    bencher.bench_local(|| {
        let report = run(&job);
        assert_eq!(report.totals.run.solver_calls, 0, "{method}");
        report
    });
}
