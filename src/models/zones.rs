//! The default time zone, of which the machine decides everything: its name, and its offsets at each time.

use super::arguments::{Abrupt, Call, NULL_POINTER};
use super::environment::is_guessed;
use super::members::NULL;
use super::unsafe_access::{Place, store};
use super::{MethodModel, Precision, value};
use crate::heap::{EnvironmentSource, MachineObject, ObjectId, Value};
use crate::term::Domain;

const ZONE: &str = "java/util/TimeZone";
const ZONE_INFO: &str = "sun/util/calendar/ZoneInfo";
const NAME: (&str, &str, &str) = (ZONE, "ID", "Ljava/lang/String;");
const RAW_OFFSET: (&str, &str, &str) = (ZONE_INFO, "rawOffset", "I");
/// What an initialiser finds as the name of the default zone.
const LIKELY: &str = "UTC";

pub(super) const TABLE: &[MethodModel] = &[
    value(ZONE, "getID", "()Ljava/lang/String;", Precision::Exact, name),
    value(ZONE_INFO, "getRawOffset", "()I", Precision::Exact, |call| {
        decided(call, EnvironmentSource::Salt("TimeZone.getRawOffset"), Domain::Int)
    }),
    value(ZONE_INFO, "getOffset", "(J)I", Precision::Exact, |call| {
        decided(call, EnvironmentSource::Clock("TimeZone.getOffset"), Domain::Int)
    }),
    value(ZONE_INFO, "getOffsets", "(J[I)I", Precision::Exact, offsets),
    value(ZONE_INFO, "getOffsetsByStandard", "(J[I)I", Precision::Exact, offsets),
    value(ZONE_INFO, "getOffsetsByWall", "(J[I)I", Precision::Exact, offsets),
    value(ZONE_INFO, "getDSTSavings", "()I", Precision::Exact, |call| {
        decided(call, EnvironmentSource::Salt("TimeZone.getDSTSavings"), Domain::Int)
    }),
    value(ZONE_INFO, "useDaylightTime", "()Z", Precision::Exact, |call| {
        decided(call, EnvironmentSource::Salt("TimeZone.useDaylightTime"), Domain::Boolean)
    }),
    value(ZONE_INFO, "observesDaylightTime", "()Z", Precision::Exact, |call| {
        decided(call, EnvironmentSource::Clock("TimeZone.observesDaylightTime"), Domain::Boolean)
    }),
    value(ZONE_INFO, "inDaylightTime", "(Ljava/util/Date;)Z", Precision::Exact, |call| {
        default_zone(call, RAW_OFFSET)?;
        if call.value(1) == NULL {
            return Err(Abrupt::Threw(NULL_POINTER));
        }
        call.present(1)?;
        decided(call, EnvironmentSource::Clock("TimeZone.inDaylightTime"), Domain::Boolean)
    }),
];

type Outcome = Result<Option<Value>, Abrupt>;

/// The receiver where it is the default zone and code has not assigned the field; the zone's own code has the others.
fn default_zone(call: &Call<'_, '_>, field: (&str, &str, &str)) -> Result<ObjectId, Abrupt> {
    let zone = call.present(0)?;
    let field = call.machine.program.field_by_name(field).ok_or(Abrupt::RunsCode)?;
    let is_default = matches!(call.state.heap.is_of_machine(zone), Some(MachineObject::DefaultZone(_)));
    if !is_default || call.state.heap.field_value(zone, field).is_some() {
        return Err(Abrupt::RunsCode);
    }
    Ok(zone)
}

fn name(call: &mut Call<'_, '_>) -> Outcome {
    default_zone(call, NAME)?;
    if is_guessed(call) {
        let text = call.constant(LIKELY);
        return call.shared_string(text);
    }
    let text = call.environment(EnvironmentSource::Salt("TimeZone.getID"), Domain::Text)?;
    call.shared_string(text)
}

/// A number of the default zone, or a truth value, that the machine decides.
fn decided(call: &mut Call<'_, '_>, source: EnvironmentSource, domain: Domain) -> Outcome {
    default_zone(call, RAW_OFFSET)?;
    Ok(Some(Value::Int(call.environment(source, domain)?)))
}

/// The offset at a time, and where the caller, which is the JDK, gives an array: what it consists of.
fn offsets(call: &mut Call<'_, '_>) -> Outcome {
    default_zone(call, RAW_OFFSET)?;
    let parts = if call.value(2) == NULL { None } else { Some(call.present_array(2)?) };
    let standard = call.environment(EnvironmentSource::Clock("TimeZone.getOffset"), Domain::Int)?;
    let saved = call.environment(EnvironmentSource::Clock("TimeZone.getOffset"), Domain::Int)?;
    if let Some(parts) = parts {
        for (position, part) in [(0, standard), (1, saved)] {
            let index = call.small(position);
            store(call.machine, call.state, &Place::Element(parts, index), Value::Int(part))?;
        }
    }
    Ok(Some(Value::Int(call.machine.pool.add(standard, saved))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::rows::program_with;

    #[test]
    fn every_row_and_field_is_of_the_jdk_at_hand() {
        let program = program_with(TABLE);
        for field in [NAME, RAW_OFFSET] {
            assert!(program.field_by_name(field).is_some(), "{field:?}");
        }
    }
}
