//! Terms as plain data: a densely numbered list of nodes that loads into any pool of the same arithmetic.

use super::evaluate_float;
use super::interval::Interval;
use super::node::{Node, TermId};
use super::operator::{FloatOperator, TextOperator};
use super::pool::TermPool;
use super::sort::{Arithmetic, Domain, ElementKind, InputId, Sort};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A node whose children are positions in its table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Entry {
    Int(i64),
    Long(i64),
    Truth(bool),
    Input(InputId, Domain),
    IntSum(i64, Vec<(i64, u32)>),
    LongSum(i64, Vec<(i64, u32)>),
    Binary(BinaryOperator, u32, u32),
    Unary(UnaryOperator, u32),
    Conjunction(Vec<u32>),
    IfThenElse(u32, u32, u32),
    Select(u32, u32),
    Store(u32, u32, u32),
    Zeroed(ElementKind),
    Copy([u32; 5]),
    Float(u32),
    Double(u64),
    FloatingPoint(FloatOperator, Vec<u32>),
    TextConstant(Vec<u16>),
    Text(TextOperator, Vec<u32>),
    Elements(ElementKind, Vec<i64>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum BinaryOperator {
    Product,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    UnsignedShiftRight,
    And,
    Or,
    Xor,
    CompareLong,
    Equal,
    Less,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum UnaryOperator {
    IntToLong,
    LongToInt,
    ToByte,
    ToChar,
    ToShort,
    Not,
}

/// Why a table could not be loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableError {
    /// The table was made in the other arithmetic.
    OtherArithmetic,
    /// The entry at this position names a position that is not before its own, or is ill-formed.
    BadEntry(usize),
    /// The table has more entries than can be numbered.
    TooLarge,
}

impl fmt::Display for TableError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::OtherArithmetic => {
                write!(formatter, "the terms were stored in the other arithmetic")
            }
            TableError::BadEntry(position) => {
                write!(formatter, "stored term {position} is ill-formed")
            }
            TableError::TooLarge => write!(formatter, "too many stored terms"),
        }
    }
}

impl std::error::Error for TableError {}

/// A list of nodes, children before parents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TermTable {
    arithmetic: Arithmetic,
    entries: Vec<Entry>,
}

impl TermTable {
    /// The table of the given terms, and the position of each in it.
    pub fn export(pool: &TermPool, roots: &[TermId]) -> (TermTable, Vec<u32>) {
        let mut builder = TermTableBuilder::new(pool.arithmetic());
        let positions = roots.iter().map(|&root| builder.add(pool, root)).collect();
        (builder.finish(), positions)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Is there no node?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Every input with its domain, in order of position.
    pub fn inputs(&self) -> impl Iterator<Item = (InputId, Domain)> + '_ {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Input(id, domain) => Some((*id, *domain)),
            _ => None,
        })
    }

    /// The same nodes in a pool, as they were stored and not simplified again; by position. Checks everything, so that
    /// a table from anywhere gives well-formed terms or an error.
    pub fn import(&self, pool: &mut TermPool) -> Result<Vec<TermId>, TableError> {
        if self.arithmetic != pool.arithmetic() {
            return Err(TableError::OtherArithmetic);
        }
        if self.entries.len() >= (u32::MAX / 2) as usize || pool.len() >= (u32::MAX / 2) as usize {
            return Err(TableError::TooLarge);
        }
        let mut ids = Vec::with_capacity(self.entries.len());
        for (position, entry) in self.entries.iter().enumerate() {
            let node = entry.node(pool, &ids).ok_or(TableError::BadEntry(position))?;
            ids.push(pool.intern(node));
        }
        Ok(ids)
    }
}

/// Makes what is known of a term, after that of everything below it, each once.
fn children_first<T>(
    pool: &TermPool,
    id: TermId,
    known: &mut FxHashMap<TermId, T>,
    mut make: impl FnMut(&Node, &FxHashMap<TermId, T>) -> T,
) {
    let mut open = vec![id];
    while let Some(&term) = open.last() {
        let before = open.len();
        if !known.contains_key(&term) {
            pool.node(term).for_each_child(|child| {
                if !known.contains_key(&child) {
                    open.push(child);
                }
            });
            if open.len() > before {
                continue;
            }
            let made = make(pool.node(term), known);
            known.insert(term, made);
        }
        open.pop();
    }
}

