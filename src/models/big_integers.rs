//! Products of `BigInteger`'s magnitudes, for which JVMs have code of their own: of magnitudes that are known, at once.

use super::arguments::{Abrupt, Call};
use super::{Model, Precision, value};
use crate::classfile::PrimitiveType;
use crate::heap::{Reference, Value};
use crate::program::FieldKind;

const BIG: &str = "java/math/BigInteger";

pub(super) const TABLE: &[Model] = &[
    value(BIG, "implMultiplyToLen", "([II[II[I)[I", Precision::Exact, |call| {
        let (x, y) = (magnitude(call, 0, 1)?, magnitude(call, 2, 3)?);
        assigned(call, 4, &product(&x, &y))
    }),
    value(BIG, "implSquareToLen", "([II[II)[I", Precision::Exact, |call| {
        let x = magnitude(call, 0, 1)?;
        assigned(call, 2, &product(&x, &x))
    }),
];

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
    fn products_have_every_carry() {
        let most = u32::MAX;
        assert_eq!(product(&[most, most], &[most, most]), [most, most - 1, 0, 1]);
        assert_eq!(product(&[2], &[0, 5]), [0, 0, 10]);
        assert_eq!(product(&[1, 0], &[1, 2, 3]), [0, 1, 2, 3, 0]);
    }
}
