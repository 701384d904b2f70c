//! The port that the use cases call.

use crate::{document::Document, format::DocumentFormat};
use peppol_connector::Network;
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

/// Runs [`crate::examine`] with a validator, where work of this size holds up no other requests.
pub trait DocumentIntake: Send + Sync {
    /// The document with all that was found. That no validator answers is an outcome too.
    fn examine(&self, incoming: Incoming) -> impl Future<Output = Document> + Send;
}
