//! How names, counts, times and sizes read in text.

use super::MethodReport;
use super::printable::printable;
use crate::classfile::{FieldType, MethodType, java_name, parse_method_descriptor, simple_name};
use rustc_hash::FxHashMap;

/// A method's name with its parameter types, both without packages but the method's own: `casestudies.Foo.q(Foo,Foo)`.
pub fn method_label(class: &str, method: &str, descriptor: &str) -> String {
    label_with(class, method, descriptor, short_type)
}

/// The labels of methods, each different from the others: where short ones coincide, parameter types have their
/// packages, and where those coincide too (bridge methods), the result type follows.
pub(super) fn distinct_labels(methods: &[MethodReport]) -> Vec<String> {
    let label = |method: &MethodReport| method_label(&method.class, &method.method, &method.descriptor);
    let mut labels: Vec<String> = methods.iter().map(label).collect();
    let widen: [fn(&MethodReport) -> String; 2] = [
        |method| label_with(&method.class, &method.method, &method.descriptor, long_type),
        |method| {
            let label = label_with(&method.class, &method.method, &method.descriptor, long_type);
            format!("{label}: {}", result_type(&method.descriptor))
        },
    ];
    for wider in widen {
        let mut uses: FxHashMap<String, usize> = FxHashMap::default();
        for label in &labels {
            *uses.entry(label.clone()).or_default() += 1;
        }
        for (label, method) in labels.iter_mut().zip(methods) {
            if uses.get(label).is_some_and(|count| *count > 1) {
                *label = wider(method);
            }
        }
    }
    labels
}

fn label_with(class: &str, method: &str, descriptor: &str, type_name: fn(&FieldType) -> String) -> String {
    let parameters = match parse_method_descriptor(descriptor) {
        Some(MethodType { parameters, .. }) => {
            format!("({})", parameters.iter().map(type_name).collect::<Vec<_>>().join(","))
        }
        None => descriptor.to_owned(),
    };
    printable(&format!("{class}.{method}{parameters}")).into_owned()
}

fn short_type(field_type: &FieldType) -> String {
    match field_type {
        FieldType::Primitive(_) => field_type.java_name(),
        FieldType::Reference(name) => simple_name(name),
    }
}

fn long_type(field_type: &FieldType) -> String {
    match field_type {
        FieldType::Primitive(_) => field_type.java_name(),
        FieldType::Reference(name) => java_name(name),
    }
}

fn result_type(descriptor: &str) -> String {
    match parse_method_descriptor(descriptor) {
        Some(MethodType { result: Some(result), .. }) => printable(&long_type(&result)).into_owned(),
        _ => "void".to_owned(),
    }
}

/// `1 case`, `22 cases`.
pub(super) fn counted(count: u64, noun: &str, plural: &str) -> String {
    format!("{count} {}", if count == 1 { noun } else { plural })
}

/// A time as `0.4 ms`, `312 ms` or `12.3 s`.
pub(super) fn duration(milliseconds: f64) -> String {
    if milliseconds < 99.95 {
        format!("{milliseconds:.1} ms")
    } else if milliseconds < 999.5 {
        format!("{milliseconds:.0} ms")
    } else if milliseconds < 9_995.0 {
        format!("{:.2} s", milliseconds / 1_000.0)
    } else {
        format!("{:.1} s", milliseconds / 1_000.0)
    }
}

/// A size as `812 bytes`, `34 kB` or `120.5 MB` (powers of ten, as disks and the paper count).
pub(crate) fn size(bytes: u64) -> String {
    // Exact enough for three digits.
    #[allow(clippy::cast_precision_loss)]
    let amount = bytes as f64;
    if bytes < 1_000 {
        counted(bytes, "byte", "bytes")
    } else if amount < 999_500.0 {
        format!("{:.0} kB", amount / 1e3)
    } else {
        format!("{:.1} MB", amount / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(class: &str, method: &str, descriptor: &str) -> MethodReport {
        MethodReport {
            class: class.to_owned(),
            method: method.to_owned(),
            descriptor: descriptor.to_owned(),
            cases: 0,
            throwing: 0,
            complete: true,
            caveats: Vec::new(),
            time_ms: 0.0,
        }
    }

    #[test]
    fn labels_have_short_parameter_types() {
        let label = |descriptor| method_label("p.C", "m", descriptor);
        assert_eq!(label("()V"), "p.C.m()");
        assert_eq!(label("(I[JLp/q/D$E;[[Lp/D;)Lp/D;"), "p.C.m(int,long[],D$E,D[][])");
        assert_eq!(label("no descriptor"), "p.C.mno descriptor");
    }

    #[test]
    fn labels_that_coincide_grow() {
        let methods = [
            report("C", "m", "(La/D;)V"),
            report("C", "m", "(Lb/D;)V"),
            report("C", "get", "()La/D;"),
            report("C", "get", "()Ljava/lang/Object;"),
            report("C", "other", "(La/D;)V"),
        ];
        assert_eq!(
            distinct_labels(&methods),
            ["C.m(a.D)", "C.m(b.D)", "C.get(): a.D", "C.get(): java.lang.Object", "C.other(D)"]
        );
    }

    #[test]
    fn times_and_sizes_have_about_three_digits() {
        let times = [0.0, 0.4321, 99.94, 99.96, 312.4, 999.6, 1_234.5, 12_345.6];
        assert_eq!(
            times.map(duration),
            ["0.0 ms", "0.4 ms", "99.9 ms", "100 ms", "312 ms", "1.00 s", "1.23 s", "12.3 s"]
        );
        let sizes = [0, 1, 999, 1_000, 34_400, 999_499, 999_500, 120_500_000];
        assert_eq!(
            sizes.map(size),
            ["0 bytes", "1 byte", "999 bytes", "1 kB", "34 kB", "999 kB", "1.0 MB", "120.5 MB"]
        );
    }
}
