//! Collections of which a clone shares what it has in common with the original: each fork of a path clones its state. They belong to one
//! thread, as a state does.

use imbl::shared_ptr::RcK;
use rustc_hash::FxBuildHasher;

/// A map; the order in which it is gone through says nothing.
pub type PersistentMap<K, V> = imbl::GenericHashMap<K, V, FxBuildHasher, RcK>;

/// A set; the order in which it is gone through says nothing.
pub type PersistentSet<A> = imbl::GenericHashSet<A, FxBuildHasher, RcK>;

/// A sequence.
pub type PersistentVector<A> = imbl::GenericVector<A, RcK>;

/// A map in the order of its keys.
pub type PersistentOrderedMap<K, V> = imbl::GenericOrdMap<K, V, RcK>;
