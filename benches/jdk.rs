//! What reading the JDK costs: opening it, and loading one class.
#![allow(missing_docs, clippy::unwrap_used)]

use casewise::classfile::Jdk;
use casewise::program::Program;

fn main() {
    divan::main();
}

#[divan::bench]
fn open() -> Jdk {
    Jdk::find().unwrap()
}

#[divan::bench(args = ["java/lang/Object", "java/util/ArrayList", "java/lang/String", "java/util/logging/Logger", "no/such/Class"])]
fn read_one_class(bencher: divan::Bencher<'_, '_>, name: &str) {
    let jdk = Jdk::find().unwrap();
    bencher.bench(|| jdk.class(name));
}

#[divan::bench]
fn link_and_load_array_list() -> bool {
    let program = Program::link_with([], Jdk::find());
    let list = program.class_by_name("java/util/ArrayList").unwrap();
    let collection = program.class_by_name("java/util/Collection").unwrap();
    program.is_subclass(list, collection).unwrap()
}
