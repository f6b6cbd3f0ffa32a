//! Random numbers without a seed: each is an input of its own, anything in the range that its method promises. A `Random` with a
//! seed runs as bytecode.

use super::arguments::{Abrupt, Call};
use super::{MethodModel, Precision, value};
use crate::heap::{EnvironmentSource, Reference, Value};
use crate::program::FieldId;
use crate::term::{Domain, FloatOperator, TermId};

const RANDOM: &str = "java/util/Random";
const THREAD_LOCAL: &str = "java/util/concurrent/ThreadLocalRandom";
const ILLEGAL: &str = "java/lang/IllegalArgumentException";

/// Rows for both classes: `name descriptor => implementation`.
macro_rules! rows {
    ($($name:literal $descriptor:literal => $implementation:expr;)*) => {
        &[$(
            value(RANDOM, $name, $descriptor, Precision::Exact, $implementation),
            value(THREAD_LOCAL, $name, $descriptor, Precision::Exact, $implementation),
        )*]
    };
}

/// What reads the machine's random numbers, `/dev/random` and `/dev/urandom`.
const DEVICES: &str = "sun/security/provider/NativePRNG$RandomIO";

pub(super) const OBJECTS: &[MethodModel] = &[
    // Every machine of this kind has them, which is all that providers of security ask.
    value(
        "sun/security/provider/NativePRNG",
        "initIO",
        "(Lsun/security/provider/NativePRNG$Variant;)Lsun/security/provider/NativePRNG$RandomIO;",
        Precision::Exact,
        |call| {
            let devices = call.state.heap.allocate(call.machine.builtin(DEVICES)?);
            Ok(Some(Value::Reference(Reference::Object(devices))))
        },
    ),
    value(DEVICES, "implNextBytes", "([B)V", Precision::Exact, |call| call.refuse("of the machine")),
    value(DEVICES, "implGenerateSeed", "(I)[B", Precision::Exact, |call| call.refuse("of the machine")),
    value(DEVICES, "implSetSeed", "([B)V", Precision::Exact, |call| call.refuse("of the machine")),
    value(RANDOM, "<init>", "()V", Precision::Exact, without_seed),
    value(RANDOM, "setSeed", "(J)V", Precision::Exact, set_seed),
    value(THREAD_LOCAL, "current", "()Ljava/util/concurrent/ThreadLocalRandom;", Precision::Exact, current),
    // What spreads threads over tables: any number but 0, which is of a thread that has none.
    value(THREAD_LOCAL, "getProbe", "()I", Precision::Exact, |call| {
        let any = call.environment(EnvironmentSource::Thread("probe"), Domain::Int)?;
        let (zero, one) = (call.small(0), call.small(1));
        let is_none = call.machine.pool.equal(any, zero);
        Ok(Some(Value::Int(call.machine.pool.if_then_else(is_none, one, any))))
    }),
    value(THREAD_LOCAL, "nextSecondarySeed", "()I", Precision::Exact, secondary),
    value(THREAD_LOCAL, "localInit", "()V", Precision::Exact, |_| Ok(None)),
    value(THREAD_LOCAL, "nextInt", "(II)I", Precision::Exact, between),
    value("java/lang/Math", "random", "()D", Precision::Exact, |call| fraction(call, "Math.random()")),
];

pub(super) const NUMBERS: &[MethodModel] = rows! {
    "nextInt" "()I" => |call| number(call, |call| Ok(Value::Int(any(call, "Random.nextInt()", Domain::Int)?)));
    "nextLong" "()J" => |call| number(call, |call| Ok(Value::Long(any(call, "Random.nextLong()", Domain::Long)?)));
    "nextBoolean" "()Z" => |call| number(call, |call| Ok(Value::Int(any(call, "Random.nextBoolean()", Domain::Boolean)?)));
    "nextInt" "(I)I" => |call| number(call, below);
    "nextFloat" "()F" => |call| number(call, |call| {
        let any = any(call, "Random.nextFloat()", Domain::Float)?;
        let (zero, one) = (call.machine.pool.float(0.0), call.machine.pool.float(1.0));
        Ok(Value::Float(within(call, any, (zero, one))))
    });
    "nextDouble" "()D" => |call| number(call, |call| {
        fraction(call, "Random.nextDouble()")?.ok_or_else(|| malformed(call))
    });
    "next" "(I)I" => |call| number(call, bits);
};

fn malformed(call: &Call<'_, '_>) -> Abrupt {
    super::malformed(call.model.name).into()
}

fn any(call: &mut Call<'_, '_>, method: &'static str, domain: Domain) -> Result<TermId, Abrupt> {
    call.environment(EnvironmentSource::Random(method), domain)
}

/// The number where it is in a range, without its end, else the range's beginning: so it can be all of the range and nothing
/// else.
fn within(call: &mut Call<'_, '_>, number: TermId, (low, end): (TermId, TermId)) -> TermId {
    let pool = &mut call.machine.pool;
    let (above, below) = if pool.sort(number).is_number() {
        (pool.less_or_equal(low, number), pool.less(number, end))
    } else {
        (
            pool.floating_point(FloatOperator::LessOrEqual, &[low, number]),
            pool.floating_point(FloatOperator::Less, &[number, end]),
        )
    };
    let inside = pool.conjunction(above, below);
    pool.if_then_else(inside, number, low)
}

