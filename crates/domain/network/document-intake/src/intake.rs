//! The port that the use cases call.

use crate::document::Document;
use money::{CurrencyCode, Decimal};
use peppol_connector::{
    documents::{AttachedFile, DocumentContent, DocumentFacts},
    identifiers::Network,
    sending::DocumentFormat,
};
use std::{fmt, future::Future, sync::Arc};
use time::Date;

/// A document to be inspected.
#[derive(Debug, Clone)]
pub struct Incoming {
    /// Its bytes, whatever they are.
    pub bytes: Arc<[u8]>,
    /// What the caller says that it is.
    pub format: Option<DocumentFormat>,
    /// The network that it is to be sent in.
    pub network: Network,
    /// The civil day in Europe/Bratislava whose rules it is judged by.
    pub day: Date,
}

/// More documents are to be inspected than can wait: nothing was done, and the caller may try again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntakeBusy {
    /// After so many whole seconds.
    pub retry_after: u32,
}

impl fmt::Display for IntakeBusy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { retry_after } = self;
        write!(
            f,
            "too many documents are being inspected at the moment; try again after {retry_after} s"
        )
    }
}

impl std::error::Error for IntakeBusy {}

/// Runs [`crate::inspect`] with a validator, and reads documents again, where work of this size holds up no
/// other requests.
pub trait DocumentIntake: Send + Sync {
    /// The document with all that was found. That no validator answers is an outcome too.
    ///
    /// # Errors
    /// [`IntakeBusy`].
    fn inspect(
        &self,
        incoming: Incoming,
    ) -> impl Future<Output = Result<Document, IntakeBusy>> + Send;

    /// The facts of a document that was inspected before ([`crate::facts_of`]).
    ///
    /// # Errors
    /// [`IntakeBusy`].
    fn facts(
        &self,
        bytes: Arc<[u8]>,
    ) -> impl Future<Output = Result<Option<DocumentFacts>, IntakeBusy>> + Send;

    /// The files in a document, as it came ([`crate::attached_to`]).
    ///
    /// # Errors
    /// [`IntakeBusy`].
    fn attached(
        &self,
        bytes: Arc<[u8]>,
    ) -> impl Future<Output = Result<Option<Vec<AttachedFile>>, IntakeBusy>> + Send;

    /// The VAT of a document in its accounting currency, as it came ([`crate::accounting_vat_of`]).
    ///
    /// # Errors
    /// [`IntakeBusy`].
    fn accounting_vat(
        &self,
        bytes: Arc<[u8]>,
    ) -> impl Future<Output = Result<Option<(Decimal, CurrencyCode)>, IntakeBusy>> + Send;

    /// What a document that was inspected before says to a reader ([`crate::content_of`]).
    ///
    /// # Errors
    /// [`IntakeBusy`].
    fn content(
        &self,
        bytes: Arc<[u8]>,
    ) -> impl Future<Output = Result<Option<DocumentContent>, IntakeBusy>> + Send;
}
