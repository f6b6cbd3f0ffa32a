//! What the tests of class-file decoding share: the JDK's own classes, small compiled ones, and hand-written ones.
#![allow(dead_code, reason = "each test binary uses its part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder of the JDK that `javac` belongs to.
pub fn java_home() -> PathBuf {
    if let Some(home) = std::env::var_os("JAVA_HOME").map(PathBuf::from)
        && home.join("lib/modules").exists()
    {
        return home;
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let javac = std::env::split_paths(&path)
        .map(|folder| folder.join("javac"))
        .find(|javac| javac.exists())
        .expect("a JDK is needed: set JAVA_HOME or have javac on the PATH");
    let javac = fs::canonicalize(javac).unwrap();
    javac.ancestors().nth(2).unwrap().to_owned()
}

fn temporary_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The class files of `java.base`, extracted by the JDK's own tool once for all runs of the tests.
pub fn java_base() -> PathBuf {
    let home = java_home();
    let release = fs::read_to_string(home.join("release")).unwrap_or_default();
    let version: String = release
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION="))
        .unwrap_or("unknown")
        .chars()
        .filter(|character| character.is_ascii_digit() || matches!(character, '.' | '_'))
        .collect();
    let folder = temporary_folder().join(format!("java.base-{version}"));
    if !folder.exists() {
        // Extracted elsewhere and then renamed, so that an interrupted run leaves nothing half done.
        let unfinished = tempfile::tempdir_in(temporary_folder()).unwrap();
        run(Command::new(home.join("bin/jimage"))
            .arg("extract")
            .args(["--include", "regex:/java.base/.*"])
            .arg("--dir")
            .arg(unfinished.path())
            .arg(home.join("lib/modules")));
        // Another test may have been faster; its folder holds the same.
        let _ = fs::rename(unfinished.path().join("java.base"), &folder);
    }
    folder
}

/// Every class file below a folder, in a fixed order.
pub fn class_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "class") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Compiles a source file into a folder, with all debug information.
pub fn compile(source: &str, folder: &Path) {
    let file = folder.join("Sample.java");
    fs::write(&file, source).unwrap();
    run(Command::new(java_home().join("bin/javac")).args(["-g", "-parameters", "-d"]).arg(folder).arg(file));
}

/// An attribute's name and content.
pub type WrittenAttribute = (u16, Vec<u8>);

/// Writes class files by hand, for what no compiler would write.
#[derive(Clone)]
pub struct ClassWriter {
    constants: Vec<u8>,
    next: u16,
    /// Attributes of the class.
    pub attributes: Vec<WrittenAttribute>,
    /// Methods: flags, name, descriptor, attributes.
    pub methods: Vec<(u16, u16, u16, Vec<WrittenAttribute>)>,
    /// Major version.
    pub version: u16,
}

impl Default for ClassWriter {
    fn default() -> Self {
        ClassWriter { constants: Vec::new(), next: 1, attributes: Vec::new(), methods: Vec::new(), version: 61 }
    }
}

impl ClassWriter {
    pub fn constant(&mut self, tag: u8, content: &[u8]) -> u16 {
        self.constants.push(tag);
        self.constants.extend(content);
        let index = self.next;
        self.next += if matches!(tag, 5 | 6) { 2 } else { 1 };
        index
    }

    pub fn bytes(&mut self, bytes: &[u8]) -> u16 {
        let mut content = u16::try_from(bytes.len()).unwrap().to_be_bytes().to_vec();
        content.extend(bytes);
        self.constant(1, &content)
    }

    pub fn text(&mut self, text: &str) -> u16 {
        self.bytes(text.as_bytes())
    }