/// Takes terms of one pool over into another of the same arithmetic, as they are.
#[derive(Debug)]
pub struct TermCarrier<'a> {
    from: &'a TermPool,
    to: &'a mut TermPool,
    known: FxHashMap<TermId, TermId>,
}

impl<'a> TermCarrier<'a> {
    /// Between two pools.
    pub fn new(from: &'a TermPool, to: &'a mut TermPool) -> Self {
        TermCarrier { from, to, known: FxHashMap::default() }
    }

    /// A term of the first pool in the second. The pools must have one arithmetic.
    pub fn carry(&mut self, id: TermId) -> TermId {
        let to = &mut *self.to;
        // The most are numbers, which are found again as fast.
        if let constant @ Node::Constant(..) = self.from.node(id) {
            return to.intern(constant.clone());
        }
        children_first(self.from, id, &mut self.known, |node, known| {
            to.intern(node.with_children(|child| known[&child]))
        });
        self.known[&id]
    }
}

impl Entry {
    /// A node whose children have these positions.
    fn of(node: &Node, positions: &FxHashMap<TermId, u32>) -> Entry {
        use BinaryOperator as B;
        // Children are added before their parents; a position that does not exist would be refused by `import`.
        let at = |id: &TermId| positions.get(id).copied().unwrap_or(u32::MAX);
        let binary = |operator, a: &TermId, b: &TermId| Entry::Binary(operator, at(a), at(b));
        match node {
            Node::Constant(Sort::Long, value) => Entry::Long(*value),
            Node::Constant(Sort::Float, bits) => Entry::Float(*bits as u32),
            Node::Constant(Sort::Double, bits) => Entry::Double(*bits as u64),
            Node::Constant(_, value) => Entry::Int(*value),
            Node::Truth(value) => Entry::Truth(*value),
            Node::Input(id, domain) => Entry::Input(*id, *domain),
            Node::Sum { sort, constant, terms } => {
                let terms = terms.iter().map(|(coefficient, term)| (*coefficient, at(term))).collect();
                match sort {
                    Sort::Long => Entry::LongSum(*constant, terms),
                    _ => Entry::IntSum(*constant, terms),
                }
            }
            Node::Product(a, b) => binary(B::Product, a, b),
            Node::Divide(a, b) => binary(B::Divide, a, b),
            Node::Remainder(a, b) => binary(B::Remainder, a, b),
            Node::ShiftLeft(a, b) => binary(B::ShiftLeft, a, b),
            Node::ShiftRight(a, b) => binary(B::ShiftRight, a, b),
            Node::UnsignedShiftRight(a, b) => binary(B::UnsignedShiftRight, a, b),
            Node::And(a, b) => binary(B::And, a, b),
            Node::Or(a, b) => binary(B::Or, a, b),
            Node::Xor(a, b) => binary(B::Xor, a, b),
            Node::CompareLong(a, b) => binary(B::CompareLong, a, b),
            Node::Equal(a, b) => binary(B::Equal, a, b),
            Node::Less(a, b) => binary(B::Less, a, b),
            Node::IntToLong(a) => Entry::Unary(UnaryOperator::IntToLong, at(a)),
            Node::LongToInt(a) => Entry::Unary(UnaryOperator::LongToInt, at(a)),
            Node::ToByte(a) => Entry::Unary(UnaryOperator::ToByte, at(a)),
            Node::ToChar(a) => Entry::Unary(UnaryOperator::ToChar, at(a)),
            Node::ToShort(a) => Entry::Unary(UnaryOperator::ToShort, at(a)),
            Node::Not(a) => Entry::Unary(UnaryOperator::Not, at(a)),
            Node::Conjunction(terms) => Entry::Conjunction(terms.iter().map(at).collect()),
            Node::IfThenElse(c, a, b) => Entry::IfThenElse(at(c), at(a), at(b)),
            Node::Select(contents, index) => Entry::Select(at(contents), at(index)),
            Node::Store(contents, index, value) => Entry::Store(at(contents), at(index), at(value)),
            Node::Zeroed(kind) => Entry::Zeroed(*kind),
            Node::Elements(kind, values) => Entry::Elements(*kind, values.to_vec()),
            Node::Copy { destination, destination_from, source, source_from, length } => {
                Entry::Copy([at(destination), at(destination_from), at(source), at(source_from), at(length)])
            }
            Node::FloatingPoint(operator, terms) => Entry::FloatingPoint(*operator, terms.iter().map(at).collect()),
            Node::TextConstant(units) => Entry::TextConstant(units.to_vec()),
            Node::Text(operator, terms) => Entry::Text(*operator, terms.iter().map(at).collect()),
        }
    }

