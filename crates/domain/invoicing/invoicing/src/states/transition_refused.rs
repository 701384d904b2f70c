use crate::InvoiceStatus;

/// Why a transition of an invoice is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error, refusals::Refusal)]
pub enum TransitionRefused {
    /// 400: it has no number yet.
    #[error("the invoice is {}: issue the invoice first", .0.name())]
    NotIssued(InvoiceStatus),
    /// 409: it is not a draft any more.
    #[error("the invoice is {}, no draft any more", .0.name())]
    NoDraft(InvoiceStatus),
    /// 409: it was not submitted for approval.
    #[error("the draft waits for no approval: submit it first")]
    NotSubmitted,
    /// 409: it was submitted for approval.
    #[error("the invoice waits for approval: approve it, or return it")]
    AwaitsApproval,
    /// 409: deleting it would leave a gap in its series.
    #[error("the invoice is {} and has its number: cancel it, or issue a credit note", .0.name())]
    Numbered(InvoiceStatus),
    /// 409: it is cancelled.
    #[error("the invoice is cancelled")]
    Cancelled,
    /// 409: it is archived.
    #[error("the invoice is archived: take it out of the archive first")]
    Archived,
    /// 409: it is locked.
    #[error("the invoice is locked: unlock it first")]
    Locked,
    /// 409: the settling document states its amounts.
    #[error("the invoice is an advance that another document settles: cancel that first")]
    Settled,
    /// 409: the document being sent must not differ from the invoice.
    #[error(
        "the invoice is on its way over Peppol: only internalNote, contractId and projectId change"
    )]
    UnderWay,
    /// 409: the other party has the document.
    #[error(
        "the invoice was sent over Peppol: only internalNote, contractId and projectId change; issue a credit note"
    )]
    SentOverPeppol,
    /// 409: it has payments.
    #[error("payments are recorded: take them back first, or issue a credit note")]
    HasPayments,
    /// 400: there is nothing to remind of.
    #[error("nothing is outstanding")]
    NothingOutstanding,
}

impl TransitionRefused {
    /// Whether the request is invalid (400), and not in conflict with the invoice (409).
    #[must_use]
    pub const fn is_wrong_request(self) -> bool {
        matches!(self, TransitionRefused::NotIssued(_) | TransitionRefused::NothingOutstanding)
    }
}
