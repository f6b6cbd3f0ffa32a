//! Arrays of constants during a run: their elements side by side, and as terms again when it ends.

use super::number::Slot;
use crate::classfile::ArrayAccess;
use crate::exec::array::is_access_to;
use crate::exec::{Machine, State};
use crate::heap::{Contents, Heap, ObjectId};
use crate::term::{ElementKind, Node, TermId, TermPool, element_of};
use rustc_hash::FxHashMap;

/// Elements that are looked up at once, however little has been executed.
const FREE_ELEMENTS: u64 = 1_024;
/// Elements that are looked up for each instruction that has been executed: what a run takes is linear in these.
const ELEMENTS_OF_AN_INSTRUCTION: u64 = 4;

/// Elements side by side that take as much room as one that is stored by itself.
const ELEMENTS_OF_A_STORE: usize = 8;

/// The longest array that is assigned as a whole where a part of it is.
const LARGE: i32 = 1 << 13;
/// The most parts that are laid over each other.
const MOST_COPIES: usize = 16;

/// The arrays of a run.
#[derive(Default)]
pub(super) struct Arrays {
    /// Where each array is in the next list; nothing for those that are not all constants.
    known: FxHashMap<ObjectId, Option<usize>>,
    unpacked: Vec<Unpacked>,
    last: usize,
    /// Elements that were looked up.
    elements: u64,
}

/// An array whose elements are all constants.
struct Unpacked {
    object: ObjectId,
    is_input: bool,
    kind: ElementKind,
    contents: TermId,
    values: Vec<i64>,
    /// Which elements were assigned.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
}

impl Arrays {
    /// Whether an array is unpacked.
    pub(super) fn is_unpacked(&mut self, object: ObjectId) -> bool {
        self.at(object).is_some()
    }

    /// Whether an array that is unpacked belongs to the input heap.
    pub(super) fn is_input(&mut self, object: ObjectId) -> bool {
        self.at(object).is_some_and(|at| self.unpacked[at].is_input)
    }

    /// The length of an array that is unpacked.
    pub(super) fn length(&mut self, object: ObjectId) -> Option<usize> {
        let at = self.at(object)?;
        Some(self.unpacked[at].values.len())
    }

    /// An element; none where the array is not unpacked or has no such element.
    pub(super) fn load(&mut self, object: ObjectId, access: ArrayAccess, index: i32) -> Option<Slot> {
        let at = self.at(object)?;
        let array = &self.unpacked[at];
        let value = *array.values.get(usize::try_from(index).ok()?)?;
        is_access_to(access, array.kind).then(|| Slot::element(array.kind, value))
    }

    /// Assigns an element; none, and nothing is done, where the array is not unpacked or has no such element.
    pub(super) fn store(&mut self, object: ObjectId, access: ArrayAccess, index: i32, value: Slot) -> Option<()> {
        let at = self.at(object)?;
        let array = &mut self.unpacked[at];
        if !is_access_to(access, array.kind) {
            return None;
        }
        let value = value.as_element(array.kind)?;
        let index = usize::try_from(index).ok()?;
        *array.values.get_mut(index)? = value;
        if !std::mem::replace(&mut array.is_changed[index], true) {
            array.changed.push(index as u32);
        }
        Some(())
    }

    fn at(&mut self, object: ObjectId) -> Option<usize> {
        if self.unpacked.get(self.last).is_some_and(|array| array.object == object) {
            return Some(self.last);
        }
        self.last = (*self.known.get(&object)?)?;
        Some(self.last)
    }

    /// Unpacks an array of constants, where that is little against what was executed. Whether it is unpacked now.
    pub(super) fn unpack(&mut self, pool: &mut TermPool, heap: &Heap, object: ObjectId, executed: u64) -> bool {
        if let Some(known) = self.known.get(&object) {
            return known.is_some();
        }
        let Some(body) = heap.array(object) else { return false };
        let Contents::Primitive(kind, contents) = body.contents else { return false };
        let Some(length) = pool.as_int(body.length).and_then(|length| usize::try_from(length).ok()) else {
            return false;
        };
        let elements = length as u64 + u64::from(pool.depth(contents));
        if self.elements + elements > FREE_ELEMENTS + ELEMENTS_OF_AN_INSTRUCTION.saturating_mul(executed) {
            // It may be worth it later.
            return false;
        }
        self.elements += elements;
        let values = constants(pool, contents, length);
        let at = values.map(|values| {
            let is_changed = vec![false; length];
            let changed = Vec::new();
            let is_input = heap.is_input(object);
            self.unpacked.push(Unpacked { object, is_input, kind, contents, values, changed, is_changed });
            self.unpacked.len() - 1
        });
        self.known.insert(object, at);
        at.is_some()
    }

