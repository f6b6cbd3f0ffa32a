//! What holds is not contradicted by drawn sequences of calls of generated classes. The whole of it is
//! `scripts/measure-soundness`; this is its sample.

use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn drawn_sequences_of_calls_contradict_nothing_that_holds() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/measure-soundness");
    let mut run = Command::new(script);
    run.args(["--seed", "8", "--classes", "30", "--batch", "12", "--casewise", env!("CARGO_BIN_EXE_casewise")]);
    run.args([
        "--kinds",
        "plain",
        "hierarchy",
        "iterators",
        "record",
        "sealed",
        "open_types",
        "hidden",
        "called_back",
        "inherited_names",
    ]);
    let output = run.stdin(Stdio::null()).output().unwrap();
    let (said, failed) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}{failed}");
}
