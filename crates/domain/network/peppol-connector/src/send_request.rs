//! What a caller asks to be sent.

use crate::{
    identifiers::{ParticipantId, Root},
    sending::SendOptions,
};

persistence::named! {
    /// The syntaxes that a caller may name.
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
    /// What to do with it.
    pub options: SendOptions,
    /// What the caller says that it is.
    pub format: DocumentFormat,
    /// The document.
    pub document: Vec<u8>,
    /// `receiverPeppolId`, as written and as read.
    pub receiver: Option<(String, ParticipantId)>,
}
