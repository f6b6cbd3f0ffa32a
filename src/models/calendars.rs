//! What `java.util.Calendar` and `java.text.SimpleDateFormat` make of the clock and of the default time zone: of the zone only the
//! identity is known, and the fields of a time that the clock says may be anything.

use super::arguments::{Abrupt, Call};
use super::unsafe_access::{Place, store};
use super::{MethodModel, Precision, value};
use crate::heap::{EnvironmentSource, MachineObject, ObjectId, Reference, Value};
use crate::term::{Domain, TermId};

const ZONE: &str = "java/util/TimeZone";
/// Of which every zone is that `TimeZone` makes.
const ZONE_INFO: &str = "sun/util/calendar/ZoneInfo";
const CALENDAR: &str = "java/util/GregorianCalendar";
const FORMAT: &str = "java/text/SimpleDateFormat";
const DATE: &str = "java/util/Date";
const BASE_DATE: &str = "Lsun/util/calendar/BaseCalendar$Date;";
const DATE_OF_CALENDAR: &str = "sun/util/calendar/Gregorian$Date";

pub(super) const TABLE: &[MethodModel] = &[
    value(ZONE, "getDefaultRef", "()Ljava/util/TimeZone;", Precision::Exact, default_zone),
    value(ZONE, "getDefault", "()Ljava/util/TimeZone;", Precision::Exact, copied_zone),
    value("java/util/Calendar", "setTimeInMillis", "(J)V", Precision::Exact, set_time),
    value(CALENDAR, "computeFields", "(II)I", Precision::Exact, compute_fields),
    value(FORMAT, "initializeDefaultCentury", "()V", Precision::Exact, default_century),
];

/// Whether the program has set another default zone, so that the code finds it.
fn is_set(call: &mut Call<'_, '_>) -> Result<bool, Abrupt> {
    let field = call.machine.program.field_by_name((ZONE, "defaultTimeZone", "Ljava/util/TimeZone;"));
    let Some(field) = field else { return call.unmodelled("of this JDK") };
    let set = call.static_value(field)?;
    Ok(set != Value::Reference(Reference::Null))
}

fn default_zone(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if is_set(call)? {
        return Err(Abrupt::RunsCode);
    }
    zone(call, MachineObject::DefaultZone(0))
}

/// Who asks from outside gets a copy each time.
fn copied_zone(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if is_set(call)? {
        return Err(Abrupt::RunsCode);
    }
    let copy = unused(call, MachineObject::DefaultZone);
    zone(call, copy)
}

/// An object of the machine that nobody has, with a number above 0.
fn unused(call: &Call<'_, '_>, numbered: fn(u32) -> MachineObject) -> MachineObject {
    let mut all = (1..u32::MAX).map(numbered);
    all.find(|which| call.state.heap.machine_object(*which).is_none()).unwrap_or(numbered(u32::MAX))
}

fn zone(call: &mut Call<'_, '_>, which: MachineObject) -> Result<Option<Value>, Abrupt> {
    let class = call.machine.builtin(ZONE_INFO)?;
    Ok(Some(Value::Reference(Reference::Object(call.state.heap.of_machine(which, class)))))
}

/// The code computes nothing anew where the time is the same as before. Where the clock says one of them, which it is is not asked: it
/// computes anew, which gives the same then, and the fields of such a time may be anything anyhow.
fn set_time(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let calendar = call.present(0)?;
    let (time, zero) = (call.value(1), call.small(0));
    let before = call.get(calendar, ("java/util/Calendar", "time", "J"))?;
    if [before, time].into_iter().filter_map(Value::number).any(|number| is_of_clock(call, number)) {
        call.set(calendar, ("java/util/Calendar", "time", "J"), time);
        call.set(calendar, ("java/util/Calendar", "isTimeSet", "Z"), Value::Int(zero));
    }
    Err(Abrupt::RunsCode)
}

/// How many fields a calendar has, and what says that all of them are to be computed.
const FIELDS: i32 = 17;
const ALL: i32 = (1 << FIELDS) - 1;

