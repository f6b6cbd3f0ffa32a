//! Tables of terms: what is stored loads as the same terms anywhere, and what is broken is refused without a panic.

use crate::random_terms::{Pools, Random};
use casewise::term::{Arithmetic, Sort, TermPool, TermTable, TermTableBuilder, render};

fn configuration() -> impl bincode::config::Config {
    bincode::config::standard().with_limit::<{ 1 << 20 }>()
}

#[test]
fn a_table_loads_into_any_pool() {
    for seed in 0..500 {
        let mut pools = Pools::new(Arithmetic::Java, seed);
        let roots = [pools.truth(4)[0], pools.number(Sort::Long, 4)[0]];
        let mut builder = TermTableBuilder::new(Arithmetic::Java);
        let positions: Vec<u32> = roots.iter().map(|&root| builder.add(&pools.pools[0], root)).collect();
        assert_eq!(positions, roots.map(|root| builder.add(&pools.pools[0], root)));
        let bytes = bincode::serde::encode_to_vec(builder.finish(), configuration()).expect("encodes");
        let (table, _): (TermTable, usize) =
            bincode::serde::decode_from_slice(&bytes, configuration()).expect("decodes");
        let mut other = TermPool::new(Arithmetic::Java);
        let ids = table.import(&mut other).expect("well-formed");
        let (again, again_positions) =
            TermTable::export(&other, &positions.iter().map(|&at| ids[at as usize]).collect::<Vec<_>>());
        assert_eq!((&again, &again_positions), (&table, &positions));
        let name = |id: casewise::term::InputId| format!("v{}", id.0);
        for (&root, &at) in roots.iter().zip(&positions) {
            assert_eq!(render(&pools.pools[0], root, &name), render(&other, ids[at as usize], &name));
        }
    }
}

#[test]
fn the_other_arithmetic_is_refused() {
    let mut pools = Pools::new(Arithmetic::Java, 1);
    let root = pools.truth(3)[0];
    let (table, _) = TermTable::export(&pools.pools[0], &[root]);
    assert!(table.import(&mut TermPool::new(Arithmetic::Math)).is_err());
}

#[test]
fn broken_tables_are_refused_without_a_panic() {
    let mut random = Random::new(77);
    let tables: Vec<Vec<u8>> = (0..40)
        .map(|seed| {
            let mut pools = Pools::new(Arithmetic::Java, 4_000 + seed);
            let root = if seed % 2 == 0 { pools.truth(4)[1] } else { pools.truth(5)[0] };
            let (table, _) = TermTable::export(&pools.pools[(1 - seed % 2) as usize], &[root]);
            bincode::serde::encode_to_vec(table, configuration()).expect("encodes")
        })
        .collect();
    let (mut loaded, mut refused) = (0, 0);
    for round in 0..50_000 {
        let mut bytes = tables[round % tables.len()].clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(4) {
                0 => bytes[at] ^= 1 << random.below(8),
                1 => bytes[at] = random.below(256) as u8,
                2 => bytes[at] = random.below(30) as u8,
                _ => bytes.truncate(at.max(1)),
            }
        }
        let Ok((table, _)) = bincode::serde::decode_from_slice::<TermTable, _>(&bytes, configuration()) else {
            refused += 1;
            continue;
        };
        let mut pool = TermPool::new(Arithmetic::Java);
        match table.import(&mut pool) {
            Err(_) => refused += 1,
            Ok(ids) => {
                loaded += 1;
                // What loads can be used.
                if let Some(&last) = ids.last() {
                    let model = casewise::term::Model::new();
                    let _ = casewise::term::evaluate(&pool, last, &model);
                    let _ = render(&pool, last, &|id| format!("v{}", id.0));
                    let _ = casewise::term::substitute(
                        &mut pool,
                        last,
                        &mut |pool, id, domain| pool.input(id, domain),
                        &mut Default::default(),
                    );
                }
            }
        }
    }
    eprintln!("{loaded} loaded, {refused} refused");
    assert!(loaded > 1_000 && refused > 1_000);
}
