//! The port that the use cases call.

use crate::{Document, DocumentFormat, examine};
use peppol_connector::{DocumentValidator, Network};
use std::{future::Future, sync::Arc};

/// A document to be examined.
#[derive(Debug, Clone)]
pub struct Incoming {
    /// Its bytes, whatever they are.
    pub bytes: Arc<[u8]>,
    /// What the caller says that it is.
    pub format: Option<DocumentFormat>,
    /// The network that it is to be sent in.
    pub network: Network,
}

/// Runs [`crate::examine`] with a validator, where work of this size holds nobody up.
pub trait DocumentIntake: Send + Sync {
    /// The document with all that was found. That no validator answers is an outcome too.
    fn examine(&self, incoming: Incoming) -> impl Future<Output = Document> + Send;
}

/// Examines where it is called: for tests, and for programs without an event loop.
#[derive(Debug, Clone, Copy, Default)]
pub struct AtOnce<V>(pub V);

impl<V: DocumentValidator> DocumentIntake for AtOnce<V> {
    async fn examine(&self, incoming: Incoming) -> Document {
        examine(&self.0, &incoming)
    }
}
