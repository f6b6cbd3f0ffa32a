//! How fast terms are built and evaluated, and paths are extended.

use casewise::solver::{Answer, PathSolver};
use casewise::term::{Arithmetic, Domain, ElementKind, InputId, Model, TermId, TermPool, evaluate};

fn main() {
    divan::main();
}

/// `h = 31 * h + a[i]`, as a loop over an array computes it.
fn hash(pool: &mut TermPool, length: i32) -> TermId {
    let contents = pool.input(InputId(0), Domain::Contents(ElementKind::Char));
    let mut value = pool.int(0);
    let factor = pool.int(31);
    for index in 0..length {
        let index = pool.int(index);
        let element = pool.select(contents, index);
        let scaled = pool.multiply(factor, value);
        value = pool.add(scaled, element);
    }
    value
}

#[divan::bench(args = [10, 100])]
fn build_hash(length: i32) -> usize {
    let mut pool = TermPool::new(Arithmetic::Java);
    hash(&mut pool, length);
    pool.len()
}

#[divan::bench]
fn build_small_comparison(bencher: divan::Bencher) {
    let mut pool = TermPool::new(Arithmetic::Java);
    let (x, y) = (pool.input(InputId(0), Domain::Int), pool.input(InputId(1), Domain::Int));
    bencher.bench_local(move || {
        let difference = pool.subtract(x, y);
        let zero = pool.int(0);
        pool.less(difference, zero)
    });
}

#[divan::bench]
fn evaluate_small_comparison(bencher: divan::Bencher) {
    let mut pool = TermPool::new(Arithmetic::Java);
    let (x, y) = (pool.input(InputId(0), Domain::Int), pool.input(InputId(1), Domain::Int));
    let difference = pool.subtract(x, y);
    let zero = pool.int(0);
    let condition = pool.less(difference, zero);
    let mut model = Model::new();
    model.set(InputId(0), 5);
    bencher.bench_local(move || evaluate(&pool, divan::black_box(condition), &model));
}

/// Follows both sides of comparisons of inputs, as an exploration does.
fn explore(arithmetic: Arithmetic, inputs: u32, depth: u32) -> u64 {
    let mut pool = TermPool::new(arithmetic);
    let mut solver = PathSolver::new(arithmetic, 0);
    let mut work = vec![(Vec::new(), Model::new(), 0u32)];
    while let Some((path, model, level)) = work.pop() {
        if level == depth {
            continue;
        }
        let a = pool.input(InputId(level % inputs), Domain::Int);
        let b = pool.input(InputId((level * 2 + 1) % inputs), Domain::Int);
        let (sum, limit) = (pool.add(a, b), pool.int(level as i32 * 10 - 20));
        let condition = pool.less(sum, limit);
        for new in [condition, pool.not(condition)] {
            if let Answer::Satisfiable(model) = solver.extend(&mut pool, &path, new, &model) {
                let mut path = path.clone();
                path.push(new);
                work.push((path, model, level + 1));
            }
        }
    }
    solver.statistics().queries
}

#[divan::bench(sample_count = 10)]
fn explore_java() -> u64 {
    explore(Arithmetic::Java, 5, 9)
}

#[divan::bench(sample_count = 10)]
fn explore_math() -> u64 {
    explore(Arithmetic::Math, 5, 9)
}
