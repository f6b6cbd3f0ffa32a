//! How callers make what the JDK has: collections by adding elements to an empty one, and a few plain objects by a
//! constructor.

use crate::classfile::GenericType;
use crate::heap::{MakingPlan, PlannedCall};
use crate::program::{ClassId, FieldKind, MethodId, Program};

/// A collection: the declared types that it stands for, its class, and how an element is added.
type Collection = (&'static [&'static str], &'static str, (&'static str, &'static str));

const ADD: (&str, &str) = ("add", "(Ljava/lang/Object;)Z");
const PUT: (&str, &str) = ("put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");

/// Where a hash decides the order of elements, the order of their adding does in its place: all orders are considered.
const COLLECTIONS: &[Collection] = &[
    (
        &[
            "java/lang/Iterable",
            "java/util/Collection",
            "java/util/SequencedCollection",
            "java/util/AbstractCollection",
            "java/util/List",
            "java/util/AbstractList",
        ],
        "java/util/ArrayList",
        ADD,
    ),
    (&[], "java/util/LinkedList", ADD),
    (&[], "java/util/Vector", ADD),
    (&[], "java/util/Stack", ADD),
    (&[], "java/util/concurrent/CopyOnWriteArrayList", ADD),
    (&["java/util/Queue", "java/util/Deque"], "java/util/ArrayDeque", ADD),
    (&[], "java/util/PriorityQueue", ADD),
    (&["java/util/Set", "java/util/AbstractSet", "java/util/SequencedSet"], "java/util/LinkedHashSet", ADD),
    (&[], "java/util/HashSet", ADD),
    (&["java/util/SortedSet", "java/util/NavigableSet"], "java/util/TreeSet", ADD),
    (&["java/util/Map", "java/util/AbstractMap", "java/util/SequencedMap"], "java/util/LinkedHashMap", PUT),
    (&[], "java/util/HashMap", PUT),
    (&["java/util/concurrent/ConcurrentMap"], "java/util/concurrent/ConcurrentHashMap", PUT),
    (&["java/util/SortedMap", "java/util/NavigableMap"], "java/util/TreeMap", PUT),
];

/// Classes of which one maker makes the objects that people use: class, method, descriptor, and whether it makes them in every state that
/// matters. Where it does not there are others, subclasses of the JDK's, what was read in part, and what static fields hold, which code
/// may know by its identity.
const PLAIN: &[(&str, &str, &str, bool)] = &[
    ("java/util/Optional", "ofNullable", "(Ljava/lang/Object;)Ljava/util/Optional;", true),
    ("java/util/concurrent/atomic/AtomicInteger", "<init>", "(I)V", true),
    ("java/util/concurrent/atomic/AtomicLong", "<init>", "(J)V", true),
    ("java/util/concurrent/atomic/AtomicBoolean", "<init>", "(Z)V", true),
    ("java/util/concurrent/atomic/AtomicReference", "<init>", "(Ljava/lang/Object;)V", false),
    ("java/io/StringWriter", "<init>", "()V", true),
    ("java/io/ByteArrayOutputStream", "<init>", "()V", true),
    ("java/io/StringReader", "<init>", "(Ljava/lang/String;)V", false),
    ("java/io/ByteArrayInputStream", "<init>", "([B)V", false),
    ("java/util/Date", "<init>", "(J)V", false),
    ("java/util/UUID", "<init>", "(JJ)V", false),
    ("java/time/LocalDate", "of", "(III)Ljava/time/LocalDate;", false),
    ("java/time/LocalTime", "of", "(IIII)Ljava/time/LocalTime;", false),
    ("java/time/LocalDateTime", "of", "(IIIII)Ljava/time/LocalDateTime;", false),
    ("java/time/Instant", "ofEpochSecond", "(JJ)Ljava/time/Instant;", false),
    ("java/time/Duration", "ofSeconds", "(JJ)Ljava/time/Duration;", false),
    ("java/time/Period", "of", "(III)Ljava/time/Period;", false),
    ("java/time/Year", "of", "(I)Ljava/time/Year;", false),
    ("java/time/YearMonth", "of", "(II)Ljava/time/YearMonth;", false),
    ("java/time/MonthDay", "of", "(II)Ljava/time/MonthDay;", false),
    ("java/util/OptionalInt", "of", "(I)Ljava/util/OptionalInt;", false),
    ("java/util/OptionalLong", "of", "(J)Ljava/util/OptionalLong;", false),
    ("java/util/OptionalDouble", "of", "(D)Ljava/util/OptionalDouble;", false),
    ("java/util/Random", "<init>", "(J)V", false),
    ("java/util/BitSet", "<init>", "()V", false),
    ("java/util/Properties", "<init>", "()V", false),
    ("java/util/StringTokenizer", "<init>", "(Ljava/lang/String;)V", false),
    ("java/util/concurrent/CountDownLatch", "<init>", "(I)V", false),
    ("java/util/concurrent/locks/ReentrantLock", "<init>", "()V", false),
    ("java/util/regex/Pattern", "compile", "(Ljava/lang/String;)Ljava/util/regex/Pattern;", false),
    ("java/io/File", "<init>", "(Ljava/lang/String;)V", false),
    ("java/net/URI", "create", "(Ljava/lang/String;)Ljava/net/URI;", false),
    ("java/math/BigDecimal", "valueOf", "(JI)Ljava/math/BigDecimal;", false),
    ("java/math/BigInteger", "valueOf", "(J)Ljava/math/BigInteger;", false),
];

