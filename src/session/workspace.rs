//! The classes of a job, linked, and the methods that it selects.

use super::cache::ask_early;
use super::selection::is_called;
use super::threads::before_all;
use super::{JdkSource, Job};
use crate::classfile::{
    ClassFile, Jdk, LoadProblem, LoadProblemKind, LoadedClass, LoadedClassPath, java_name, load_with_dependencies,
};
use crate::graph::{CallGraph, undefinable};
use crate::program::{ClassId, MethodId, Program};
use crate::report::{JobError, Problem, nearest_names};
use crate::solver::{check_linked_version, limit_memory};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads a job's paths and the class path beside them: the classes that there are and a JVM would define, and what could not be read or
/// would not be defined.
///
/// # Errors
/// When the paths have no class, with what is wrong with each entry.
pub(crate) fn load(
    paths: &[PathBuf],
    class_path: &[PathBuf],
    jdk: Option<&Jdk>,
) -> Result<(Vec<LoadedClass>, Vec<Problem>), JobError> {
    let LoadedClassPath { mut classes, mut problems } = load_with_dependencies(paths, class_path);
    let files: Vec<Arc<ClassFile>> = classes.iter().map(|loaded| loaded.class.clone()).collect();
    let refused = undefinable(&files, jdk);
    classes.retain(|loaded| match refused.get(&loaded.class.name) {
        None => true,
        Some(reason) => {
            let message = format!("class {} is left out: {reason}", java_name(&loaded.class.name));
            problems.push(LoadProblem { origin: loaded.origin.clone(), message, kind: LoadProblemKind::BadClass });
            false
        }
    });
    if classes.iter().all(|loaded| loaded.is_dependency) {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        return Err(JobError::Input(if lines.is_empty() { "no class was found".into() } else { lines.join("\n") }));
    }
    let problems = problems.into_iter().map(|problem| Problem {
        is_input: !matches!(problem.kind, LoadProblemKind::Empty),
        origin: problem.origin,
        message: problem.message,
    });
    Ok((classes, problems.collect()))
}

/// The JDK that a job names; none where there is none.
///
/// # Errors
/// When there is none in the folder that it names.
pub(crate) fn jdk_of(job: &Job) -> Result<Option<Jdk>, JobError> {
    match &job.jdk {
        JdkSource::None => Ok(None),
        JdkSource::Found => Ok(Jdk::find()),
        JdkSource::Folder(home) => Jdk::open(home).map(Some).map_err(JobError::Input),
    }
}

/// What a job works on.
pub(crate) struct Workspace {
    pub(crate) program: Program,
    pub(crate) calls: CallGraph,
    pub(crate) problems: Vec<Problem>,
    loaded: Vec<LoadedClass>,
    /// The classes that are answered for, in the order of their names.
    pub(crate) selected: Vec<ClassId>,
    /// Where a JVM finds the classes.
    pub(crate) roots: Vec<PathBuf>,
}

impl Workspace {
    /// Loads and links a job's classes, and selects among them.
    pub(crate) fn open(job: &Job) -> Result<Workspace, JobError> {
        Workspace::open_with(job, |_| {})
    }

    /// The same, where classes are changed once they are read, before anything looks at them.
    pub(crate) fn open_with(job: &Job, change: impl FnOnce(&mut [LoadedClass]) + Send) -> Result<Workspace, JobError> {
        ask_early(job);
        check_linked_version().map_err(JobError::Solver)?;
        // On a deep stack: what classes name can be nested as deeply as a class file allows.
        before_all(|| Workspace::open_now(job, change))
    }

    fn open_now(job: &Job, change: impl FnOnce(&mut [LoadedClass])) -> Result<Workspace, JobError> {
        if let Some(limit) = job.memory {
            limit_memory(limit);
        }
        let jdk = jdk_of(job)?;
        let (mut loaded, problems) = load(&job.paths, &job.class_path, jdk.as_ref())?;
        change(&mut loaded);
        let selected = job.selection.of(&loaded)?;
        let roots = class_path_roots(&loaded);
        let dependencies = loaded.iter().filter(|loaded| loaded.is_dependency).map(|loaded| &*loaded.class.name);
        let program =
            Program::link_with(loaded.iter().map(|loaded| loaded.class.clone()), jdk).with_dependencies(dependencies);
        let mut selected: Vec<ClassId> =
            selected.iter().filter_map(|loaded| program.class_by_name(&loaded.class.name)).collect();
        selected.sort_unstable();
        let calls = CallGraph::of(&program);
        Ok(Workspace { program, calls, problems, loaded, selected, roots })
    }

    /// The same, whose code finds what the class path has beside its classes: for answers that are kept by what they have read.
    pub(crate) fn with_resources(self) -> Workspace {
        let program = self.program.with_resources(self.roots.clone());
        Workspace { program, ..self }
    }

    /// The classes that were read, in their order.
    pub(crate) fn loaded(&self) -> &[LoadedClass] {
        &self.loaded
    }

