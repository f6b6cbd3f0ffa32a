//! Random terms with fixed seeds, built alike in a pool that simplifies and in one that does not.
#![allow(dead_code)]

use casewise::term::{
    Arithmetic, ContentsValue, Domain, ElementKind, InputId, Model, Sort, TermId, TermPool, TermTable,
};

/// Xorshift: small, and the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 8
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Often small, often at the edges of a type.
    pub fn number(&mut self, sort: Sort) -> i64 {
        let edges = [0, 1, -1, 2, 3, 5, 7, 8, 16, 31, 32, 63, 64, 127, 128, -128, -129, 255, 256, 65535, 65536];
        let extremes = [i64::from(i32::MAX), i64::from(i32::MIN), i64::MAX, i64::MIN, i64::from(i32::MAX) + 1];
        let value = match self.below(10) {
            0..=5 => edges[self.below(edges.len() as u64) as usize],
            6 => extremes[self.below(extremes.len() as u64) as usize],
            7 => self.below(100) as i64 - 50,
            _ => self.next() as i64 ^ ((self.next() as i64) << 20),
        };
        if sort == Sort::Int { i64::from(value as i32) } else { value }
    }
}

/// One term in both pools: `[simplified, naive]`.
pub type Pair = [TermId; 2];

pub struct Pools {
    pub pools: [TermPool; 2],
    pub random: Random,
    /// Leave out what Z3 decides slowly.
    pub easy: bool,
}

pub const NUMBERS: [(u32, Domain); 9] = [
    (0, Domain::Int),
    (1, Domain::Int),
    (2, Domain::Long),
    (3, Domain::Long),
    (4, Domain::Boolean),
    (5, Domain::Byte),
    (6, Domain::Char),
    (7, Domain::Short),
    (8, Domain::Length),
];
pub const CONTENTS: [(u32, ElementKind); 3] =
    [(20, ElementKind::Int), (21, ElementKind::Byte), (22, ElementKind::Long)];

impl Pools {
    pub fn new(arithmetic: Arithmetic, seed: u64) -> Self {
        Pools {
            pools: [TermPool::new(arithmetic), TermPool::new_unsimplified(arithmetic)],
            random: Random::new(seed),
            easy: false,
        }
    }

    fn is_math(&self) -> bool {
        self.pools[0].arithmetic() == Arithmetic::Math
    }

    fn each(&mut self, mut build: impl FnMut(&mut TermPool, usize) -> TermId) -> Pair {
        let [simplified, naive] = &mut self.pools;
        [build(simplified, 0), build(naive, 1)]
    }

    pub fn constant(&mut self, sort: Sort) -> Pair {
        let value = self.random.number(sort);
        self.each(|pool, _| pool.constant(sort, value))
    }

    fn leaf(&mut self, sort: Sort) -> Pair {
        loop {
            if self.random.below(4) == 0 {
                return self.constant(sort);
            }
            let (id, domain) = NUMBERS[self.random.below(NUMBERS.len() as u64) as usize];
            if domain.sort() == sort {
                return self.each(|pool, _| pool.input(InputId(id), domain));
            }
        }
    }

    pub fn number(&mut self, sort: Sort, depth: u32) -> Pair {
        if depth == 0 || self.random.below(8) == 0 {
            return self.leaf(sort);
        }
        let depth = depth - 1;
        let choice = self.random.below(22);
        match choice {
            0..=5 => {
                let (a, b) = (self.number(sort, depth), self.number(sort, depth));
                self.each(|pool, k| if choice < 3 { pool.add(a[k], b[k]) } else { pool.subtract(a[k], b[k]) })
            }
            6 => {
                let a = self.number(sort, depth);
                self.each(|pool, k| pool.negate(a[k]))
            }
            7 | 8 => {
                let a = self.number(sort, depth);
                let b =
                    if self.easy || self.random.below(3) > 0 { self.constant(sort) } else { self.number(sort, depth) };
                self.each(|pool, k| pool.multiply(a[k], b[k]))
            }
            9 | 10 => {
                let a = if self.easy { self.leaf(sort) } else { self.number(sort, depth) };
                let b =
                    if self.easy || self.random.below(3) > 0 { self.constant(sort) } else { self.number(sort, depth) };
                self.each(|pool, k| if choice == 9 { pool.divide(a[k], b[k]) } else { pool.remainder(a[k], b[k]) })
            }
            11..=13 if !(self.easy && self.is_math()) => {
                let (a, b) = (self.number(sort, depth), self.number(sort, depth));
                self.each(|pool, k| match choice {
                    11 => pool.and(a[k], b[k]),
                    12 => pool.or(a[k], b[k]),
                    _ => pool.xor(a[k], b[k]),
                })
            }
            14 | 15 if !(self.easy && self.is_math()) => {
                let a = self.number(sort, depth);
                let b = if self.random.below(2) > 0 { self.constant(Sort::Int) } else { self.number(Sort::Int, depth) };
                let which = self.random.below(3);
                self.each(|pool, k| match which {
                    0 => pool.shift_left(a[k], b[k]),
                    1 => pool.shift_right(a[k], b[k]),
                    _ => pool.unsigned_shift_right(a[k], b[k]),
                })
            }
            16 | 17 if sort == Sort::Long => {
                let a = self.number(Sort::Int, depth);
                self.each(|pool, k| pool.int_to_long(a[k]))
            }
            16 if !self.is_math() => {
                let a = self.number(Sort::Long, depth);
                self.each(|pool, k| pool.long_to_int(a[k]))
            }
            17 => {
                let a = self.number(Sort::Int, depth);
                let which = self.random.below(3);
                self.each(|pool, k| match which {
                    0 => pool.to_byte(a[k]),
                    1 => pool.to_char(a[k]),
                    _ => pool.to_short(a[k]),
                })
            }
            18 if sort == Sort::Int => {
                let (a, b) = (self.number(Sort::Long, depth), self.number(Sort::Long, depth));
                self.each(|pool, k| pool.compare_long(a[k], b[k]))
            }
            19 => {
                let (c, a, b) = (self.truth(depth), self.number(sort, depth), self.number(sort, depth));
                self.each(|pool, k| pool.if_then_else(c[k], a[k], b[k]))
            }
            20 => {
                let kind = if sort == Sort::Long {
                    ElementKind::Long
                } else if self.random.below(2) == 0 {
                    ElementKind::Int
                } else {
                    ElementKind::Byte
                };
                let (contents, index) = (self.contents(kind, depth), self.number(Sort::Int, depth));
                self.each(|pool, k| pool.select(contents[k], index[k]))
            }
            _ => self.leaf(sort),
        }
    }

