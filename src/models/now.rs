//! What a JVM draws or reads from its clock and gives as an object: any that the specification allows, and another one each time.

use super::arguments::{Abrupt, Call, Outcome};
use super::members::reference;
use super::{MethodModel, Precision, value};
use crate::heap::{EnvironmentSource, ObjectId, Value};
use crate::term::{Domain, TermId};

const UUID: &str = "java/util/UUID";
const DATE: &str = "java/time/LocalDate";
const TIME: &str = "java/time/LocalTime";
const DATE_TIME: &str = "java/time/LocalDateTime";

pub(super) const TABLE: &[MethodModel] = &[
    value(UUID, "randomUUID", "()Ljava/util/UUID;", Precision::Bounded, random_uuid),
    value(UUID, "toString", "()Ljava/lang/String;", Precision::Bounded, text_of_uuid),
    value(DATE, "now", "()Ljava/time/LocalDate;", Precision::Bounded, |call| date(call).map(found)),
    value(TIME, "now", "()Ljava/time/LocalTime;", Precision::Bounded, |call| time(call).map(found)),
    value(DATE_TIME, "now", "()Ljava/time/LocalDateTime;", Precision::Bounded, date_time),
];

fn found(object: ObjectId) -> Option<Value> {
    Some(reference(object))
}

/// A new object of one of these classes, whose fields are given afterwards.
fn new(call: &mut Call<'_, '_>, class: &str) -> Result<ObjectId, Abrupt> {
    let class = call.machine.builtin(class)?;
    Ok(call.state.heap.allocate(class))
}

/// Any of the random ones: of version 4, and of the usual variant.
fn random_uuid(call: &mut Call<'_, '_>) -> Outcome {
    let random = EnvironmentSource::Random("UUID.randomUUID()");
    let most = call.environment(random.clone(), Domain::Long)?;
    let least = call.environment(random, Domain::Long)?;
    let (most, least) = (with_bits(call, most, (!0xF000, 0x4000)), with_bits(call, least, (!(0b11 << 62), 1 << 63)));
    let made = new(call, UUID)?;
    call.set(made, (UUID, "mostSigBits", "J"), Value::Long(most));
    call.set(made, (UUID, "leastSigBits", "J"), Value::Long(least));
    Ok(found(made))
}

/// The digits of numbers that inputs decide are not known, but how many there are.
fn text_of_uuid(call: &mut Call<'_, '_>) -> Outcome {
    const LENGTH: i32 = 36;
    let uuid = call.present(0)?;
    let most = call.get(uuid, (UUID, "mostSigBits", "J"))?;
    let least = call.get(uuid, (UUID, "leastSigBits", "J"))?;
    let (Value::Long(most), Value::Long(least)) = (most, least) else { return call.unmodelled("of other numbers") };
    let pool = &call.machine.pool;
    let text = match (pool.as_constant(most), pool.as_constant(least)) {
        (Some(most), Some(least)) => {
            let (most, least) = (most as u64, least as u64);
            let (high, middle, version) = (most >> 32, most >> 16 & 0xFFFF, most & 0xFFFF);
            let (variant, node) = (least >> 48, least & 0xFFFF_FFFF_FFFF);
            call.constant(&format!("{high:08x}-{middle:04x}-{version:04x}-{variant:04x}-{node:012x}"))
        }
        _ => call.unfollowed_text("UUID.toString()", &[most, least], (LENGTH, LENGTH))?,
    };
    call.shared_string(text)
}

/// A number of which these bits stay, with others set.
fn with_bits(call: &mut Call<'_, '_>, number: TermId, (kept, set): (i64, i64)) -> TermId {
    let pool = &mut call.machine.pool;
    let (kept, set) = (pool.long(kept), pool.long(set));
    let number = pool.and(number, kept);
    pool.or(number, set)
}

/// A number of the clock in a range: any number, but the least for one that is not in it.
fn part(call: &mut Call<'_, '_>, of: &'static str, (least, greatest): (i32, i32)) -> Result<TermId, Abrupt> {
    let number = call.environment(EnvironmentSource::Clock(of), Domain::Int)?;
    let (least, greatest) = (call.small(least), call.small(greatest));
    let within = call.is_between((least, number, greatest));
    Ok(call.machine.pool.if_then_else(within, number, least))
}

/// Any day; no month has more than it has.
fn date(call: &mut Call<'_, '_>) -> Result<ObjectId, Abrupt> {
    const NOW: &str = "LocalDate.now()";
    let year = part(call, NOW, (-999_999_999, 999_999_999))?;
    let month = part(call, NOW, (1, 12))?;
    let day = part(call, NOW, (1, 31))?;
    let (length, first) = (month_length(call, year, month), call.small(1));
    let is_there = call.machine.pool.less_or_equal(day, length);
    let day = call.machine.pool.if_then_else(is_there, day, first);
    let made = new(call, DATE)?;
    call.set(made, (DATE, "year", "I"), Value::Int(year));
    for descriptor in ["S", "B"] {
        call.set(made, (DATE, "month", descriptor), Value::Int(month));
        call.set(made, (DATE, "day", descriptor), Value::Int(day));
    }
    Ok(made)
}

fn month_length(call: &mut Call<'_, '_>, year: TermId, month: TermId) -> TermId {
    let is_divisible = |call: &mut Call<'_, '_>, by: i32| {
        let (by, zero) = (call.small(by), call.small(0));
        let pool = &mut call.machine.pool;
        let rest = pool.remainder(year, by);
        pool.equal(rest, zero)
    };
    let (by_4, by_100, by_400) = (is_divisible(call, 4), is_divisible(call, 100), is_divisible(call, 400));
    let [february, short, leap, medium, long] = [2, 28, 29, 30, 31].map(|number| call.small(number));
    let short_months = [4, 6, 9, 11].map(|number| call.small(number));
    let pool = &mut call.machine.pool;
    let no_century = pool.not(by_100);
    let usual = pool.conjunction(by_4, no_century);
    let is_leap = pool.disjunction(usual, by_400);
    let in_february = pool.if_then_else(is_leap, leap, short);
    let mut length = long;
    for number in short_months {
        let is_it = pool.equal(month, number);
        length = pool.if_then_else(is_it, medium, length);
    }
    let is_february = pool.equal(month, february);
    pool.if_then_else(is_february, in_february, length)
}

fn time(call: &mut Call<'_, '_>) -> Result<ObjectId, Abrupt> {
    const NOW: &str = "LocalTime.now()";
    let hour = part(call, NOW, (0, 23))?;
    let minute = part(call, NOW, (0, 59))?;
    let second = part(call, NOW, (0, 59))?;
    let nano = part(call, NOW, (0, 999_999_999))?;
    let made = new(call, TIME)?;
    for (field, descriptor, number) in
        [("hour", "B", hour), ("minute", "B", minute), ("second", "B", second), ("nano", "I", nano)]
    {
        call.set(made, (TIME, field, descriptor), Value::Int(number));
    }
    Ok(made)
}

fn date_time(call: &mut Call<'_, '_>) -> Outcome {
    let (date, time) = (date(call)?, time(call)?);
    let made = new(call, DATE_TIME)?;
    call.set(made, (DATE_TIME, "date", "Ljava/time/LocalDate;"), reference(date));
    call.set(made, (DATE_TIME, "time", "Ljava/time/LocalTime;"), reference(time));
    Ok(found(made))
}