    /// Where a class of the class path is: its file, or the jar and its entry; none where it is not there.
    pub(crate) fn origin(&self, class: &str) -> Option<&str> {
        let loaded = self.loaded.iter().find(|loaded| &*loaded.class.name == class);
        loaded.map(|loaded| loaded.origin.as_str())
    }

    /// The bytes of a class of the class path.
    ///
    /// # Errors
    /// In one line, when it cannot be read again.
    pub(crate) fn bytes(&self, class: &str) -> Result<Vec<u8>, String> {
        let loaded = self.loaded.iter().find(|loaded| &*loaded.class.name == class);
        loaded.ok_or_else(|| format!("{class} is not on the class path"))?.bytes()
    }

    /// What tells the classes of the class path from others: their names and content and which are answered for, not where
    /// they are. Where code finds what there is beside the classes, that too.
    ///
    /// # Errors
    /// In one line, when a class cannot be read again.
    pub(crate) fn fingerprint(&self) -> Result<[u8; 32], String> {
        let mut parts: Vec<(String, bool, [u8; 32])> = Vec::new();
        let mut jars: Vec<&str> = Vec::new();
        for loaded in &self.loaded {
            let content = match loaded.origin.split_once("!/") {
                Some((jar, _)) if jars.contains(&jar) => continue,
                Some((jar, _)) => {
                    jars.push(jar);
                    std::fs::read(jar).map_err(|error| format!("{jar}: {error}"))?
                }
                None => loaded.bytes()?,
            };
            parts.push((loaded.class.name.to_string(), loaded.is_dependency, *blake3::hash(&content).as_bytes()));
        }
        parts.sort_unstable();
        let mut hasher = blake3::Hasher::new();
        for (name, is_dependency, content) in parts {
            hasher.update(&(name.len() as u64).to_le_bytes());
            hasher.update(name.as_bytes());
            hasher.update(&[u8::from(is_dependency)]);
            hasher.update(&content);
        }
        hasher.update(self.program.resources_told().unwrap_or_default().as_bytes());
        Ok(*hasher.finalize().as_bytes())
    }

    /// The methods with code that a job asks for, in class and source order. Class initialisers are not among them: they
    /// run as part of the methods that need their classes.
    pub(crate) fn select(&self, job: &Job) -> Result<Vec<MethodId>, JobError> {
        let has_code = |method: &MethodId| {
            self.program.code(*method).is_some() && &*self.program.method(*method).name != "<clinit>"
        };
        let candidates: Vec<MethodId> = self
            .selected
            .iter()
            .flat_map(|class| self.program.class(*class).methods.iter().copied())
            .filter(has_code)
            .collect();
        let selected: Vec<MethodId> = candidates
            .iter()
            .copied()
            .filter(|method| job.method.as_ref().is_none_or(|asked| self.named(*method, asked).is_some()))
            .collect();
        if selected.is_empty()
            && let Some(asked) = &job.method
        {
            let labels: Vec<String> = candidates.iter().map(|method| self.program.method_label(*method)).collect();
            return Err(JobError::Unknown {
                kind: "method",
                name: asked.clone(),
                suggestions: nearest_names(asked, labels.iter().map(String::as_str)),
            });
        }
        Ok(selected)
    }

    /// What a text says after it has named a method, as `m`, `C.m` or `p.C.m`: its parameters, or nothing. None where it names
    /// another one. Names in class files may have parentheses of their own.
    pub(crate) fn named<'t>(&self, method: MethodId, asked: &'t str) -> Option<&'t str> {
        let info = self.program.method(method);
        let mut ends = asked.match_indices('(').map(|(at, _)| at).chain([asked.len()]);
        ends.find_map(|end| {
            let (bare, parameters) = asked.split_at(end);
            let owner = bare.strip_suffix(&*info.name)?;
            let is_its = || owner.strip_suffix('.').is_some_and(|owner| self.is_called(info.class, owner));
            (owner.is_empty() || is_its()).then_some(parameters)
        })
    }

    /// Whether a class is one that a user calls by this name.
    pub(crate) fn is_called(&self, class: ClassId, asked: &str) -> bool {
        is_called(self.program.class_name(class), asked)
    }
}

/// Where a JVM finds classes: the folders and jars that have them in the places of their names.
pub(crate) fn class_path_roots(classes: &[LoadedClass]) -> Vec<PathBuf> {
    let mut roots: Vec<PathBuf> = Vec::new();
    for loaded in classes {
        let file = format!("{}.class", loaded.class.name);
        let root = match loaded.origin.split_once("!/") {
            Some((jar, _)) => Some(PathBuf::from(jar)),
            None => loaded
                .origin
                .strip_suffix(&file)
                .map(|root| if root.is_empty() { PathBuf::from(".") } else { Path::new(root).to_path_buf() }),
        };
        if let Some(root) = root
            && !roots.contains(&root)
        {
            roots.push(root);
        }
    }
    roots
}
