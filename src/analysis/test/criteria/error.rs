//! Error conditions: every exception that an instruction raises by itself, caught ones too. The interpreter has made each of them
//! a branch of the path already, so what is left to ask for is that some test takes it.

use super::super::criterion::Criterion;
use super::super::goal::{Gathered, PathView};
use super::super::trail::{What, simple};

pub(super) fn goals(path: &PathView<'_, '_>, found: &mut Gathered<'_>) {
    for step in &path.trail.steps {
        if let What::Raised(class) = step.what {
            found.reached(step.site, Criterion::Error, format!("raises {}", simple(class)));
        }
    }
}
