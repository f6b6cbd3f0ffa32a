//! The command line program.

fn main() {
    println!("{}", z3::full_version());
}
