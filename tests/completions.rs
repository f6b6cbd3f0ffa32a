//! `casewise completions`, in a real shell and a real reader of manual pages.

use std::fs;
use std::process::Command;

fn casewise(arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_casewise")).arg("completions").args(arguments).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// What bash offers for a command line whose last word is to be completed.
fn offered(script: &str, words: &[&str]) -> Vec<String> {
    let listed: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let last = words.len() - 1;
    let asks = format!(
        "source {script}; COMP_WORDS=({}); COMP_CWORD={last}; _casewise casewise '{}' '{}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        listed.join(" "),
        words[last],
        words[last - 1]
    );
    let output = Command::new("bash").args(["--norc", "-c", &asks]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_options_and_values() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("casewise.bash");
    fs::write(&script, casewise(&["bash"])).unwrap();
    let script = script.to_str().unwrap();
    assert_eq!(offered(script, &["casewise", "che"]), ["check"]);
    assert_eq!(offered(script, &["casewise", "check", "--basel"]), ["--baseline"]);
    assert_eq!(offered(script, &["casewise", "check", "--nulls", ""]), ["expected", "annotated", "all", "never"]);
}

#[test]
fn every_shell_has_a_script_and_every_command_a_page() {
    for shell in ["zsh", "fish", "powershell", "elvish"] {
        let script = String::from_utf8(casewise(&[shell])).unwrap();
        assert!(script.contains("update-baseline"), "{shell}");
    }
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man");
    assert!(casewise(&["--man", pages.to_str().unwrap()]).is_empty());
    for command in ["casewise", "casewise-check", "casewise-prove", "casewise-cache-verify"] {
        let page = fs::read_to_string(pages.join(format!("{command}.1"))).unwrap();
        assert!(page.contains(".TH"), "{command}");
    }
    let check = fs::read_to_string(pages.join("casewise-check.1")).unwrap();
    assert!(check.contains("\\-\\-update\\-baseline"), "{check}");
}
