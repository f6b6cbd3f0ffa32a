//! What two bodies have made of the same inputs.

use super::run::Trace;
use crate::exec::State;
use crate::explore::{Explorer, Path};
use crate::heap::{Choice, Context};

/// What the two bodies have made of the same inputs. Inputs have the same numbers on both sides, and so have objects that were
/// there before.
pub(super) struct Sides {
    pub(super) original: State,
    pub(super) mutated: State,
}

impl Sides {
    /// Both ends with the same inputs met, so that what one of them left as it was can be compared.
    pub(super) fn of(
        explorer: &mut Explorer<'_, Trace>,
        original: &State,
        path: &mut Path<Trace>,
    ) -> Result<Sides, Choice> {
        let program = explorer.machine.program;
        let pool = &mut explorer.machine.pool;
        let state: &mut State = &mut path.state;
        let mut start = state.heap.rewound(program, pool);
        let mut context = Context { program, pool, path: &mut state.path };
        start.meet(&mut context, &original.heap)?;
        start.meet(&mut context, &state.heap)?;
        let side = |heap, printed| State { heap, printed, ..State::default() };
        Ok(Sides {
            original: side(start.overlaid(&original.heap), original.printed.clone()),
            mutated: side(start.overlaid(&state.heap), state.printed.clone()),
        })
    }
}