/// Where a `Random` keeps its seed.
fn seed_field(call: &Call<'_, '_>) -> Option<FieldId> {
    call.machine.program.field_by_name((RANDOM, "seed", "Ljava/util/concurrent/atomic/AtomicLong;"))
}

/// Whether the receiver began without a seed: nothing is kept as one.
fn is_without_seed(call: &mut Call<'_, '_>) -> Result<bool, Abrupt> {
    let receiver = call.present(0)?;
    let Some(field) = seed_field(call) else { return call.unmodelled("without a JDK") };
    let (heap, mut context) = call.machine.heap_context(call.state);
    let seed = heap.read_field(&mut context, receiver, field);
    let Value::Reference(seed) = seed else { return Err(malformed(call)) };
    Ok(call.state.heap.resolve(seed)?.is_none())
}

/// What a method gives: made up without a seed, else what its bytecode makes of the seed.
fn number(
    call: &mut Call<'_, '_>,
    made_up: fn(&mut Call<'_, '_>) -> Result<Value, Abrupt>,
) -> Result<Option<Value>, Abrupt> {
    if is_without_seed(call)? {
        return made_up(call).map(Some);
    }
    let MethodModel { name, descriptor, .. } = call.model;
    call.delegated((RANDOM, name, descriptor))
}

/// A `Random` whose numbers may be any; a subclass may say otherwise by its own `next`.
fn without_seed(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let receiver = call.present(0)?;
    let class = call.state.heap.exact_class(receiver);
    let is_plain = class.is_some_and(|class| &**call.machine.program.class_name(class) == RANDOM);
    if is_plain { Ok(None) } else { call.unmodelled("of a subclass") }
}

fn set_seed(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if is_without_seed(call)? {
        return call.unmodelled("of a Random made without a seed");
    }
    call.delegated((RANDOM, "setSeed", "(J)V"))
}

/// The methods to whom a random number says how to keep something, which shows nowhere: class, name, descriptor.
const KEEPING: [(&str, &str, &str); 1] = [(
    "java/util/concurrent/ConcurrentSkipListMap",
    "doPut",
    "(Ljava/lang/Object;Ljava/lang/Object;Z)Ljava/lang/Object;",
)];

/// A random number for the JDK's own use; one for those with whom it shows nowhere: a list without further levels.
fn secondary(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let program = call.machine.program;
    let asks = call.state.frame().map(|frame| program.method(frame.method));
    let shows = asks.is_none_or(|asks| {
        let method: (&str, &str, &str) = (program.class_name(asks.class), &asks.name, &asks.descriptor);
        !KEEPING.contains(&method)
    });
    if !shows {
        return Ok(Some(Value::Int(call.small(1))));
    }
    any(call, "ThreadLocalRandom.nextSecondarySeed()", Domain::Int).map(|any| Some(Value::Int(any)))
}

fn current(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let class = call.machine.builtin(THREAD_LOCAL)?;
    let object = call.state.heap.allocate(class);
    Ok(Some(Value::Reference(Reference::Object(object))))
}

fn below(call: &mut Call<'_, '_>) -> Result<Value, Abrupt> {
    let (bound, zero) = (call.int(1)?, call.small(0));
    let is_positive = call.machine.pool.less(zero, bound);
    call.require_saying(is_positive, (ILLEGAL, "bound must be positive"))?;
    let any = any(call, "Random.nextInt()", Domain::Int)?;
    Ok(Value::Int(within(call, any, (zero, bound))))
}

fn between(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let (low, end) = (call.int(1)?, call.int(2)?);
    let is_range = call.machine.pool.less(low, end);
    call.require_saying(is_range, (ILLEGAL, "bound must be greater than origin"))?;
    let any = any(call, "Random.nextInt()", Domain::Int)?;
    Ok(Some(Value::Int(within(call, any, (low, end)))))
}

fn fraction(call: &mut Call<'_, '_>, method: &'static str) -> Result<Option<Value>, Abrupt> {
    let any = any(call, method, Domain::Double)?;
    let (zero, one) = (call.machine.pool.double(0.0), call.machine.pool.double(1.0));
    Ok(Some(Value::Double(within(call, any, (zero, one)))))
}

/// So many random bits, the other ones zero; all 32 of them can be a negative number.
fn bits(call: &mut Call<'_, '_>) -> Result<Value, Abrupt> {
    let count = call.int(1)?;
    let Some(count) = call.machine.pool.as_int(count).filter(|count| (1..=32).contains(count)) else {
        return call.unmodelled("of a number of bits that depends on the input");
    };
    let any = any(call, "Random.nextInt()", Domain::Int)?;
    let distance = call.small(32 - count);
    Ok(Value::Int(call.machine.pool.unsigned_shift_right(any, distance)))
}
