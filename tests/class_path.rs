//! Loading of class paths: folders, jars, single files, and everything that can be wrong with them.

use crate::classfile_support;

use casewise::classfile::*;
use classfile_support::{ClassWriter, SAMPLE, compile};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use zip::write::{SimpleFileOptions, ZipWriter};

fn load(path: &Path) -> LoadedClassPath {
    load_class_path(&[path.to_owned()])
}

fn kinds(loaded: &LoadedClassPath) -> Vec<LoadProblemKind> {
    loaded.problems.iter().map(|problem| problem.kind).collect()
}

fn origins(loaded: &LoadedClassPath, root: &Path) -> Vec<String> {
    let root = root.display().to_string();
    loaded.classes.iter().map(|class| class.origin.replace(&root, "")).collect()
}

/// A class file of a class `Hand`.
fn hand() -> Vec<u8> {
    ClassWriter::default().finish()
}

fn jar(path: &Path, entries: &[(&str, &[u8])]) {
    let mut writer = ZipWriter::new(File::create(path).unwrap());
    for (name, content) in entries {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap();
}

#[test]
fn a_folder_loads_in_the_order_of_names_and_without_other_files() {
    let folder = tempfile::tempdir().unwrap();
    compile(SAMPLE, folder.path());
    fs::write(folder.path().join("notes.txt"), "no class").unwrap();
    let loaded = load(folder.path());
    assert_eq!(loaded.problems, []);
    let origins = origins(&loaded, folder.path());
    assert!(origins.len() > 8 && origins.is_sorted(), "{origins:?}");
    assert!(origins.contains(&"/Sample$Point.class".to_owned()));
    assert!(loaded.classes.iter().any(|loaded| &*loaded.class.name == "Sample"));
}

#[test]
fn subfolders_come_after_the_files_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("a/b")).unwrap();
    compile("package a.b; class Deep { }", folder.path());
    compile("class Outside { }", folder.path());
    let loaded = load(folder.path());
    assert_eq!(origins(&loaded, folder.path()), ["/Outside.class", "/a/b/Deep.class"]);
}

#[test]
fn a_truncated_class_is_a_problem_and_the_others_load() {
    let folder = tempfile::tempdir().unwrap();
    let whole = hand();
    fs::write(folder.path().join("A.class"), &whole[..whole.len() / 2]).unwrap();
    fs::write(folder.path().join("B.class"), "rubbish").unwrap();
    fs::write(folder.path().join("C.class"), "").unwrap();
    fs::write(folder.path().join("Hand.class"), &whole).unwrap();
    let loaded = load(folder.path());
    assert_eq!(origins(&loaded, folder.path()), ["/Hand.class"]);
    assert_eq!(kinds(&loaded), [LoadProblemKind::BadClass; 3]);
    assert!(loaded.problems[0].origin.ends_with("A.class"));
    assert!(loaded.problems[0].message.contains("ends at byte"), "{}", loaded.problems[0]);
    assert_eq!(loaded.problems[1].message, "not a class file: it does not begin with CAFEBABE");
    assert_eq!(loaded.problems[2].message, "not a class file: it is empty");
}

#[test]
fn a_missing_path_is_told_from_one_that_is_no_class() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Some.java"), "class Some { }").unwrap();
    fs::write(folder.path().join("notes.txt"), "").unwrap();
    let of = |name: &str| {
        let loaded = load(&folder.path().join(name));
        assert!(loaded.classes.is_empty());
        assert_eq!(loaded.problems.len(), 1);
        (loaded.problems[0].kind, loaded.problems[0].message.clone())
    };
    assert_eq!(of("absent").0, LoadProblemKind::NoSuchPath);
    assert_eq!(of("notes.txt/below").0, LoadProblemKind::NoSuchPath);
    assert_eq!(of("notes.txt").0, LoadProblemKind::NotAClassFile);
    let (kind, message) = of("Some.java");
    assert_eq!(kind, LoadProblemKind::NotAClassFile);
    assert!(message.starts_with("a source file"));
}

#[test]
fn an_empty_folder_is_said_to_be_empty() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("a/b")).unwrap();
    let loaded = load(folder.path());
    assert!(loaded.classes.is_empty());
    assert_eq!(kinds(&loaded), [LoadProblemKind::Empty]);
    jar(&folder.path().join("empty.jar"), &[("a.txt", b"")]);
    assert_eq!(kinds(&load(&folder.path().join("empty.jar"))), [LoadProblemKind::Empty]);
}