    /// Makes terms of the elements that were assigned.
    pub(super) fn pack(self, pool: &mut TermPool, heap: &mut Heap) {
        for array in self.unpacked.into_iter().filter(|array| !array.changed.is_empty()) {
            let packed = array.packed(pool);
            if let Some(body) = heap.array_mut(array.object)
                && let Contents::Primitive(_, contents) = &mut body.contents
            {
                *contents = packed;
            }
        }
    }
}

impl Unpacked {
    /// What takes least room: the contents as they were with what was assigned, zeroes with what differs from them, or all elements
    /// side by side.
    fn packed(&self, pool: &mut TermPool) -> TermId {
        let not_zero = self.values.iter().filter(|value| **value != 0).count();
        let assigned = pool.depth(self.contents) as usize + self.changed.len();
        if not_zero < assigned || assigned > few_stores(self.values.len()) {
            return packed(pool, self.kind, &self.values);
        }
        let changed = self.changed.iter().map(|index| (*index as usize, self.values[*index as usize]));
        stored(pool, self.contents, changed)
    }
}

impl Machine<'_> {
    /// The elements of an array of primitives, where all of them are constants.
    pub fn known_elements(&mut self, state: &State, array: ObjectId) -> Option<Vec<i64>> {
        let body = state.heap.array(array)?;
        let Contents::Primitive(_, contents) = body.contents else { return None };
        let length = usize::try_from(self.pool.as_int(body.length)?).ok()?;
        constants(&mut self.pool, contents, length)
    }

    /// Assigns all elements of an array of primitives that the path has made.
    pub fn assign_elements(&mut self, state: &mut State, array: ObjectId, values: &[i64]) {
        let Some(body) = state.heap.array_mut(array) else { return };
        if let Contents::Primitive(kind, contents) = &mut body.contents {
            *contents = packed(&mut self.pool, *kind, values);
        }
    }
}

impl Machine<'_> {
    /// Assigns some elements of an array of primitives that the path has made, from one on. Those of a large array are laid over what was
    /// there, and all are put side by side only now and then, so that filling it part by part takes little.
    pub fn assign_range(&mut self, state: &mut State, array: ObjectId, from: usize, values: &[i64]) {
        let length = state.heap.array(array).and_then(|body| self.pool.as_int(body.length)).unwrap_or(0);
        let contents = state.heap.array(array).and_then(|body| match body.contents {
            Contents::Primitive(_, contents) => Some(contents),
            Contents::References(_) => None,
        });
        let is_deep = contents.is_none_or(|contents| copies(&self.pool, contents) >= MOST_COPIES);
        if (length <= LARGE || is_deep)
            && let Some(mut all) = self.known_elements(state, array)
            && let Some(places) = all.get_mut(from..from.saturating_add(values.len()))
        {
            places.copy_from_slice(values);
            return self.assign_elements(state, array, &all);
        }
        let Some(body) = state.heap.array_mut(array) else { return };
        if let Contents::Primitive(kind, contents) = &mut body.contents {
            let pool = &mut self.pool;
            let part = packed(pool, *kind, values);
            let (to, zero, length) = (pool.int(from as i32), pool.int(0), pool.int(values.len() as i32));
            *contents = pool.copy(*contents, to, part, zero, length);
        }
    }
}

/// How many parts are laid over each other, up to the most that may be.
fn copies(pool: &TermPool, contents: TermId) -> usize {
    let mut below = contents;
    for count in 0..MOST_COPIES {
        match pool.node(below) {
            Node::Copy { destination, .. } => below = *destination,
            _ => return count,
        }
    }
    MOST_COPIES
}

/// What takes less room: zeroes with what differs from them, or all elements side by side.
fn packed(pool: &mut TermPool, kind: ElementKind, values: &[i64]) -> TermId {
    let differing = || values.iter().enumerate().filter(|(_, value)| **value != 0);
    if differing().count() > few_stores(values.len()) {
        return pool.contents_of(kind, values);
    }
    let zeroed = pool.zeroed(kind);
    stored(pool, zeroed, differing().map(|(index, value)| (index, *value)))
}

/// Contents with elements assigned.
fn stored(pool: &mut TermPool, contents: TermId, elements: impl Iterator<Item = (usize, i64)>) -> TermId {
    let sort = pool.element_kind(contents).sort();
    elements.fold(contents, |contents, (index, value)| {
        let (index, value) = (pool.int(index as i32), pool.constant_value(sort, value));
        pool.store(contents, index, value)
    })
}

/// As many stores take no more room than so many elements.
fn few_stores(elements: usize) -> usize {
    elements / ELEMENTS_OF_A_STORE + ELEMENTS_OF_A_STORE
}

