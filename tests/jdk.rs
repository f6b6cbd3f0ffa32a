//! Reading the classes of the JDK that the tests run with.

use casewise::classfile::Jdk;
use casewise::program::Program;
use std::path::Path;
use std::process::Command;

fn jdk() -> Jdk {
    Jdk::find().expect("a JDK: JAVA_HOME, or java on the PATH")
}

#[test]
fn every_class_of_java_base_is_found_by_name_and_decodes() {
    let jdk = jdk();
    let names = jdk.class_names("java.base");
    for name in &names {
        let class = jdk.class(name).unwrap_or_else(|| panic!("{name} is not found")).unwrap();
        assert_eq!(*class.name, **name);
    }
    assert_eq!(names.len(), classes_by_jimage(jdk.home()), "as many as jimage lists");
}

/// How many classes of `java.base` the JDK's own tool lists, the module's description not among them.
fn classes_by_jimage(home: &Path) -> usize {
    let tool = home.join("bin").join("jimage");
    let listed = Command::new(tool).arg("list").arg(home.join("lib").join("modules")).output().unwrap();
    let text = String::from_utf8(listed.stdout).unwrap();
    let of_base = text.lines().skip_while(|line| *line != "Module: java.base").skip(1);
    let lines = of_base.take_while(|line| !line.starts_with("Module: "));
    lines.filter(|line| line.ends_with(".class") && line.trim() != "module-info.class").count()
}

#[test]
fn classes_of_other_modules_are_found_and_those_of_none_are_not() {
    let jdk = jdk();
    assert_eq!(&*jdk.class("java/util/logging/Logger").unwrap().unwrap().name, "java/util/logging/Logger");
    assert!(jdk.class("java/util/NoSuchClass").is_none());
    assert!(jdk.class("").is_none());
    assert!(jdk.class("../../etc/passwd").is_none());
}

#[test]
fn files_and_resources_of_the_jdk_are_known_and_others_are_not() {
    let jdk = jdk();
    let zones = jdk.file("lib/tzdb.dat").expect("the file of time zones");
    assert_eq!(*zones, *std::fs::read(jdk.home().join("lib/tzdb.dat")).unwrap());
    assert!(jdk.file("lib/modules").is_none() && jdk.file("../etc/passwd").is_none());
    assert!(
        jdk.resource("jdk/internal/icu/impl/data/icudt67b/nfc.nrm").is_some()
            || jdk.specification() != Some("17".into())
    );
    assert!(jdk.resource("java/lang/nothing.dat").is_none());
    let words = jdk.resource_of("java.base", "sun/text/resources/WordBreakIteratorData");
    assert!(words.is_some_and(|words| !words.is_empty()), "its name has no extension");
    assert!(jdk.resource_of("java.base", "sun/text/resources/NoSuchData").is_none());
    assert!(jdk.lacks_file("lib/currency.properties") && !jdk.lacks_file("lib/tzdb.dat"));
    assert!(!jdk.lacks_file("lib/modules"), "of other files nothing is said");
    let policies = jdk.folder("conf/security/policy/unlimited").expect("the folder of policies");
    assert_eq!(policies, ["default_US_export.policy", "default_local.policy"]);
    assert!(jdk.folder("conf/security").is_none() && jdk.folder("conf").is_none());
}

#[test]
fn another_file_is_another_jdk() {
    let jdk = jdk();
    let folder = tempfile::tempdir().unwrap();
    let lib = folder.path().join("lib");
    std::fs::create_dir(&lib).unwrap();
    std::os::unix::fs::symlink(jdk.home().join("lib/modules"), lib.join("modules")).unwrap();
    std::fs::write(lib.join("tzdb.dat"), b"one").unwrap();
    let one = Jdk::open(folder.path()).unwrap().identity().to_owned();
    std::fs::write(lib.join("tzdb.dat"), b"two").unwrap();
    assert_ne!(one, Jdk::open(folder.path()).unwrap().identity());
}

#[test]
fn modules_say_what_they_provide() {
    let jdk = jdk();
    let charsets = jdk.providers("java/nio/charset/spi/CharsetProvider");
    assert_eq!(charsets, Some(vec!["sun/nio/cs/ext/ExtendedCharsets".to_owned()]));
    assert_eq!(jdk.providers("java/nio/file/spi/FileSystemProvider"), None, "several modules have one");
    assert!(jdk.providers_of_all("java/nio/file/spi/FileSystemProvider").is_some_and(|all| all.len() > 1));
    assert_eq!(jdk.providers("java/time/zone/ZoneRulesProvider"), Some(Vec::new()));
}

#[test]
fn a_folder_without_classes_is_no_jdk() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Jdk::open(folder.path()).unwrap_err().contains("no JDK"));
    std::fs::create_dir(folder.path().join("lib")).unwrap();
    std::fs::write(folder.path().join("lib/modules"), [0; 64]).unwrap();
    assert!(Jdk::open(folder.path()).is_err(), "zeros are no image");
}

#[test]
fn a_jar_of_classes_is_read_where_there_are_no_modules() {
    // Java 8 has `jre/lib/rt.jar`; any jar of classes will do.
    let folder = tempfile::tempdir().unwrap();
    let lib = folder.path().join("jre/lib");
    std::fs::create_dir_all(&lib).unwrap();
    let made = Command::new(jdk().home().join("bin/jar"))
        .arg("cf")
        .arg(lib.join("rt.jar"))
        .args(["-C", env!("CASEWISE_FIXTURES"), "fixtures"])
        .status()
        .unwrap();
    assert!(made.success());
    let jdk = Jdk::open(folder.path()).unwrap();
    assert_eq!(&*jdk.class("fixtures/JdkCollections").unwrap().unwrap().name, "fixtures/JdkCollections");
    assert!(jdk.class("java/lang/Object").is_none());
}

#[test]
fn a_class_is_loaded_when_it_is_first_looked_at() {
    let program = Program::link_with([], Some(jdk()));
    let list = program.class_by_name("java/util/ArrayList").unwrap();
    assert!(program.class(list).is_jdk && !program.is_user_class(list));
    let collection = program.class_by_name("java/util/Collection").unwrap();
    assert_eq!(program.is_subclass(list, collection), Some(true));
    assert_eq!(program.methods().count(), 0, "the JDK's methods are not among the job's");
    let missing = program.class_by_name("no/such/Class").unwrap();
    assert!(program.class(missing).file().is_none());
}
