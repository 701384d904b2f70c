//! Limits on the messages that are opened at the same time: anybody may post messages, and their content is larger than
//! the posted bytes.

use std::{fmt, future::Future, pin::Pin};

/// The right to work, until it is dropped.
pub struct Turn {
    _held: Box<dyn Send + Sync>,
}

impl Turn {
    /// A turn that lasts as long as what is held.
    pub fn new(held: impl Send + Sync + 'static) -> Self {
        Self { _held: Box::new(held) }
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Turn")
    }
}

/// A turn that may have to be waited for; none when too many wait already.
pub type Coming<'t> = Pin<Box<dyn Future<Output = Option<Turn>> + Send + 't>>;

/// Gives turns.
pub trait Turns: Send + Sync {
    /// To look at what was posted, on a thread.
    fn thread(&self) -> Coming<'_>;
    /// Waits for room for an unpacked document of this many bytes.
    fn room(&self, bytes: usize) -> Coming<'_>;
}

/// Never waits.
pub(crate) struct AtOnce;

impl Turns for AtOnce {
    fn thread(&self) -> Coming<'_> {
        Box::pin(async { Some(Turn::new(())) })
    }

    fn room(&self, _: usize) -> Coming<'_> {
        self.thread()
    }
}