/// What is called on an object of some class to bring it into another state than that of the constructor above.
type MoreStates = (&'static str, &'static [(&'static str, &'static str)]);

const MORE_STATES: &[MoreStates] = &[
    ("java/io/StringReader", &[("close", "()V")]),
    ("java/io/StringWriter", &[("write", "(Ljava/lang/String;)V")]),
    ("java/io/ByteArrayOutputStream", &[("writeBytes", "([B)V")]),
];

/// The plans for an input of a type of the JDK.
#[derive(Debug)]
pub(super) enum Recipe {
    /// For each number of elements, from none on.
    Sizes(Vec<MakingPlan>),
    /// Each of these, which are all there are.
    Several(Vec<MakingPlan>),
    /// Some.
    Some(Vec<MakingPlan>),
}

/// How callers make an object of a declared type of the JDK; none when that is not known, or when there is no JDK.
pub(super) fn recipe(
    program: &Program,
    declared: ClassId,
    arguments: &[GenericType],
    most_elements: u32,
) -> Option<Recipe> {
    let name = &**program.class_name(declared);
    let is_collection = |row: &&Collection| row.1 == name || row.0.contains(&name);
    if let Some((_, class, added)) = COLLECTIONS.iter().find(is_collection) {
        let begun = method(program, class, "<init>", "()V")?;
        let adds = inherited_method(program, class, *added)?;
        let sizes = (0..=most_elements)
            .map(|size| {
                let call = |method| planned(program, method, arguments);
                let calls = std::iter::once(call(begun)).chain((0..size).map(|_| call(adds)));
                plan(program, class, calls.collect(), false)
            })
            .collect::<Option<Vec<MakingPlan>>>()?;
        return Some(Recipe::Sizes(sizes));
    }
    let (class, called, descriptor, makes_all) =
        PLAIN.iter().find(|row| row.0 == name).copied().or_else(|| exception(program, declared))?;
    let made = method(program, class, called, descriptor)?;
    let is_factory = called != "<init>";
    let mut plans = vec![plan(program, class, vec![planned(program, made, arguments)], is_factory)?];
    let begun = || planned(program, made, arguments);
    for (_, more) in MORE_STATES.iter().filter(|(of, _)| *of == class) {
        let calls: Option<Vec<PlannedCall>> =
            more.iter().map(|call| Some(planned(program, inherited_method(program, class, *call)?, &[]))).collect();
        plans.extend(plan(program, class, std::iter::once(begun()).chain(calls?).collect(), false));
    }
    if let Some(with_cause) = with_cause(program, declared) {
        plans.extend(plan(program, class, vec![planned(program, with_cause, &[])], false));
    }
    // Unchecked code of a caller's own puts anything where the type arguments let nothing else in.
    let is_narrowed = arguments.iter().any(|argument| program.erased_kind(Some(argument)) != program.erased_kind(None));
    Some(if makes_all && !is_narrowed { Recipe::Several(plans) } else { Recipe::Some(plans) })
}

/// An exception of the JDK, with a message.
fn exception(program: &Program, declared: ClassId) -> Option<(&str, &'static str, &'static str, bool)> {
    let throwable = program.class_by_name("java/lang/Throwable")?;
    let is_one = program.is_subclass(declared, throwable) == Some(true);
    is_one.then(|| (&**program.class_name(declared), "<init>", "(Ljava/lang/String;)V", true))
}

/// The constructor of an exception of the JDK with a cause, if it has one.
fn with_cause(program: &Program, declared: ClassId) -> Option<MethodId> {
    let (class, called, ..) = exception(program, declared)?;
    method(program, class, called, "(Ljava/lang/String;Ljava/lang/Throwable;)V")
}

fn method(program: &Program, class: &str, name: &str, descriptor: &str) -> Option<MethodId> {
    let found = program.method_by_name((class, name, descriptor))?;
    let is_usable = program.method(found).flags.is_public() && program.code(found).is_some();
    is_usable.then_some(found)
}

fn inherited_method(program: &Program, class: &str, (name, descriptor): (&str, &str)) -> Option<MethodId> {
    let class = program.class_by_name(class)?;
    program.superclasses(class).find_map(|class| method(program, program.class_name(class), name, descriptor))
}

fn plan(program: &Program, class: &str, calls: Vec<PlannedCall>, is_factory: bool) -> Option<MakingPlan> {
    let class = program.class_by_name(class)?;
    Some(MakingPlan { class, calls, has_enclosing_instance: false, is_factory })
}

/// A call whose parameters of type `Object` are of the type arguments, in their order.
fn planned(program: &Program, method: MethodId, arguments: &[GenericType]) -> PlannedCall {
    let object = program.erased_kind(None);
    let mut generic = arguments.iter();
    let parameters = program.method(method).parameters.iter().map(|kind| {
        if Some(*kind) != object {
            return (*kind, None);
        }
        let argument = generic.next();
        (program.erased_kind(argument).unwrap_or(*kind), argument.cloned())
    });
    let parameters: Vec<(FieldKind, Option<GenericType>)> = parameters.collect();
    PlannedCall { method, parameters }
}