    pub fn pair(&mut self, tag: u8, first: u16, second: u16) -> u16 {
        self.constant(tag, &[first.to_be_bytes(), second.to_be_bytes()].concat())
    }

    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.text(name);
        self.constant(7, &name.to_be_bytes())
    }

    pub fn name_and_type(&mut self, name: &str, descriptor: &str) -> u16 {
        let (name, descriptor) = (self.text(name), self.text(descriptor));
        self.pair(12, name, descriptor)
    }

    pub fn method_reference(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let (class, name_and_type) = (self.class(class), self.name_and_type(name, descriptor));
        self.pair(tag, class, name_and_type)
    }

    pub fn method_handle(&mut self, kind: u8, reference: u16) -> u16 {
        let [high, low] = reference.to_be_bytes();
        self.constant(15, &[kind, high, low])
    }

    /// A static method `m()V`, further ones `m1()V` and so on, with this code, handlers as in the class file, and attributes of the code.
    pub fn method(&mut self, code: &[u8], handlers: &[[u16; 4]], attributes: &[WrittenAttribute]) {
        let mut content = vec![0, 10, 0, 10];
        content.extend(u32::try_from(code.len()).unwrap().to_be_bytes());
        content.extend(code);
        content.extend(u16::try_from(handlers.len()).unwrap().to_be_bytes());
        content.extend(handlers.iter().flatten().flat_map(|number| number.to_be_bytes()));
        write_attributes(&mut content, attributes);
        let name = match self.methods.len() {
            0 => "m".to_owned(),
            number => format!("m{number}"),
        };
        let (name, descriptor, code_name) = (self.text(&name), self.text("()V"), self.text("Code"));
        self.methods.push((0x0008, name, descriptor, vec![(code_name, content)]));
    }

    pub fn bootstrap_methods(&mut self, methods: &[(u16, Vec<u16>)]) {
        let mut content = u16::try_from(methods.len()).unwrap().to_be_bytes().to_vec();
        for (handle, arguments) in methods {
            content.extend(handle.to_be_bytes());
            content.extend(u16::try_from(arguments.len()).unwrap().to_be_bytes());
            content.extend(arguments.iter().flat_map(|argument| argument.to_be_bytes()));
        }
        let name = self.text("BootstrapMethods");
        self.attributes.push((name, content));
    }

    pub fn finish(mut self) -> Vec<u8> {
        let (this, superclass) = (self.class("Hand"), self.class("java/lang/Object"));
        let mut file = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
        file.extend(self.version.to_be_bytes());
        file.extend(self.next.to_be_bytes());
        file.extend(&self.constants);
        for number in [0x0021, this, superclass, 0, 0, u16::try_from(self.methods.len()).unwrap()] {
            file.extend(number.to_be_bytes());
        }
        for (flags, name, descriptor, attributes) in &self.methods {
            for number in [flags, name, descriptor] {
                file.extend(number.to_be_bytes());
            }
            write_attributes(&mut file, attributes);
        }
        write_attributes(&mut file, &self.attributes);
        file
    }
}

fn write_attributes(file: &mut Vec<u8>, attributes: &[WrittenAttribute]) {
    file.extend(u16::try_from(attributes.len()).unwrap().to_be_bytes());
    for (name, content) in attributes {
        file.extend(name.to_be_bytes());
        file.extend(u32::try_from(content.len()).unwrap().to_be_bytes());
        file.extend(content);
    }
}

/// One source file with something of everything that a class file can hold.
pub const SAMPLE: &str = r#"
import java.util.function.*;
public class Sample<T extends Comparable<T>> implements java.io.Serializable {
    static final long serialVersionUID = 5L;
    static final int NUMBER = 7; static final String TEXT = "t\u0000\ud800x"; static final double D = -0.0; static final float F = 1.5f;
    int[][] grid = new int[2][3]; T value; Sample<T> next;
    enum Colour { RED, GREEN }
    record Point(int x, double y) { }
    sealed interface Shape permits Round, Flat { }
    record Round(int r) implements Shape { }
    record Flat(String s) implements Shape { }
    static int abs(int a) { if (a <= 0) { return -a; } return a; }
    int dense(int a) { switch (a) { case 1: return 3; case 2: return 4; case 3: return 9; default: return 0; } }
    int sparse(int a) { switch (a) { case 1: return 3; case 1000: return 4; case -70000: return 9; default: return 0; } }
    int colour(Colour c) { switch (c) { case RED: return 1; default: return 2; } }
    String join(int a, long b, double c, Object o) { return "a" + a + b + c + o; }
    Supplier<Integer> lambda(int a) { return () -> a + NUMBER; }
    Function<String, Integer> reference() { return String::length; }
    synchronized long wide(long l, float f, double d) throws java.io.IOException, IllegalStateException {
        long sum = l; for (int i = 0; i < 300; i += 1000) { sum += i * 0x123456789abcL; }
        try { synchronized (this) { if (f > d) throw new java.io.IOException(); } }
        catch (IllegalStateException e) { sum ^= 1; } finally { sum++; }
        return sum >>> 3 & ~(long) d | (byte) sum << 2;
    }
    Object various(Object o, int[] a, boolean[] b, char[] c) {
        assert o != null;
        class Local { int y = a.length; }
        if (o instanceof String) { return ((String) o).charAt(0) == 'x' ? String.class : int[].class; }
        b[0] = true; c[1]++; a[a.length - 1] += 5; a.clone();
        Runnable r = new Runnable() { public void run() { System.out.println(a[0]); } };
        r.run();
        return new Local().y > 0 ? new String[] { "p", "q" } : new Object[0][0];
    }
    native int nothing(); 
}
"#;