#[test]
fn a_jar_loads_without_its_versions_for_newer_releases() {
    let folder = tempfile::tempdir().unwrap();
    compile(SAMPLE, folder.path());
    let of = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let path = folder.path().join("some.jar");
    jar(
        &path,
        &[
            ("p/Sample.class", &of("Sample.class")),
            ("META-INF/MANIFEST.MF", b"Multi-Release: true\n"),
            ("META-INF/versions/11/Hand.class", &hand()),
            ("a/Sample$Point.class", &of("Sample$Point.class")),
            ("bad/Broken.class", b"\xca\xfe\xba\xbe"),
        ],
    );
    let loaded = load(&path);
    assert_eq!(origins(&loaded, folder.path()), ["/some.jar!/a/Sample$Point.class", "/some.jar!/p/Sample.class"]);
    assert_eq!(kinds(&loaded), [LoadProblemKind::BadClass]);
    assert!(loaded.problems[0].origin.ends_with("some.jar!/bad/Broken.class"));
}

#[test]
fn a_broken_jar_is_a_problem() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.jar");
    fs::write(&path, "PK and no more").unwrap();
    assert_eq!(kinds(&load(&path)), [LoadProblemKind::BadJar]);
    assert!(load(&path).problems[0].message.starts_with("not a readable jar: "));

    jar(&path, &[("A.class", &[7; 5_000]), ("Hand.class", &hand())]);
    let mut bytes = fs::read(&path).unwrap();
    // The first entry's compressed bytes follow its name.
    let content = bytes.windows(7).position(|window| window == b"A.class").unwrap() + 7;
    bytes[content..content + 8].fill(0xff);
    fs::write(&path, bytes).unwrap();
    let loaded = load(&path);
    assert_eq!(kinds(&loaded), [LoadProblemKind::BadJar]);
    assert_eq!(loaded.classes.len(), 1);
}

#[test]
fn an_entry_that_unpacks_to_too_much_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bomb.jar");
    jar(&path, &[("Bomb.class", &vec![0; 20 << 20])]);
    assert!(fs::metadata(&path).unwrap().len() < 1 << 20);
    let loaded = load(&path);
    assert_eq!(kinds(&loaded), [LoadProblemKind::BadClass]);
    assert!(loaded.problems[0].message.contains("larger than 16 MiB"));
}

#[test]
fn the_first_definition_of_a_class_wins() {
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<PathBuf> = ["one", "two"].iter().map(|name| folder.path().join(name)).collect();
    for path in &paths {
        fs::create_dir(path).unwrap();
        fs::write(path.join("Hand.class"), hand()).unwrap();
    }
    let loaded = load_class_path(&[paths[1].clone(), paths[0].clone(), paths[1].clone()]);
    assert_eq!(origins(&loaded, folder.path()), ["/two/Hand.class"]);
    assert_eq!(loaded.problems, []);
}

#[test]
fn descriptions_of_modules_and_packages_are_no_problem() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("module-info.java");
    fs::write(&source, "module m { }").unwrap();
    let javac = classfile_support::java_home().join("bin/javac");
    assert!(std::process::Command::new(javac).arg("-d").arg(folder.path()).arg(source).status().unwrap().success());
    fs::write(folder.path().join("Hand.class"), hand()).unwrap();
    let loaded = load(folder.path());
    assert_eq!(loaded.problems, []);
    assert_eq!(origins(&loaded, folder.path()), ["/Hand.class"]);
}

#[test]
fn a_single_class_file_loads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Other.class");
    fs::write(&path, hand()).unwrap();
    assert_eq!(&*load(&path).classes[0].class.name, "Hand");
}

#[cfg(unix)]
#[test]
fn a_link_to_a_folder_around_it_is_followed_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("a")).unwrap();
    fs::write(folder.path().join("a/Hand.class"), hand()).unwrap();
    std::os::unix::fs::symlink(folder.path(), folder.path().join("a/again")).unwrap();
    let loaded = load(folder.path());
    assert_eq!(loaded.classes.len(), 1);
    assert_eq!(loaded.problems, []);
}

#[test]
fn what_a_missing_class_keeps_a_jvm_from_showing_is_no_defect() {
    let folder = tempfile::tempdir().unwrap();
    let source = "class Lost { static Lost of() { return new Lost(); } }
        class Needs { static final Lost LOST = Lost.of(); public static int divide(int by) { return 10 / by; } }";
    compile(source, folder.path());
    fs::remove_file(folder.path().join("Lost.class")).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_casewise"));
    let run = program.args(["check", "--format", "json", "--no-cache"]).arg(folder.path()).output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!((run.status.code(), report["defects"].as_array().unwrap().len()), (Some(0), 0));
    let divide = report["methods"].as_array().unwrap().iter().find(|method| method["method"] == "divide").unwrap();
    assert_eq!(divide["verdict"], "incomplete");
    let reasons: Vec<&str> =
        divide["reasons"].as_array().unwrap().iter().map(|it| it["text"].as_str().unwrap()).collect();
    assert!(reasons.iter().any(|it| it.contains("Lost.of, which is not on the class path")), "{reasons:?}");
    assert!(reasons.iter().any(|it| it.contains("the JVM throws java.lang.NoClassDefFoundError")), "{reasons:?}");
}
