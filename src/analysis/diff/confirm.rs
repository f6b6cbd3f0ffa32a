//! Both versions in JVMs: an input is given to both, and what they tell is compared. What differs is asked again, in classes that were
//! loaded anew, until it is sure that the difference is no accident.

use super::observed::{Difference, Reader};
use crate::analysis::check::replaying::LIMITS_OF_A_JVM;
use crate::classfile::AccessFlags;
use crate::input::{ConcreteCase, ConcreteObject, ConcreteValue, FieldName, ObjectPlace};
use crate::program::versions::OldNames;
use crate::program::{ClassId, Program};
use crate::replay::{JobResult, Jvm, JvmOptions, Told, ToldEnd, job_line, parse_told, whole_job};
use crate::report::ChangeKind;
use crate::session::workspace::Workspace;
use crate::summary::MethodName;
use rustc_hash::FxHashMap;
use std::path::PathBuf;
use std::time::Duration;

/// How long a call may run.
const TIMEOUT: Duration = Duration::from_secs(5);
/// So many inputs are worth a JVM that keeps its classes, in which most are seen to be no difference.
const MANY: usize = 12;
/// So many inputs that differ in the same way are run again until one is confirmed.
const MOST_TRIES: usize = 6;
/// How often an input is run again in each version before its difference counts.
const AGAIN: usize = 2;

/// A job for each version.
type Jobs = [String; 2];

/// The JVMs of one thread, each started when it is first needed.
pub(super) struct Jvms {
    class_paths: [Vec<PathBuf>; 2],
    /// What the old version calls classes of the new one, and what the new one calls them itself.
    names: [OldNames; 2],
    fresh: Option<[Jvm; 2]>,
    quick: Option<[Jvm; 2]>,
    /// Jobs given so far.
    pub(super) asked: u64,
}

impl Jvms {
    /// For the classes of two workspaces.
    pub(super) fn of(old: &Workspace, new: &Workspace, names: &OldNames) -> Jvms {
        let class_paths = [old.roots.clone(), new.roots.clone()];
        Jvms { class_paths, names: [names.clone(), names.reversed()], fresh: None, quick: None, asked: 0 }
    }

    /// Inputs of which both versions tell something else: of those that differ in the same way, the first one in their order.
    ///
    /// # Errors
    /// In one line, when there is no JVM.
    pub(super) fn differences(
        &mut self,
        reader: &Reader<'_>,
        cases: &[ConcreteCase],
    ) -> Result<Vec<(usize, Difference)>, String> {
        let jobs: Vec<Jobs> = cases.iter().map(|case| self.jobs(case)).collect();
        let all = 0..jobs.len();
        let open: Vec<(usize, Option<ChangeKind>)> = if jobs.len() < MANY {
            all.map(|at| (at, None)).collect()
        } else {
            let told = self.run(&jobs, false)?;
            let kind = |at: usize| Some((at, Some(compared(reader, told.get(at)?)?.kind)));
            all.filter_map(kind).collect()
        };
        let mut found: Vec<(usize, Difference)> = Vec::new();
        let mut tried: FxHashMap<ChangeKind, usize> = FxHashMap::default();
        for (at, kind) in open {
            let is_known = kind.is_some_and(|kind| found.iter().any(|(_, known)| known.kind == kind));
            let tries = kind.map_or(0, |kind| *tried.entry(kind).and_modify(|tries| *tries += 1).or_insert(1));
            let (Some(job), Some(case)) = (jobs.get(at), cases.get(at)) else { break };
            if is_known || tries > MOST_TRIES {
                continue;
            }
            if let Some(difference) = self.confirmed(reader, job, case)?
                && !found.iter().any(|(_, known)| known.kind == difference.kind)
            {
                found.push((at, difference));
            }
        }
        Ok(found)
    }

    /// How both versions differ on an input, where they do each time that it is run.
    fn confirmed(
        &mut self,
        reader: &Reader<'_>,
        job: &Jobs,
        case: &ConcreteCase,
    ) -> Result<Option<Difference>, String> {
        let Some(first) = self.run(std::slice::from_ref(job), true)?.pop() else { return Ok(None) };
        let Some(difference) = compared(reader, &first) else { return Ok(None) };
        for _ in 0..AGAIN {
            let Some(again) = self.run(std::slice::from_ref(job), true)?.pop() else { return Ok(None) };
            if compared(reader, &again).as_ref() != Some(&difference) || !is_stable(reader, &first, &again) {
                return Ok(None);
            }
        }
        Ok(if self.begins_alike(reader, case)? { Some(difference) } else { None })
    }

    /// Whether both versions make the same of an input before the call: else what makes it has changed, and not the method.
    fn begins_alike(&mut self, reader: &Reader<'_>, case: &ConcreteCase) -> Result<bool, String> {
        let jobs: Vec<Jobs> = case
            .arguments
            .iter()
            .filter(|argument| matches!(argument, ConcreteValue::Object(_)))
            .map(|argument| self.jobs(&looking_at(case, *argument)))
            .collect();
        let told = self.run(&jobs, true)?;
        Ok(told.iter().all(|told| matches!(told, [Some(_), Some(_)]) && compared(reader, told).is_none()))
    }

