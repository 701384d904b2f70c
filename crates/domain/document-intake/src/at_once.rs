//! The simplest intake.

use crate::{
    document::Document,
    examine::examine,
    intake::{DocumentIntake, Incoming},
};
use peppol_connector::DocumentValidator;

/// Examines where it is called: for tests, and for programs without an event loop.
#[derive(Debug, Clone, Copy, Default)]
pub struct AtOnce<V>(pub V);

impl<V: DocumentValidator> DocumentIntake for AtOnce<V> {
    async fn examine(&self, incoming: Incoming) -> Document {
        examine(&self.0, &incoming)
    }
}
