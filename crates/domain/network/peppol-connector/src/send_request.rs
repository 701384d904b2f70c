//! A request to send a document.

use crate::{
    identifiers::{ParticipantId, Root},
    sending::SendOptions,
};

persistence::named! {
    /// The syntaxes that a request may name.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum DocumentFormat {
        /// UBL 2.1.
        Ubl = "ubl",
        /// CII D16B.
        Cii = "cii",
    }
}

impl DocumentFormat {
    /// The syntax of a document with this root.
    #[must_use]
    pub const fn of(root: Root) -> Self {
        match root {
            Root::UblInvoice | Root::UblCreditNote => DocumentFormat::Ubl,
            Root::CiiInvoice => DocumentFormat::Cii,
        }
    }
}

/// A request to send a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendRequest {
    /// The options of the request.
    pub options: SendOptions,
    /// The syntax that the caller declares.
    pub format: DocumentFormat,
    /// The bytes of the document.
    pub document: Vec<u8>,
    /// `receiverPeppolId`, as the caller wrote it and parsed.
    pub receiver: Option<(String, ParticipantId)>,
}
