//! What is the same on two paths in lockstep: their ends, events, and what their variables hold.

use super::body::{Body, GivenUp};
use super::decide::Member;
use super::history::{Event, Raised};
use super::path::{End, Ending, Entry, Path};
use super::{Active, Lockstep};
use crate::solver::Answer;
use crate::term::TermId;

impl Lockstep<'_> {
    pub(super) fn same_end(
        &mut self,
        bodies: (&Body<'_>, &Body<'_>),
        end: &End,
        other: End,
        active: &mut Vec<Active>,
    ) -> Result<(), GivenUp> {
        let differ = || "the bodies do not do the same step by step".to_owned();
        let goes_on = matches!(end.ending, Ending::Head) != matches!(other.ending, Ending::Head);
        if !goes_on && end.path.history != other.path.history {
            return Err(differ());
        }
        match (&end.ending, &other.ending) {
            (Ending::Returned(None), Ending::Returned(None)) => Ok(()),
            (Ending::Returned(Some(left)), Ending::Returned(Some(right))) => {
                let is_same = left.kind == right.kind && self.are_equal(&other.path, left.term, right.term)?;
                is_same.then_some(()).ok_or_else(differ)
            }
            (Ending::Threw(left), Ending::Threw(right)) => {
                self.are_equal(&other.path, *left, *right)?.then_some(()).ok_or_else(differ)
            }
            (Ending::Raised(left), Ending::Raised(right)) => {
                self.is_same_raised(&other.path, left, right).then_some(()).ok_or_else(differ)
            }
            (Ending::Head, Ending::Head) => {
                let number = |body: &Body<'_>, at: u32| body.heads.iter().position(|head| *head == at);
                let here = number(bodies.0, end.path.instruction);
                match (here, number(bodies.1, other.path.instruction)) {
                    (Some(here), Some(there)) if here == there => {
                        self.at_head(bodies, here, &end.path, other.path, active)
                    }
                    _ => Err("the bodies come to different loops".into()),
                }
            }
            // One body may do in the loop's last round what the other one does before it.
            (Ending::Head, _) => {
                self.followed.clear();
                let ends = self.run(bodies.0, end.path.knowing(&other.path))?;
                ends.iter().try_for_each(|end| self.same_last_end(bodies, end, other.clone(), active))
            }
            (_, Ending::Head) => {
                self.follow(end.path.history);
                let others = self.run(bodies.1, other.path)?;
                others.into_iter().try_for_each(|other| self.same_last_end(bodies, end, other, active))
            }
            _ => Err(differ()),
        }
    }

    /// The same of ends of which none is at the head of a loop any more.
    fn same_last_end(
        &mut self,
        bodies: (&Body<'_>, &Body<'_>),
        end: &End,
        other: End,
        active: &mut Vec<Active>,
    ) -> Result<(), GivenUp> {
        if matches!(end.ending, Ending::Head) || matches!(other.ending, Ending::Head) {
            return Err("the bodies leave a loop at different times".into());
        }
        self.same_end(bodies, end, other, active)
    }

    /// Those of local variables that hold the same, together.
    pub(super) fn alike(&mut self, members: Vec<Member>, old: &Path, new: &Path) -> Result<Vec<Vec<Member>>, GivenUp> {
        let mut classes: Vec<(Option<Entry>, Vec<Member>)> = Vec::new();
        for (is_new, slot) in members {
            let held = if is_new { new.local(slot) } else { old.local(slot) };
            let mut found = None;
            for (at, (known, _)) in classes.iter().enumerate() {
                if self.hold_the_same(new, *known, held)? {
                    found = Some(at);
                    break;
                }
            }
            match found.and_then(|at| classes.get_mut(at)) {
                Some((_, class)) => class.push((is_new, slot)),
                None => classes.push((held, vec![(is_new, slot)])),
            }
        }
        Ok(classes.into_iter().map(|(_, class)| class).collect())
    }

    fn hold_the_same(&mut self, path: &Path, left: Option<Entry>, right: Option<Entry>) -> Result<bool, GivenUp> {
        match (left, right) {
            (Some(left), Some(right)) if left.kind == right.kind => self.are_equal(path, left.term, right.term),
            _ => Ok(false),
        }
    }

    /// Whether two values are the same on a path, whatever the inputs are. Floating-point numbers are by their bits alone.
    fn are_equal(&mut self, path: &Path, left: TermId, right: TermId) -> Result<bool, GivenUp> {
        if left == right {
            return Ok(true);
        }
        if self.pool.sort(left) != self.pool.sort(right)
            || self.pool.mentions_floating_point(left)
            || self.pool.mentions_floating_point(right)
        {
            return Ok(false);
        }
        let differ = self.pool.not_equal(left, right);
        match self.known(path, differ) {
            Some(differ) => Ok(!differ),
            None => Ok(matches!(self.ask(path, differ)?, Answer::Unsatisfiable)),
        }
    }

    fn is_same_raised(&mut self, path: &Path, left: &Raised, right: &Raised) -> bool {
        let mut about = left.about.iter().zip(&right.about);
        (left.class, &left.of, left.about.len()) == (right.class, &right.of, right.about.len())
            && about.all(|(left, right)| self.are_equal(path, *left, *right).unwrap_or(false))
    }

    pub(super) fn is_same_event(&mut self, path: &Path, known: &Event, event: &Event) -> bool {
        if let (Event::Raised(left), Event::Raised(right)) = (known, event) {
            return self.is_same_raised(path, left, right);
        }
        let mut all_equal = |left: &[TermId], right: &[TermId]| {
            left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| self.are_equal(path, *left, *right).unwrap_or(false))
        };
        match (known, event) {
            (Event::Call(kind, method, left), Event::Call(other, called, right)) => {
                kind == other && method == called && all_equal(left, right)
            }
            (Event::Dynamic(left, one), Event::Dynamic(right, other)) => left == right && all_equal(one, other),
            (Event::Put(left, of, value), Event::Put(right, object, other)) => {
                left == right && all_equal(&[*of, *value], &[*object, *other])
            }
            (Event::PutStatic(left, value), Event::PutStatic(right, other)) => {
                left == right && all_equal(&[*value], &[*other])
            }
            (Event::Store(left, of, at, value), Event::Store(right, array, index, other)) => {
                left == right && all_equal(&[*of, *at, *value], &[*array, *index, *other])
            }
            (Event::NewArray(left, one), Event::NewArray(right, other)) => left == right && all_equal(one, other),
            (Event::Monitor(left, of), Event::Monitor(right, object)) => left == right && all_equal(&[*of], &[*object]),
            _ => false,
        }
    }
}
