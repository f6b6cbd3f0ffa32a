//! The simplifier against evaluation and Z3: random terms built with and without it mean the same.

use crate::random_terms::{Pair, Pools};
use casewise::solver::{Equivalence, equivalent};
use casewise::term::{Arithmetic, Sort, evaluate, render};

fn random_pair(pools: &mut Pools, round: u64, depth: u32) -> Pair {
    match round % 3 {
        0 => pools.number(Sort::Int, depth),
        1 => pools.number(Sort::Long, depth),
        _ => pools.truth(depth),
    }
}

#[test]
fn simplified_terms_evaluate_like_naive_ones() {
    for arithmetic in [Arithmetic::Java, Arithmetic::Math] {
        for seed in 0..4_000 {
            let mut pools = Pools::new(arithmetic, seed);
            let pair = random_pair(&mut pools, seed, 2 + (seed % 4) as u32);
            for _ in 0..12 {
                let model = pools.model();
                let simplified = evaluate(&pools.pools[0], pair[0], &model);
                let naive = evaluate(&pools.pools[1], pair[1], &model);
                if arithmetic == Arithmetic::Math && (naive.is_none() || simplified.is_none()) {
                    continue;
                }
                assert_eq!(
                    simplified,
                    naive,
                    "{arithmetic:?} seed {seed}\nsimplified {}\nnaive {}\nmodel {model:?}",
                    render(&pools.pools[0], pair[0], &|id| format!("v{}", id.0)),
                    render(&pools.pools[1], pair[1], &|id| format!("v{}", id.0)),
                );
                let (low, high) = pools.pools[0].range(pair[0]);
                assert!(
                    simplified.is_some_and(|value| low <= value && value <= high),
                    "seed {seed}: range {low}..{high}"
                );
                let (low, high) = pools.pools[1].range(pair[1]);
                assert!(naive.is_some_and(|value| low <= value && value <= high), "seed {seed}: range {low}..{high}");
            }
        }
    }
}

#[test]
fn simplified_terms_equal_naive_ones_for_z3() {
    let mut equal = 0;
    for arithmetic in [Arithmetic::Java, Arithmetic::Math] {
        for seed in 0..400 {
            let mut pools = Pools::new(arithmetic, seed + 50_000);
            pools.easy = true;
            let pair = random_pair(&mut pools, seed, 3);
            let naive = pools.bring_naive(pair);
            let start = std::time::Instant::now();
            match equivalent(&mut pools.pools[0], arithmetic, &[], pair[0], naive) {
                Equivalence::Equal => equal += 1,
                other => panic!(
                    "{arithmetic:?} seed {seed}: {other:?}\nsimplified {}\nnaive {}",
                    render(&pools.pools[0], pair[0], &|id| format!("v{}", id.0)),
                    render(&pools.pools[0], naive, &|id| format!("v{}", id.0)),
                ),
            }
            if start.elapsed().as_millis() > 500 {
                eprintln!(
                    "slow {:?} {arithmetic:?} seed {seed}: {}\n {}",
                    start.elapsed(),
                    render(&pools.pools[0], pair[0], &|id| format!("v{}", id.0)),
                    render(&pools.pools[0], naive, &|id| format!("v{}", id.0))
                );
            }
        }
    }
    assert_eq!(equal, 800);
}
