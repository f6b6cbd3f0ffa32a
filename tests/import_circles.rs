//! Files of src/ that import each other in a circle: few folders have one, and their pages say why. A module and those within it
//! are taken for one another's parts.

use crate::folder_rules::paths::{module_of, named_paths, tokens};
use crate::folder_rules::rust_files;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// No more are wanted: a type or a function that two files need has a place in a third one.
const MOST: usize = 6;

type Imports = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

/// What the file of each module imports from the files of others.
fn imports(files: &[(String, String)]) -> Imports {
    let modules: BTreeSet<Vec<String>> = files.iter().map(|(file, _)| module_of(file)).collect();
    let mut imports = Imports::new();
    for (file, source) in files {
        let module = module_of(file);
        let found = imports.entry(module.clone()).or_default();
        for path in named_paths(file, &tokens(source)).into_iter().filter(|path| path.is_in_crate) {
            let lengths = (0..=path.segments.len()).rev();
            let named = lengths.map(|length| &path.segments[..length]).find(|prefix| modules.contains(*prefix));
            found.extend(
                named.filter(|named| !named.starts_with(&module) && !module.starts_with(named)).map(<[_]>::to_vec),
            );
        }
    }
    imports
}

fn reached(imports: &Imports, from: &[String]) -> BTreeSet<Vec<String>> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from.to_vec()];
    while let Some(module) = open.pop() {
        open.extend(imports.get(&module).into_iter().flatten().filter(|next| seen.insert((*next).clone())).cloned());
    }
    seen
}

/// The modules that import each other, circle by circle.
fn circles(imports: &Imports) -> BTreeSet<BTreeSet<Vec<String>>> {
    let reached: BTreeMap<&Vec<String>, BTreeSet<Vec<String>>> =
        imports.keys().map(|module| (module, reached(imports, module))).collect();
    let around = |module: &&Vec<String>| reached[module].contains(*module);
    let circle = |module: &Vec<String>| {
        reached[module].iter().filter(|other| reached[other].contains(module)).cloned().collect::<BTreeSet<_>>()
    };
    imports.keys().filter(around).map(circle).collect()
}

#[test]
fn few_files_import_each_other_and_their_folders_say_why() {
    let circles = circles(&imports(&rust_files(&["src"])));
    let told =
        || circles.iter().map(|circle| format!("{:?}\n", circle.iter().map(|name| name.join("/")).collect::<Vec<_>>()));
    assert!(circles.len() <= MOST, "\n{}", told().collect::<String>());
    let folders: BTreeSet<&String> = circles.iter().flatten().map(|module| &module[0]).collect();
    assert_eq!(folders.len(), circles.len(), "\n{}", told().collect::<String>());
    for (file, _) in rust_files(&["src"]) {
        let Some(folder) = module_of(&file).first().cloned() else { continue };
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(&folder).join("README.md");
        let says = fs::read_to_string(page).unwrap_or_default().contains("**One circle.**");
        assert_eq!(says, folders.contains(&folder), "src/{folder}/README.md");
    }
}

#[test]
fn a_circle_is_found_however_long() {
    let files = |sources: &[(&str, &str)]| -> Vec<(String, String)> {
        sources.iter().map(|(file, source)| ((*file).to_owned(), (*source).to_owned())).collect()
    };
    let first = ("src/heap/a.rs", "use super::b::B;");
    let second = ("src/heap/b.rs", "fn f() { super::c::g(); }");
    let back = ("src/heap/c.rs", "use super::a::{self, A};");
    let page = ("src/heap/mod.rs", "mod a;\nmod b;\nmod c;\nuse a::A;");
    let found = circles(&imports(&files(&[first, second, back, page])));
    let names: Vec<usize> = found.iter().map(BTreeSet::len).collect();
    assert_eq!(names, [3]);
    let none = ("src/heap/c.rs", "use super::A;");
    assert!(circles(&imports(&files(&[first, second, none, page]))).is_empty());
}
