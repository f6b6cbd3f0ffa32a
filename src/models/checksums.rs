//! `java.util.zip.CRC32` and `Adler32`: their native methods, of bytes that are known.

use super::arguments::{Abrupt, Call};
use super::{MethodModel, Precision, value};
use crate::heap::{Contents, Value};
use crate::term::TermId;

const CRC: &str = "java/util/zip/CRC32";
const ADLER: &str = "java/util/zip/Adler32";
/// The polynomial of CRC-32, its bits in reverse.
const POLYNOMIAL: u32 = 0xEDB8_8320;
/// The largest prime below 2^16.
const MODULUS: u32 = 65_521;

pub(super) const TABLE: &[MethodModel] = &[
    value(CRC, "update", "(II)I", Precision::Bounded, |call| of_number(call, crc)),
    value(CRC, "updateBytes0", "(I[BII)I", Precision::Bounded, |call| of_bytes(call, crc)),
    value(ADLER, "update", "(II)I", Precision::Bounded, |call| of_number(call, adler)),
    value(ADLER, "updateBytes", "(I[BII)I", Precision::Bounded, |call| of_bytes(call, adler)),
];

/// How a checksum goes on with bytes.
type Step = fn(i32, &[u8]) -> i32;

/// What it comes to of bytes that inputs decide, no condition could be read of.
fn known(call: &Call<'_, '_>, number: TermId) -> Result<i32, Abrupt> {
    match call.machine.pool.as_int(number) {
        Some(number) => Ok(number),
        None => call.unmodelled("of bytes that depend on the input"),
    }
}

fn of_number(call: &mut Call<'_, '_>, step: Step) -> Result<Option<Value>, Abrupt> {
    let (sum, number) = (call.int(0)?, call.int(1)?);
    let (sum, number) = (known(call, sum)?, known(call, number)?);
    Ok(Some(Value::Int(call.small(step(sum, &[number as u8])))))
}

fn of_bytes(call: &mut Call<'_, '_>, step: Step) -> Result<Option<Value>, Abrupt> {
    let (sum, from, count) = (call.int(0)?, call.int(2)?, call.int(3)?);
    let (sum, from, count) = (known(call, sum)?, known(call, from)?, known(call, count)?);
    let array = call.present_array(1)?;
    let Some(Contents::Primitive(_, contents)) = call.state.heap.array(array).map(|body| body.contents.clone()) else {
        return call.unmodelled("of other arguments");
    };
    let mut bytes = Vec::new();
    for index in from..from.saturating_add(count) {
        let index = call.small(index);
        let element = call.machine.pool.select(contents, index);
        bytes.push(known(call, element)? as u8);
    }
    Ok(Some(Value::Int(call.small(step(sum, &bytes)))))
}

fn crc(sum: i32, bytes: &[u8]) -> i32 {
    let mut rest = !(sum as u32);
    for byte in bytes {
        rest ^= u32::from(*byte);
        for _ in 0..8 {
            let subtracted = if rest & 1 == 1 { POLYNOMIAL } else { 0 };
            rest = (rest >> 1) ^ subtracted;
        }
    }
    !rest as i32
}

fn adler(sum: i32, bytes: &[u8]) -> i32 {
    let (mut low, mut high) = (sum as u32 & 0xFFFF, sum as u32 >> 16);
    for byte in bytes {
        low = (low + u32::from(*byte)) % MODULUS;
        high = (high + low) % MODULUS;
    }
    (high << 16 | low) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_known_bytes_are_those_of_the_standards() {
        // The usual check, at once and in two parts.
        assert_eq!(crc(0, b"123456789"), 0xCBF4_3926_u32 as i32);
        assert_eq!(crc(crc(0, b"1234"), b"56789"), 0xCBF4_3926_u32 as i32);
        assert_eq!(adler(1, b"123456789"), 0x091E_01DE);
        assert_eq!(adler(adler(1, b"1234"), b"56789"), 0x091E_01DE);
    }
}
