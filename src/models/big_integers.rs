//! Products of `BigInteger`'s magnitudes, for which JVMs have code of their own: of magnitudes that are known, at once. Primes, which are
//! tested with random numbers.

use super::arguments::{Abrupt, Call};
use super::{MethodModel, Precision, value};
use crate::classfile::PrimitiveType;
use crate::heap::{Reference, Value};
use crate::program::FieldKind;

const BIG: &str = "java/math/BigInteger";

pub(super) const TABLE: &[MethodModel] = &[
    value(BIG, "implMultiplyToLen", "([II[II[I)[I", Precision::Exact, |call| {
        let (x, y) = (magnitude(call, 0, 1)?, magnitude(call, 2, 3)?);
        assigned(call, 4, &product(&x, &y))
    }),
    value(BIG, "implSquareToLen", "([II[II)[I", Precision::Exact, |call| {
        let x = magnitude(call, 0, 1)?;
        assigned(call, 2, &product(&x, &x))
    }),
    value(BIG, "primeToCertainty", "(ILjava/util/Random;)Z", Precision::Exact, is_probably_prime),
];

/// A prime passes the tests whatever the random numbers are. What a composite number passes depends on them, as whatever is done with
/// random numbers of the program's own: there the bytecode runs.
fn is_probably_prime(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let number = call.present(0)?;
    if !matches!(call.value(2), Value::Reference(Reference::Null)) {
        return Err(Abrupt::RunsCode);
    }
    let Value::Reference(words) = call.get(number, (BIG, "mag", "[I"))? else { return Err(Abrupt::RunsCode) };
    let words = call.state.heap.resolve(words)?;
    let words = words.and_then(|words| call.machine.known_elements(call.state, words));
    let word = |word: &i64| u64::from(*word as u32);
    let number = match words.as_deref() {
        Some([low]) => word(low),
        Some([high, low]) => word(high) << 32 | word(low),
        _ => return Err(Abrupt::RunsCode),
    };
    if is_prime(number) { Ok(Some(Value::Int(call.small(1)))) } else { Err(Abrupt::RunsCode) }
}

/// Bases of which one tells any composite number below 2^64 (Sorenson and Webster 2015).
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// Whether a number is prime, by the test of Miller and Rabin.
fn is_prime(number: u64) -> bool {
    if number < 2 {
        return false;
    }
    if let Some(base) = BASES.iter().find(|base| number.is_multiple_of(**base)) {
        return number == *base;
    }
    let twos = (number - 1).trailing_zeros();
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(number)) as u64;
    BASES.iter().all(|base| {
        let (mut power, mut factor, mut exponent) = (1, *base, (number - 1) >> twos);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = times(power, factor);
            }
            factor = times(factor, factor);
            exponent >>= 1;
        }
        let mut passes = power == 1;
        for _ in 0..twos {
            passes |= power == number - 1;
            power = times(power, power);
        }
        passes
    })
}

/// The first numbers of an array: most significant first, as many as another argument says.
fn magnitude(call: &mut Call<'_, '_>, array: usize, length: usize) -> Result<Vec<u32>, Abrupt> {
    let length = call.int(length)?;
    let length = call.machine.pool.as_int(length).and_then(|length| usize::try_from(length).ok());
    let array = call.present_array(array)?;
    let elements = call.machine.known_elements(call.state, array);
    match elements.zip(length) {
        Some((elements, length)) if (1..=elements.len()).contains(&length) => {
            Ok(elements.into_iter().take(length).map(|element| element as u32).collect())
        }
        _ => Err(Abrupt::RunsCode),
    }
}

/// Lets an array have a product, if it has been made for it, and gives the array: a new one where it is null or too short, as before Java 21.
fn assigned(call: &mut Call<'_, '_>, array: usize, product: &[u32]) -> Result<Option<Value>, Abrupt> {
    let Value::Reference(given) = call.value(array) else { return Err(Abrupt::RunsCode) };
    let given = call.state.heap.resolve(given)?;
    let length = given.and_then(|given| call.state.heap.array(given)).map(|body| body.length);
    let length = length.map_or(Some(0), |length| call.machine.pool.as_int(length));
    let Some(length) = length.and_then(|length| usize::try_from(length).ok()) else { return Err(Abrupt::RunsCode) };
    let object = match given {
        Some(given) if length == product.len() && !call.state.heap.is_input(given) => given,
        _ if length < product.len() => {
            let length = call.small(product.len() as i32);
            let component = FieldKind::Primitive(PrimitiveType::Int);
            call.state.heap.allocate_array(&mut call.machine.pool, component, length)
        }
        _ => return Err(Abrupt::RunsCode),
    };
    let elements: Vec<i64> = product.iter().map(|word| i64::from(*word as i32)).collect();
    call.machine.assign_elements(call.state, object, &elements);
    Ok(Some(Value::Reference(Reference::Object(object))))
}

/// The product of two magnitudes, as long as both together.
fn product(x: &[u32], y: &[u32]) -> Vec<u32> {
    let mut product = vec![0_u32; x.len() + y.len()];
    for (i, factor) in x.iter().enumerate().rev() {
        let mut carry = 0_u64;
        for (j, word) in y.iter().enumerate().rev() {
            // At most 2^64 - 1: two words' product and two words.
            let sum = u64::from(*factor) * u64::from(*word) + u64::from(product[i + j + 1]) + carry;
            product[i + j + 1] = sum as u32;
            carry = sum >> 32;
        }
        product[i] = carry as u32;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_told_from_composite_numbers() {
        let is_prime_by_division =
            |number: u64| number > 1 && (2..number).all(|divisor| !number.is_multiple_of(divisor));
        assert!((0..3_000).all(|number| is_prime(number) == is_prime_by_division(number)));
        assert!([1_000_003, (1 << 61) - 1, 18_446_744_073_709_551_557].into_iter().all(is_prime));
        // Carmichael numbers, a strong pseudoprime to the first nine bases, a square, and products of large primes.
        let composite = [561, 3_215_031_751, 3_825_123_056_546_413_051, 1_000_003 * 1_000_003, u64::MAX];
        assert!(!composite.into_iter().any(is_prime));
    }

    #[test]
    fn products_have_every_carry() {
        let most = u32::MAX;
        assert_eq!(product(&[most, most], &[most, most]), [most, most - 1, 0, 1]);
        assert_eq!(product(&[2], &[0, 5]), [0, 0, 10]);
        assert_eq!(product(&[1, 0], &[1, 2, 3]), [0, 1, 2, 3, 0]);
    }
}