/// The elements of contents, where all of them are constants.
fn constants(pool: &mut TermPool, contents: TermId, length: usize) -> Option<Vec<i64>> {
    let mut values = vec![0; length];
    let mut is_known = vec![false; length];
    read(pool, contents, 0, (&mut values, &mut is_known))?;
    Some(values)
}

/// Reads the elements from `first` on into those places that are not known yet; none where one is no constant. What was copied from
/// elsewhere is read there, since a look-up of each element by itself makes terms of its place.
fn read(
    pool: &mut TermPool,
    contents: TermId,
    first: i64,
    (values, is_known): (&mut [i64], &mut [bool]),
) -> Option<()> {
    let mut below = contents;
    loop {
        match *pool.node(below) {
            Node::Elements(_, ref elements) => {
                for place in (0..values.len()).filter(|place| !is_known[*place]) {
                    values[place] = element_of(elements, first + place as i64);
                }
                is_known.fill(true);
                return Some(());
            }
            Node::Zeroed(_) => {
                is_known.fill(true);
                return Some(());
            }
            Node::Store(inner, index, value) => {
                let (index, value) = (pool.as_constant(index)?, pool.as_constant(value)?);
                let place = usize::try_from(index - first).ok();
                if let Some(known) = place.and_then(|place| is_known.get_mut(place))
                    && !std::mem::replace(known, true)
                {
                    values[place?] = value;
                }
                below = inner;
            }
            Node::Copy { destination, destination_from, source, source_from, length } => {
                let (to, from) = (pool.as_constant(destination_from)?, pool.as_constant(source_from)?);
                let end = (to + pool.as_constant(length)?).min(first + values.len() as i64);
                let begin = to.max(first);
                if begin < end {
                    let range = usize::try_from(begin - first).ok()?..usize::try_from(end - first).ok()?;
                    let places = (&mut values[range.clone()], &mut is_known[range]);
                    read(pool, source, begin - to + from, places)?;
                }
                below = destination;
            }
            _ => {
                for place in (0..values.len()).filter(|place| !is_known[*place]) {
                    let index = pool.int(i32::try_from(first + place as i64).ok()?);
                    let value = pool.select(below, index);
                    values[place] = pool.as_constant(value)?;
                }
                is_known.fill(true);
                return Some(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::PrimitiveType;
    use crate::program::FieldKind;
    use crate::term::Arithmetic;

    fn array(pool: &mut TermPool, primitive: PrimitiveType, length: i32) -> (Heap, ObjectId) {
        let mut heap = Heap::default();
        let length = pool.int(length);
        let object = heap.allocate_array(pool, FieldKind::Primitive(primitive), length);
        (heap, object)
    }

    fn contents(heap: &Heap, object: ObjectId) -> TermId {
        match heap.array(object).unwrap().contents {
            Contents::Primitive(_, contents) => contents,
            Contents::References(_) => panic!("references"),
        }
    }

    fn set_contents(heap: &mut Heap, object: ObjectId, changed: TermId) {
        if let Contents::Primitive(_, contents) = &mut heap.array_mut(object).unwrap().contents {
            *contents = changed;
        }
    }

    fn element(pool: &mut TermPool, heap: &Heap, object: ObjectId, index: i32) -> Option<i64> {
        let (contents, index) = (contents(heap, object), pool.int(index));
        let element = pool.select(contents, index);
        pool.as_constant(element)
    }

    #[test]
    fn elements_come_back_as_they_were_assigned() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let (mut heap, object) = array(&mut pool, PrimitiveType::Byte, 5);
        let mut arrays = Arrays::default();
        assert!(arrays.unpack(&mut pool, &heap, object, 0) && arrays.length(object) == Some(5));
        let access = ArrayAccess::ByteOrBoolean;
        assert_eq!(arrays.load(object, access, 4), Some(Slot::Int(0)));
        assert_eq!(arrays.store(object, access, 2, Slot::Int(200)), Some(()));
        assert_eq!(arrays.store(object, access, 2, Slot::Int(300)), Some(()));
        assert_eq!(arrays.store(object, access, 0, Slot::Int(255)), Some(()));
        assert_eq!(arrays.load(object, access, 2), Some(Slot::Int(44)));
        arrays.pack(&mut pool, &mut heap);
        let elements: Vec<_> = (0..5).map(|index| element(&mut pool, &heap, object, index)).collect();
        assert_eq!(elements, [Some(-1), Some(0), Some(44), Some(0), Some(0)]);
    }

    #[test]
    fn what_an_array_does_not_have_is_refused() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let (heap, object) = array(&mut pool, PrimitiveType::Long, 3);
        let mut arrays = Arrays::default();
        assert!(arrays.unpack(&mut pool, &heap, object, 0));
        assert_eq!(arrays.load(object, ArrayAccess::Long, 3), None);
        assert_eq!(arrays.load(object, ArrayAccess::Long, -1), None);
        assert_eq!(arrays.load(object, ArrayAccess::Int, 0), None);
        assert_eq!(arrays.store(object, ArrayAccess::Long, 3, Slot::Long(1)), None);
        assert_eq!(arrays.store(object, ArrayAccess::Long, 0, Slot::Int(1)), None);
    }

    #[test]
    fn only_constants_are_unpacked_and_the_last_store_counts() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let (mut heap, object) = array(&mut pool, PrimitiveType::Int, 2);
        let (zero, one, two) = (pool.int(0), pool.int(1), pool.int(2));
        let mut changed = contents(&heap, object);
        for (index, value) in [(one, one), (zero, one), (one, two)] {
            changed = pool.store(changed, index, value);
        }
        set_contents(&mut heap, object, changed);
        let mut arrays = Arrays::default();
        assert!(arrays.unpack(&mut pool, &heap, object, 0));
        assert_eq!(arrays.load(object, ArrayAccess::Int, 1), Some(Slot::Int(2)));
        let unknown = pool.input(crate::term::InputId(0), crate::term::Domain::Int);
        let unknown = pool.store(changed, zero, unknown);
        set_contents(&mut heap, object, unknown);
        assert!(!Arrays::default().unpack(&mut pool, &heap, object, 0));
    }

    #[test]
    fn what_was_copied_is_read_where_it_comes_from() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let (mut heap, object) = array(&mut pool, PrimitiveType::Int, 8);
        let [zero, one, two, three, nine] = [0, 1, 2, 3, 9].map(|value| pool.int(value));
        let mut source = contents(&heap, object);
        for (index, value) in [(one, nine), (two, three), (three, two)] {
            source = pool.store(source, index, value);
        }
        // Elements 1 to 3 at 2 to 4, then one of these again.
        let mut copied = pool.store(source, zero, one);
        copied = pool.copy(copied, two, source, one, three);
        copied = pool.store(copied, three, nine);
        set_contents(&mut heap, object, copied);
        let mut arrays = Arrays::default();
        assert!(arrays.unpack(&mut pool, &heap, object, 0));
        let elements: Vec<_> = (0..8).map(|index| arrays.load(object, ArrayAccess::Int, index)).collect();
        let expected: Vec<_> = (0..8).map(|index| element(&mut pool, &heap, object, index)).collect();
        assert_eq!(expected, [1, 9, 9, 9, 2, 0, 0, 0].map(Some));
        assert_eq!(elements, [1, 9, 9, 9, 2, 0, 0, 0].map(|value| Some(Slot::Int(value))));
    }

    #[test]
    fn what_known_elements_are_copied_over_is_gone() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let (mut heap, object) = array(&mut pool, PrimitiveType::Int, 4);
        let [one, two, nine] = [1, 2, 9].map(|value| pool.int(value));
        let below = pool.contents_of(ElementKind::Int, &[7, 7, 7, 7]);
        let below = pool.store(below, two, nine);
        let source = pool.contents_of(ElementKind::Int, &[5, 0, 6]);
        let copied = pool.copy(below, one, source, one, two);
        set_contents(&mut heap, object, copied);
        let mut arrays = Arrays::default();
        assert!(arrays.unpack(&mut pool, &heap, object, 0));
        let elements: Vec<_> = (0..4).map(|index| arrays.load(object, ArrayAccess::Int, index)).collect();
        assert_eq!(elements, [7, 0, 6, 7].map(|value| Some(Slot::Int(value))));
        let terms: Vec<_> = (0..4).map(|index| element(&mut pool, &heap, object, index)).collect();
        assert_eq!(terms, [7, 0, 6, 7].map(Some));
    }

    #[test]
    fn a_large_array_waits_for_instructions() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let (heap, object) = array(&mut pool, PrimitiveType::Char, 100_000);
        let mut arrays = Arrays::default();
        assert!(!arrays.unpack(&mut pool, &heap, object, 1_000));
        assert!(arrays.unpack(&mut pool, &heap, object, 30_000));
    }

    #[test]
    fn what_is_packed_is_no_longer_than_it_has_to_be() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let (mut heap, object) = array(&mut pool, PrimitiveType::Int, 4);
        for round in 1..50 {
            let mut arrays = Arrays::default();
            assert!(arrays.unpack(&mut pool, &heap, object, 0));
            for index in 0..4 {
                assert_eq!(arrays.store(object, ArrayAccess::Int, index, Slot::Int(round)), Some(()));
            }
            arrays.pack(&mut pool, &mut heap);
            assert!(pool.depth(contents(&heap, object)) <= 6);
            assert_eq!(element(&mut pool, &heap, object, 3), Some(i64::from(round)));
        }
    }
}