    fn contents(&mut self, kind: ElementKind, depth: u32) -> Pair {
        let id = CONTENTS.iter().find(|(_, of)| *of == kind).map_or(20, |(id, _)| *id);
        if depth == 0 {
            return match self.random.below(5) {
                0 => self.each(|pool, _| pool.zeroed(kind)),
                1 => self.each(|pool, _| pool.contents_of(kind, &[1, 0, 0, 1])),
                _ => self.each(|pool, _| pool.input(InputId(id), Domain::Contents(kind))),
            };
        }
        let depth = depth - 1;
        match self.random.below(6) {
            0..=2 => {
                let contents = self.contents(kind, depth);
                let (index, value) = (self.number(Sort::Int, depth.min(1)), self.number(kind.sort(), depth));
                self.each(|pool, k| {
                    let value = pool.narrow_to(value[k], kind);
                    pool.store(contents[k], index[k], value)
                })
            }
            3 => {
                let (a, b) = (self.contents(kind, depth), self.contents(kind, depth));
                let numbers: Vec<Pair> = (0..3).map(|_| self.number(Sort::Int, depth.min(1))).collect();
                self.each(|pool, k| pool.copy(a[k], numbers[0][k], b[k], numbers[1][k], numbers[2][k]))
            }
            4 => {
                let (c, a, b) = (self.truth(depth), self.contents(kind, depth), self.contents(kind, depth));
                self.each(|pool, k| pool.if_then_else(c[k], a[k], b[k]))
            }
            _ => self.contents(kind, 0),
        }
    }

    pub fn truth(&mut self, depth: u32) -> Pair {
        let depth = depth.saturating_sub(1);
        let choice = self.random.below(12);
        match choice {
            0..=7 => {
                let sort = if self.random.below(2) == 0 { Sort::Int } else { Sort::Long };
                let a = self.number(sort, depth);
                let b = if self.random.below(2) == 0 { self.constant(sort) } else { self.number(sort, depth) };
                self.each(|pool, k| match choice {
                    0 => pool.equal(a[k], b[k]),
                    1 => pool.not_equal(a[k], b[k]),
                    2 | 3 => pool.less(a[k], b[k]),
                    4 => pool.less_or_equal(a[k], b[k]),
                    5 => pool.greater(a[k], b[k]),
                    _ => pool.greater_or_equal(a[k], b[k]),
                })
            }
            8 if depth > 0 => {
                let (a, b) = (self.truth(depth), self.truth(depth));
                self.each(|pool, k| pool.conjunction(a[k], b[k]))
            }
            9 if depth > 0 => {
                let (a, b) = (self.truth(depth), self.truth(depth));
                self.each(|pool, k| pool.disjunction(a[k], b[k]))
            }
            10 if depth > 0 => {
                let (c, a, b) = (self.truth(depth), self.truth(depth), self.truth(depth));
                self.each(|pool, k| pool.if_then_else(c[k], a[k], b[k]))
            }
            11 if depth > 0 => {
                let (a, b) = (self.truth(depth), self.truth(depth));
                self.each(|pool, k| if k == 2 { a[k] } else { pool.equal(a[k], b[k]) })
            }
            _ => {
                let a = self.truth(depth);
                self.each(|pool, k| pool.not(a[k]))
            }
        }
    }

    /// The naive term as it is, in the pool that simplifies.
    pub fn bring_naive(&mut self, pair: Pair) -> TermId {
        let (table, positions) = TermTable::export(&self.pools[1], &[pair[1]]);
        let ids = table.import(&mut self.pools[0]).expect("an exported table is well-formed");
        ids[positions[0] as usize]
    }

    pub fn model(&mut self) -> Model {
        let arithmetic = self.pools[0].arithmetic();
        let mut model = Model::new();
        for (id, domain) in NUMBERS {
            let mut value = self.random.number(domain.sort());
            if let Some((low, high)) = domain.bounds(arithmetic) {
                let high = high.unwrap_or(i64::from(i32::MAX));
                value = low + value.rem_euclid(high - low + 1);
            }
            model.set(InputId(id), value);
        }
        for (id, kind) in CONTENTS {
            let mut contents = ContentsValue::default();
            for _ in 0..4 {
                let mut value = self.random.number(kind.sort());
                if let Some((low, high)) = kind.narrow_bounds() {
                    value = low + value.rem_euclid(high - low + 1);
                }
                contents.elements.insert(self.random.number(Sort::Int), value);
            }
            model.set_contents(InputId(id), contents);
        }
        model
    }
}