/// The fields of a time that no constant says may be anything, where the zone is the JDK's own; the code computes the others.
fn compute_fields(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let calendar = call.present(0)?;
    let Value::Long(time) = call.get(calendar, ("java/util/Calendar", "time", "J"))? else {
        return call.unmodelled("without a time");
    };
    if call.machine.pool.as_constant(time).is_some() || !is_of_clock(call, time) {
        return Err(Abrupt::RunsCode);
    }
    let zone = call.get(calendar, ("java/util/Calendar", "zone", "Ljava/util/TimeZone;"))?;
    let class = object(call, zone)?.and_then(|zone| call.state.heap.exact_class(zone));
    if class.is_none_or(|class| &**call.machine.program.class_name(class) != ZONE_INFO) {
        // None, or one whose code is asked for the offset.
        return Err(Abrupt::RunsCode);
    }
    let asked = call.int(1)?;
    if call.machine.pool.as_int(asked) != Some(ALL) {
        return call.refuse("of some fields of a time that is not known");
    }
    let fields = call.get(calendar, ("java/util/Calendar", "fields", "[I"))?;
    let Some(fields) = object(call, fields)? else { return call.unmodelled("before it is made") };
    let system = call.machine.program.field_by_name((CALENDAR, "gcal", "Lsun/util/calendar/Gregorian;"));
    let Some(system) = system else { return call.unmodelled("of this JDK") };
    let system = call.static_value(system)?;
    for position in 0..FIELDS {
        let index = call.small(position);
        let any = call.environment(EnvironmentSource::Clock("GregorianCalendar.computeFields()"), Domain::Int)?;
        store(call.machine, call.state, &Place::Element(fields, index), Value::Int(any))?;
    }
    // What else keeps the date: an object of which nothing is known. What was computed last is not taken for it.
    let class = call.machine.builtin(DATE_OF_CALENDAR)?;
    let number = unused(call, MachineObject::DateOfClock);
    let date = Value::Reference(Reference::Object(call.state.heap.of_machine(number, class)));
    let unknown = Value::Long(call.machine.pool.long(i64::MIN));
    call.set(calendar, (CALENDAR, "cachedFixedDate", "J"), unknown);
    call.set(calendar, (CALENDAR, "zoneOffsets", "[I"), Value::Reference(Reference::Null));
    call.set(calendar, (CALENDAR, "cdate", BASE_DATE), date);
    call.set(calendar, (CALENDAR, "calsys", "Lsun/util/calendar/BaseCalendar;"), system);
    Ok(Some(Value::Int(asked)))
}

/// Whether a number depends on the machine.
fn is_of_clock(call: &Call<'_, '_>, number: TermId) -> bool {
    let inputs = call.machine.pool.inputs(number);
    inputs.iter().any(|input| call.state.heap.environment_source(*input).is_some_and(EnvironmentSource::is_of_machine))
}

fn object(call: &Call<'_, '_>, value: Value) -> Result<Option<ObjectId>, Abrupt> {
    match value {
        Value::Reference(reference) => Ok(call.state.heap.resolve(reference)?),
        _ => Ok(None),
    }
}

/// The century in which years of two digits are read begins eighty years ago: at any time, in any year. The calendar has that time
/// then, which is any as before.
fn default_century(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let format = call.present(0)?;
    let calendar = call.get(format, ("java/text/DateFormat", "calendar", "Ljava/util/Calendar;"))?;
    let is_gregorian = object(call, calendar)?
        .and_then(|calendar| call.state.heap.exact_class(calendar))
        .is_some_and(|class| &**call.machine.program.class_name(class) == CALENDAR);
    if !is_gregorian {
        return Err(Abrupt::RunsCode);
    }
    let time = call.environment(EnvironmentSource::Clock("SimpleDateFormat.get2DigitYearStart()"), Domain::Long)?;
    let year = call.environment(EnvironmentSource::Clock("SimpleDateFormat.get2DigitYearStart()"), Domain::Int)?;
    let start = call.state.heap.allocate(call.machine.builtin(DATE)?);
    call.set(start, (DATE, "fastTime", "J"), Value::Long(time));
    call.set(format, (FORMAT, "defaultCenturyStart", "Ljava/util/Date;"), Value::Reference(Reference::Object(start)));
    call.set(format, (FORMAT, "defaultCenturyStartYear", "I"), Value::Int(year));
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::rows::program_with;

    #[test]
    fn every_row_and_field_is_of_the_jdk_at_hand() {
        let program = program_with(TABLE);
        let fields = [
            (ZONE, "defaultTimeZone", "Ljava/util/TimeZone;"),
            ("java/util/Calendar", "time", "J"),
            ("java/util/Calendar", "zone", "Ljava/util/TimeZone;"),
            ("java/util/Calendar", "isTimeSet", "Z"),
            ("java/util/Calendar", "fields", "[I"),
            (CALENDAR, "cdate", BASE_DATE),
            (CALENDAR, "calsys", "Lsun/util/calendar/BaseCalendar;"),
            (CALENDAR, "zoneOffsets", "[I"),
            (CALENDAR, "cachedFixedDate", "J"),
            (FORMAT, "defaultCenturyStart", "Ljava/util/Date;"),
            (FORMAT, "defaultCenturyStartYear", "I"),
            (DATE, "fastTime", "J"),
        ];
        for field in fields {
            assert!(program.field_by_name(field).is_some(), "{field:?}");
        }
    }
}