    /// The node, or `None` when the entry is ill-formed.
    fn node(&self, pool: &TermPool, ids: &[TermId]) -> Option<Node> {
        let arithmetic = pool.arithmetic();
        let fits = |sort: Sort, value: i64| Interval::full(arithmetic, sort).contains(value);
        // There is one NaN.
        let canonical = |sort: Sort, bits: i64| {
            (evaluate_float::canonical(sort, bits) == bits).then_some(Node::Constant(sort, bits))
        };
        let child = |position: u32, sort: Sort| {
            let id = *ids.get(position as usize)?;
            (pool.sort(id) == sort).then_some(id)
        };
        let number = |position: u32| {
            let id = *ids.get(position as usize)?;
            pool.sort(id).is_number().then_some(id)
        };
        let contents = |position: u32| {
            let id = *ids.get(position as usize)?;
            matches!(pool.sort(id), Sort::Contents(_)).then_some(id)
        };
        let children = |positions: &[u32]| {
            let terms = positions.iter().map(|at| ids.get(*at as usize).copied()).collect::<Option<Box<[TermId]>>>()?;
            let sorts: Vec<Sort> = terms.iter().map(|term| pool.sort(*term)).collect();
            Some((terms, sorts))
        };
        let sum = |sort: Sort, constant: i64, terms: &[(i64, u32)]| {
            let mut summands = Vec::with_capacity(terms.len());
            for &(coefficient, position) in terms {
                summands.push((fits(sort, coefficient).then_some(coefficient)?, child(position, sort)?));
            }
            (fits(sort, constant) && !summands.is_empty()).then_some(())?;
            Some(Node::Sum { sort, constant, terms: summands.into_boxed_slice() })
        };
        Some(match self {
            Entry::Int(value) => Node::Constant(Sort::Int, fits(Sort::Int, *value).then_some(*value)?),
            Entry::Long(value) => Node::Constant(Sort::Long, *value),
            Entry::Truth(value) => Node::Truth(*value),
            Entry::Input(id, domain) => Node::Input(*id, *domain),
            Entry::IntSum(constant, terms) => sum(Sort::Int, *constant, terms)?,
            Entry::LongSum(constant, terms) => sum(Sort::Long, *constant, terms)?,
            Entry::Binary(operator, a, b) => {
                use BinaryOperator as B;
                let same = |build: fn(TermId, TermId) -> Node| {
                    let left = number(*a)?;
                    Some(build(left, child(*b, pool.sort(left))?))
                };
                let shift = |build: fn(TermId, TermId) -> Node| Some(build(number(*a)?, child(*b, Sort::Int)?));
                match operator {
                    B::Product => same(Node::Product)?,
                    B::Divide => same(Node::Divide)?,
                    B::Remainder => same(Node::Remainder)?,
                    B::ShiftLeft => shift(Node::ShiftLeft)?,
                    B::ShiftRight => shift(Node::ShiftRight)?,
                    B::UnsignedShiftRight => shift(Node::UnsignedShiftRight)?,
                    B::And => same(Node::And)?,
                    B::Or => same(Node::Or)?,
                    B::Xor => same(Node::Xor)?,
                    B::CompareLong => Node::CompareLong(child(*a, Sort::Long)?, child(*b, Sort::Long)?),
                    B::Less => same(Node::Less)?,
                    B::Equal => match child(*a, Sort::Bool) {
                        Some(left) => Node::Equal(left, child(*b, Sort::Bool)?),
                        None => match child(*a, Sort::Text) {
                            Some(left) => Node::Equal(left, child(*b, Sort::Text)?),
                            None => {
                                let left = *ids.get(*a as usize)?;
                                let is_floating_point = pool.sort(left).is_floating_point();
                                match is_floating_point {
                                    true => Node::Equal(left, child(*b, pool.sort(left))?),
                                    false => same(Node::Equal)?,
                                }
                            }
                        },
                    },
                }
            }
            Entry::Unary(operator, a) => match operator {
                UnaryOperator::IntToLong => Node::IntToLong(child(*a, Sort::Int)?),
                UnaryOperator::LongToInt => Node::LongToInt(child(*a, Sort::Long)?),
                UnaryOperator::ToByte => Node::ToByte(child(*a, Sort::Int)?),
                UnaryOperator::ToChar => Node::ToChar(child(*a, Sort::Int)?),
                UnaryOperator::ToShort => Node::ToShort(child(*a, Sort::Int)?),
                UnaryOperator::Not => Node::Not(child(*a, Sort::Bool)?),
            },
            Entry::Conjunction(terms) => {
                let parts = terms.iter().map(|&term| child(term, Sort::Bool)).collect::<Option<Box<[_]>>>()?;
                (!parts.is_empty()).then_some(Node::Conjunction(parts))?
            }
            Entry::IfThenElse(c, a, b) => {
                let chosen = *ids.get(*a as usize)?;
                Node::IfThenElse(child(*c, Sort::Bool)?, chosen, child(*b, pool.sort(chosen))?)
            }
            Entry::Select(from, index) => Node::Select(contents(*from)?, child(*index, Sort::Int)?),
            Entry::Store(into, index, value) => {
                let into = contents(*into)?;
                let kind = pool.element_kind(into);
                let value = child(*value, kind.sort())?;
                if let Some((low, high)) = kind.narrow_bounds() {
                    pool.interval(value).within(Interval::new(low, high)).then_some(())?;
                }
                Node::Store(into, child(*index, Sort::Int)?, value)
            }
            Entry::Zeroed(kind) => Node::Zeroed(*kind),
            Entry::Elements(kind, values) => {
                let is_one = |value: &i64| {
                    fits(kind.sort(), *value) && evaluate_float::canonical(kind.sort(), kind.narrow(*value)) == *value
                };
                values.iter().all(is_one).then(|| Node::Elements(*kind, values.as_slice().into()))?
            }
            Entry::Float(bits) => canonical(Sort::Float, i64::from(*bits))?,
            Entry::Double(bits) => canonical(Sort::Double, *bits as i64)?,
            Entry::FloatingPoint(operator, arguments) => {
                let (terms, sorts) = children(arguments)?;
                operator.accepts(&sorts).then_some(Node::FloatingPoint(*operator, terms))?
            }
            Entry::TextConstant(units) => Node::TextConstant(units.as_slice().into()),
            Entry::Text(operator, arguments) => {
                let (terms, sorts) = children(arguments)?;
                operator.accepts(&sorts).then_some(Node::Text(*operator, terms))?
            }
            Entry::Copy([destination, destination_from, source, source_from, length]) => {
                let destination = contents(*destination)?;
                Node::Copy {
                    destination,
                    destination_from: child(*destination_from, Sort::Int)?,
                    source: child(*source, pool.sort(destination))?,
                    source_from: child(*source_from, Sort::Int)?,
                    length: child(*length, Sort::Int)?,
                }
            }
        })
    }
}

/// Collects terms of one pool into a table; terms added again keep their position.
#[derive(Clone, Debug)]
pub struct TermTableBuilder {
    table: TermTable,
    positions: FxHashMap<TermId, u32>,
}

impl TermTableBuilder {
    /// An empty table for terms of the given arithmetic.
    pub fn new(arithmetic: Arithmetic) -> Self {
        TermTableBuilder { table: TermTable { arithmetic, entries: Vec::new() }, positions: FxHashMap::default() }
    }

    /// The position of a term, added with everything below it if it is new.
    pub fn add(&mut self, pool: &TermPool, id: TermId) -> u32 {
        let entries = &mut self.table.entries;
        children_first(pool, id, &mut self.positions, |node, positions| {
            entries.push(Entry::of(node, positions));
            entries.len() as u32 - 1
        });
        self.positions[&id]
    }

    /// The table of all terms added.
    pub fn finish(self) -> TermTable {
        self.table
    }
}