    /// The job of an input for each version.
    fn jobs(&self, case: &ConcreteCase) -> Jobs {
        let theirs = case.renamed(&self.names[1]);
        [case, &theirs].map(|case| whole_job(&job_line(case)))
    }

    /// What both versions tell of jobs.
    fn run(&mut self, jobs: &[Jobs], is_fresh: bool) -> Result<Vec<[Option<Told>; 2]>, String> {
        let jvms = if is_fresh { &mut self.fresh } else { &mut self.quick };
        if jvms.is_none() {
            let options = JvmOptions { timeout: TIMEOUT, fresh_classes: is_fresh, ..JvmOptions::default() };
            let [old, new] = &self.class_paths;
            *jvms = Some([Jvm::start(old, options.clone())?, Jvm::start(new, options)?]);
        }
        let Some([old, new]) = jvms else { return Ok(Vec::new()) };
        self.asked += 2 * jobs.len() as u64;
        let [before, after]: [Vec<String>; 2] = [0, 1].map(|side| jobs.iter().map(|job| job[side].clone()).collect());
        let told = |jvm: &mut Jvm, jobs: &[String]| jvm.run(jobs).iter().map(told).collect::<Vec<_>>();
        let names = &self.names[0];
        let renamed = |told: Told| told.renamed(names);
        let after = told(new, &after).into_iter().map(|told| told.map(renamed));
        Ok(told(old, &before).into_iter().zip(after).map(|(old, new)| [old, new]).collect())
    }
}

/// The input, with a call in place of its own that does nothing but look at one of its arguments.
fn looking_at(case: &ConcreteCase, argument: ConcreteValue) -> ConcreteCase {
    let method = MethodName {
        class: "java/util/Objects".into(),
        name: "isNull".into(),
        descriptor: "(Ljava/lang/Object;)Z".into(),
    };
    let watched = Vec::new();
    ConcreteCase { method, arguments: vec![argument], instance_class: None, watched, ..case.clone() }
}

/// What an answer tells; none where it is no end of the call that counts.
fn told(answer: &JobResult) -> Option<Told> {
    let JobResult::Result(line) = answer else { return None };
    let told = parse_told(line)?;
    match &told.end {
        ToldEnd::Threw(class, ..) if LIMITS_OF_A_JVM.contains(&&**class) => None,
        _ => Some(told),
    }
}

fn compared(reader: &Reader<'_>, told: &[Option<Told>; 2]) -> Option<Difference> {
    let [Some(old), Some(new)] = told else { return None };
    reader.difference(old, new)
}

/// Whether each version tells the same as before.
fn is_stable(reader: &Reader<'_>, first: &[Option<Told>; 2], again: &[Option<Told>; 2]) -> bool {
    first.iter().zip(again).all(|pair| match pair {
        (Some(first), Some(again)) => reader.difference(first, again).is_none(),
        _ => false,
    })
}

/// Whether code of the package can make an input: by calls, and by assigning fields that it may assign. Of an object whose fields are all
/// such, any state can be made.
pub(super) fn is_made(program: &Program, case: &ConcreteCase) -> bool {
    let is_set = |field: &FieldName| {
        let class = program.class_by_name(&field.class);
        let fields = class.into_iter().flat_map(|class| &program.class(class).fields);
        let found = fields.map(|field| program.field(*field)).find(|known| *known.name == *field.name);
        found.is_some_and(|field| is_assignable(field.flags))
    };
    let is_bare = |object: &ConcreteObject| match object {
        ConcreteObject::New(name) => !program.class_by_name(name).is_some_and(|class| is_open(program, class)),
        _ => false,
    };
    let assigned = case.assignments.iter().filter_map(|(_, place, _)| match place {
        ObjectPlace::Field(field) => Some(field),
        ObjectPlace::Element(_) => None,
    });
    assigned.chain(case.statics.iter().map(|(field, _)| field)).all(is_set) && !case.objects.iter().any(is_bare)
}

fn is_assignable(flags: AccessFlags) -> bool {
    !flags.is_private() && !flags.is_final()
}

/// Whether code of the package can make an object of a class and assign all its fields.
fn is_open(program: &Program, class: ClassId) -> bool {
    let has_constructor = program.class(class).methods.iter().any(|method| {
        let info = program.method(*method);
        &*info.name == "<init>" && !info.flags.is_private()
    });
    has_constructor
        && program.superclasses(class).all(|parent| {
            let fields = program.class(parent).fields.iter().map(|field| program.field(*field));
            let mut own = fields.filter(|field| !field.flags.is_static());
            // Of the JDK's classes none lets its fields be assigned.
            own.all(|field| program.is_user_class(parent) && is_assignable(field.flags))
        })
}
