//! Which classes of the class path a job has looked for: what its answer depends on.

use super::failure::JobFailure;
use super::jvm::JobResult;
use super::throw::unescaped;

/// What stands between an answer and the classes.
const LOADS: &str = " loads=";

/// The job, whose answer ends with the classes that were looked for.
pub fn loading_job(job: &str) -> String {
    format!("loads {job}")
}

/// The answer of such a job, and the internal names of the classes; no names where they do not say what it depends on.
pub fn told_loading(answer: JobResult) -> (JobResult, Option<Vec<String>>) {
    let split = |text: &str| {
        let (said, names) = text.rsplit_once(LOADS)?;
        let names = names.split(',').filter(|name| !name.is_empty());
        // Something else than a class was read, which is not watched.
        let is_all = names.clone().all(|name| name != "*");
        Some((said.to_owned(), is_all.then(|| names.map(unescaped).collect())))
    };
    let told = |text: String, answer: fn(String) -> JobResult| match split(&text) {
        Some((said, names)) => (answer(said), names),
        None => (answer(text), None),
    };
    match answer {
        JobResult::Result(line) => told(line, JobResult::Result),
        JobResult::NotRun(JobFailure::Refused(why)) => told(why, |why| JobResult::NotRun(JobFailure::Refused(why))),
        JobResult::NotRun(JobFailure::Unusable(why)) => told(why, |why| JobResult::NotRun(JobFailure::Unusable(why))),
        // What the limits of the machine, of a job or of the run have cut short depends on more than classes.
        cut => (cut, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Ending;

    #[test]
    fn classes_are_told_from_the_answer() {
        let result = |line: &str| JobResult::Result(line.into());
        let names = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>());
        assert_eq!(told_loading(result("throw E #0 loads=p/C,p/D")), (result("throw E #0"), names(&["p/C", "p/D"])));
        assert_eq!(told_loading(result("return void loads=")), (result("return void"), names(&[])));
        assert_eq!(told_loading(result("return void loads=*,p/C")), (result("return void"), None));
        let refused = |why: &str| JobResult::NotRun(JobFailure::Refused(why.into()));
        assert_eq!(told_loading(refused("no class p/C loads=p/C")), (refused("no class p/C"), names(&["p/C"])));
        let unusable = |why: &str| JobResult::NotRun(JobFailure::Unusable(why.into()));
        assert_eq!(told_loading(unusable("bad p/C loads=p/C")), (unusable("bad p/C"), names(&["p/C"])));
        for cut in [JobFailure::RunEnds(Ending::Time), JobFailure::OutOfMemory, JobFailure::Exited] {
            assert_eq!(told_loading(JobResult::NotRun(cut.clone())), (JobResult::NotRun(cut), None));
        }
    }
}
