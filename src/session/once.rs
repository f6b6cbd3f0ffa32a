//! What is worked out once in a run for each class, by the thread that asks first.

use crate::program::{ClassId, Reads, listening, note_all};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Results by class. Whoever is given one has read what it rests on, so kept answers fall with it.
#[derive(Debug)]
pub(crate) struct OnceOfClass<T>(Mutex<FxHashMap<ClassId, Place<T>>>);

/// A result and what was asked of the program for it, when it is there.
type Place<T> = Arc<OnceLock<(Arc<T>, Reads)>>;

impl<T> Default for OnceOfClass<T> {
    fn default() -> Self {
        OnceOfClass(Mutex::default())
    }
}

impl<T> OnceOfClass<T> {
    /// The result of a class, worked out now where nobody has asked before. Others who ask meanwhile wait.
    pub(crate) fn of(&self, class: ClassId, work: impl FnOnce() -> T) -> Arc<T> {
        self.with_reads(class, work, |result, reads| {
            note_all(reads);
            result.clone()
        })
    }

    /// The same, with what was asked of the program for it.
    pub(crate) fn with_reads<U>(
        &self,
        class: ClassId,
        work: impl FnOnce() -> T,
        take: impl FnOnce(&Arc<T>, &Reads) -> U,
    ) -> U {
        let place = self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(class).or_default().clone();
        let (result, reads) = place.get_or_init(|| {
            let mut reads = Reads::default();
            let result = listening(&mut reads, || Arc::new(work()));
            (result, reads)
        });
        take(result, reads)
    }

    /// Whether the result of a class is there.
    pub(crate) fn knows(&self, class: ClassId) -> bool {
        let places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        places.get(&class).is_some_and(|place| place.get().is_some())
    }
}
