//! Methods of the JDK that code of the class path does not notice.

use crate::classfile::MethodReference;

/// Classes, most of the JDK, none of whose methods changes what code of the class path sees, nor calls it.
const PURE: [&str; 11] = [
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "org/sosy_lab/sv_benchmarks/Verifier",
];

/// Whether a method of the JDK changes nothing that code of the class path sees, nor calls it.
pub(super) fn is_pure(callee: &MethodReference) -> bool {
    let is_of_object = &*callee.class == "java/lang/Object" && matches!(&*callee.name, "<init>" | "getClass");
    PURE.contains(&&*callee.class) || is_of_object
}
