//! Links the program so that it finds the Z3 library it was built with, and compiles the replay harness and the Java
//! fixtures where there is a JDK.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::SystemTime;

/// The Java release that the fixtures and the replay harness are written and compiled for.
const RELEASE: u32 = 17;

/// Beside the classes: the hash of all that they were compiled from.
const STAMP: &str = "sources.stamp";

fn main() -> ExitCode {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    // The library beside the program goes first: a program that was moved with it must not look into the folders of where it was built.
    println!("cargo:rustc-link-arg=-Wl,-rpath,$ORIGIN");
    if let Ok(folder) = env::var("Z3_LIBRARY_PATH_OVERRIDE") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
    match sources().and_then(|()| harness()).and_then(|()| fixtures()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Tells the crate what it is compiled from: summaries that another program made are not taken from the cache.
fn sources() -> Result<(), String> {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let mut files = Vec::new();
    collect(&root.join("src"), "rs", &mut files)?;
    collect(&root.join("src/replay/harness"), "java", &mut files)?;
    files.extend(["Cargo.toml", "Cargo.lock"].map(|name| root.join(name)).into_iter().filter(|file| file.is_file()));
    files.sort();
    for place in ["src", "Cargo.toml", "Cargo.lock"] {
        println!("cargo:rerun-if-changed={place}");
    }
    println!("cargo:rustc-env=CASEWISE_SOURCES={:016x}", hash(&root, &files)?);
    Ok(())
}

/// Compiles the replay harness, so that replaying needs no compiler, and writes a table of its class files for the crate to
/// include. Without a compiler the table is empty, and the harness is compiled when it is first used.
fn harness() -> Result<(), String> {
    let sources = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("src/replay/harness");
    let output = PathBuf::from(variable("OUT_DIR")?).join("harness");
    println!("cargo:rerun-if-env-changed=JAVA_HOME");
    let mut files = Vec::new();
    collect(&sources, "java", &mut files)?;
    files.sort();
    remove(&output)?;
    fs::create_dir_all(&output).map_err(|error| about(&output, &error))?;
    match javac() {
        Some((javac, version)) if version >= RELEASE => compile(&javac, version, RELEASE, &files, &output)?,
        _ => println!("cargo:rerun-if-env-changed=PATH"),
    }
    let mut classes = Vec::new();
    collect(&output, "class", &mut classes)?;
    classes.sort();
    let rows = classes.iter().map(|class| {
        let name = class.strip_prefix(&output).unwrap_or(class).to_string_lossy().replace('\\', "/");
        format!("    ({name:?}, include_bytes!({class:?})),\n")
    });
    let table = format!("&[\n{}]\n", rows.collect::<String>());
    let path = PathBuf::from(variable("OUT_DIR")?).join("harness_classes.rs");
    fs::write(&path, table).map_err(|error| about(&path, &error))
}

/// Java sources that are compiled together.
struct Fixtures {
    /// Folders of `java-fixtures`.
    sources: &'static [&'static str],
    /// The folder of classes in the target folder.
    output: &'static str,
    /// What tells the crate's tests where that is.
    variable: &'static str,
    /// What they are written and compiled for.
    release: u32,
}

/// Those of a release that the JDK at hand does not know are left out, but for the release that is asked for.
const FIXTURES: [Fixtures; 17] = [
    Fixtures {
        sources: &["casestudies", "fixtures"],
        output: "java-fixtures",
        variable: "CASEWISE_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["constructed"],
        output: "java-fixtures-constructed",
        variable: "CASEWISE_CONSTRUCTED_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["check"],
        output: "java-fixtures-check",
        variable: "CASEWISE_CHECK_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["equivalence"],
        output: "java-fixtures-equivalence",
        variable: "CASEWISE_EQUIVALENCE_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["suite"],
        output: "java-fixtures-suite",
        variable: "CASEWISE_SUITE_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["programs"],
        output: "java-fixtures-programs",
        variable: "CASEWISE_PROGRAM_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["loops"],
        output: "java-fixtures-loops",
        variable: "CASEWISE_LOOP_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["prove"],
        output: "java-fixtures-prove",
        variable: "CASEWISE_PROVE_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["reach"],
        output: "java-fixtures-reach",
        variable: "CASEWISE_REACH_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["demand"],
        output: "java-fixtures-demand",
        variable: "CASEWISE_DEMAND_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["soundness"],
        output: "java-fixtures-soundness",
        variable: "CASEWISE_SOUNDNESS_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["invariants"],
        output: "java-fixtures-invariants",
        variable: "CASEWISE_INVARIANTS_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["conformance"],
        output: "java-fixtures-conformance",
        variable: "CASEWISE_CONFORMANCE_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["everyday"],
        output: "java-fixtures-everyday",
        variable: "CASEWISE_EVERYDAY_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["projects"],
        output: "java-fixtures-projects",
        variable: "CASEWISE_PROJECT_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["hostile"],
        output: "java-fixtures-hostile",
        variable: "CASEWISE_HOSTILE_FIXTURES",
        release: RELEASE,
    },
    Fixtures {
        sources: &["check21"],
        output: "java-fixtures-check21",
        variable: "CASEWISE_CHECK_FIXTURES_21",
        release: 21,
    },
];

/// Compiles the Java fixtures into folders of the target folder, and tells the crate's tests where they are.
fn fixtures() -> Result<(), String> {
    println!("cargo:rerun-if-changed=java-fixtures");
    println!("cargo:rerun-if-env-changed=JAVA_HOME");
    let target = target_folder()?;
    for fixtures in &FIXTURES {
        println!("cargo:rustc-env={}={}", fixtures.variable, target.join(fixtures.output).display());
    }
    let (javac, version) = match javac() {
        Some((javac, version)) if version >= RELEASE => (javac, version),
        other => {
            let found = other.map_or("no javac".to_owned(), |(_, version)| format!("only javac {version}"));
            println!("cargo:rerun-if-env-changed=PATH");
            println!(
                "cargo:warning={found} found: the Java fixtures are not compiled and tests that need them fail; \
                 install a JDK {RELEASE} or newer, then touch build.rs"
            );
            return Ok(());
        }
    };
    // The first look shows the first of them.
    let wanted = if profile()? == "first" { 1 } else { FIXTURES.len() };
    FIXTURES.iter().take(wanted).try_for_each(|fixtures| {
        if fixtures.release <= version {
            current(fixtures, &javac, version, &target)
        } else {
            // What a newer JDK compiled is nothing for this one.
            remove(&target.join(fixtures.output))
        }
    })
}

/// Compiles unless the classes that are there are those of the sources.
fn current(fixtures: &Fixtures, javac: &Path, version: u32, target: &Path) -> Result<(), String> {
    let sources = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("java-fixtures");
    let output = target.join(fixtures.output);
    let mut files = Vec::new();
    for folder in fixtures.sources.iter().map(|name| sources.join(name)).filter(|folder| folder.is_dir()) {
        collect(&folder, "java", &mut files)?;
    }
    files.sort();
    if files.is_empty() {
        return Ok(());
    }
    // A deleted or replaced folder is noticed by its stamp, which carries the oldest possible time.
    println!("cargo:rerun-if-changed={}", output.join(STAMP).display());
    let stamp = format!("{:016x} javac {version}", hash(&sources, &files)?);
    if is_current(&output, &stamp) {
        return Ok(());
    }
    let fresh = output.with_file_name(format!("{}.new-{}", fixtures.output, std::process::id()));
    remove(&fresh)?;
    let compiled = compile(javac, version, fixtures.release, &files, &fresh)
        .and_then(|()| write_stamp(&fresh, &stamp))
        .and_then(|()| swap(&fresh, &output, &stamp));
    remove(&fresh)?;
    compiled
}

fn variable(name: &str) -> Result<OsString, String> {
    env::var_os(name).ok_or_else(|| format!("cargo did not set {name}"))
}

/// The folder above that of the profile.
fn target_folder() -> Result<PathBuf, String> {
    let folder = profile_folder()?;
    folder.parent().map(Path::to_path_buf).ok_or_else(|| format!("no target folder above {}", folder.display()))
}

/// The profile's name as its folder has it: cargo tells only which of its own profiles it builds upon.
fn profile() -> Result<OsString, String> {
    let folder = profile_folder()?;
    folder.file_name().map(OsString::from).ok_or_else(|| format!("{} has no name", folder.display()))
}

/// `OUT_DIR` is `<target>/<profile>/build/…`.
fn profile_folder() -> Result<PathBuf, String> {
    let out = PathBuf::from(variable("OUT_DIR")?);
    out.ancestors()
        .find(|folder| folder.file_name().is_some_and(|name| name == "build"))
        .and_then(Path::parent)
        .map(Path::to_path_buf)
        .ok_or_else(|| format!("no folder of a profile above {}", out.display()))
}

fn collect(folder: &Path, kind: &str, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for entry in fs::read_dir(folder).map_err(|error| about(folder, &error))? {
        let path = entry.map_err(|error| about(folder, &error))?.path();
        if path.is_dir() {
            collect(&path, kind, files)?;
        } else if path.extension().is_some_and(|extension| extension == kind) {
            files.push(path);
        }
    }
    Ok(())
}

/// The compiler of `JAVA_HOME`, else that of the path, with its feature version.
fn javac() -> Option<(PathBuf, u32)> {
    let home = env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin").join("javac"));
    [home, Some(PathBuf::from("javac"))].into_iter().flatten().find_map(|javac| {
        let output = Command::new(&javac).arg("-version").output().ok()?;
        // Java 8 prints its version as an error.
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        let version = text.lines().find_map(|line| line.strip_prefix("javac "))?;
        let version = version.strip_prefix("1.").unwrap_or(version);
        let digits: String = version.chars().take_while(char::is_ascii_digit).collect();
        Some((javac, digits.parse().ok()?))
    })
}

/// FNV-1a over the names and the text of the sources.
fn hash(root: &Path, files: &[PathBuf]) -> Result<u64, String> {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |bytes: &[u8]| {
        for byte in bytes.iter().chain(&[0]) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for file in files {
        let name = file.strip_prefix(root).unwrap_or(file);
        add(name.to_string_lossy().as_bytes());
        add(&fs::read(file).map_err(|error| about(file, &error))?);
    }
    Ok(hash)
}

fn is_current(output: &Path, stamp: &str) -> bool {
    fs::read_to_string(output.join(STAMP)).is_ok_and(|found| found == stamp)
}

fn compile(javac: &Path, version: u32, release: u32, files: &[PathBuf], into: &Path) -> Result<(), String> {
    let mut command = Command::new(javac);
    // A compiler that runs for a second or two is done before its own optimised code pays.
    command.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
    command.args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8"]);
    if version > release {
        command.arg("--release").arg(release.to_string());
    }
    let output = command.arg("-d").arg(into).args(files).output().map_err(|error| about(javac, &error))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(format!(
            "javac refuses Java sources:\n{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        ))
    }
}

fn write_stamp(folder: &Path, stamp: &str) -> Result<(), String> {
    let path = folder.join(STAMP);
    fs::write(&path, stamp)
        .and_then(|()| fs::File::options().write(true).open(&path))
        .and_then(|file| file.set_modified(SystemTime::UNIX_EPOCH))
        .map_err(|error| about(&path, &error))
}

/// Puts a compiled folder in the place of the one before. Another build may do the same at the same time: whoever is
/// second finds the folder taken, and is content if it is what it would have put there.
fn swap(fresh: &Path, output: &Path, stamp: &str) -> Result<(), String> {
    let old = output.with_extension(format!("old-{}", std::process::id()));
    for _ in 0..100 {
        remove(&old)?;
        if is_current(output, stamp) {
            return Ok(());
        }
        let moved_away = fs::rename(output, &old);
        if fs::rename(fresh, output).is_ok() {
            return remove(&old);
        }
        // Neither moved: the folder is in somebody else's hands for a moment.
        if moved_away.is_err() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }
    Err(format!("cannot replace {}", output.display()))
}

fn remove(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(about(folder, &error)),
        _ => Ok(()),
    }
}

fn about(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
