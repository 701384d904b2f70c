//! Edits of an invoice (`PATCH /v1/agent/invoices/{id}`): the edited invoice is checked by the rules of creation, from
//! a request made of its present content and the edit.

use crate::{
    BankAccountId, ContractId, DeliveryAddressInput, Document, InvoiceRequest, ItemInput,
    PaymentMethod, Violations,
    corrections::TaxedGroup,
    settling::Advance,
    states::{TransitionRefused, Trigger},
    terms::HeaderTexts,
};
use events::Unwritable;
use money::Decimal;
use persistence::ids::ProjectId;
use time::Date;

/// The fields of an invoice to change; `None` leaves one as it is, an empty text removes it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InvoiceEdit {
    /// The version that the caller has read.
    pub version: Option<i64>,
    pub items: Option<Vec<ItemInput>>,
    pub issue_date: Option<Date>,
    /// `Some(None)` removes it: then the issue date takes its place, as in a request that names none.
    pub delivery_date: Option<Option<Date>>,
    pub due_date: Option<Date>,
    pub due_days: Option<i64>,
    pub texts: HeaderTexts,
    pub payment_method: Option<PaymentMethod>,
    pub exchange_rate: Option<Decimal>,
    pub exemption_reason: Option<String>,
    pub delivery_address: Option<DeliveryAddressInput>,
    pub bank_account_id: Option<BankAccountId>,
    /// The contract that the invoice belongs to; `Some(None)` removes it.
    pub contract_id: Option<Option<ContractId>>,
    /// The project that the invoice belongs to; `Some(None)` removes it.
    pub project_id: Option<Option<ProjectId>>,
}

/// Why an invoice is not edited.
#[derive(Debug, Clone, PartialEq, thiserror::Error, refusals::Refusal)]
#[refusal("invoice_edit")]
pub enum EditRefused {
    /// 400: the request is invalid.
    #[error("{0}")]
    Invalid(Violations),
    /// 409: the invoice has changed since the version that the caller read.
    #[error("the invoice has version {current} by now: read it again")]
    Stale { current: i32 },
    /// 409: the content of a recorded document is what was sent.
    #[error(
        "another system issued this document: only internalNote, contractId and projectId change"
    )]
    Recorded,
    /// Its status does not allow it.
    #[error(transparent)]
    Status(#[from] TransitionRefused),
}

impl From<Violations> for EditRefused {
    fn from(found: Violations) -> Self {
        EditRefused::Invalid(found)
    }
}

/// Facts of the document before an edit, which keep valid what the edit does not change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditedDocument {
    /// The advances that it settles.
    pub advances: Vec<Advance>,
    /// The issue date (BT-2), which was valid when it was issued.
    pub issue_date: Date,
    /// The VAT groups that it taxed, also at former rates.
    pub taxed: Vec<TaxedGroup>,
}

impl EditedDocument {
    pub(crate) fn of(document: &Document) -> Self {
        Self {
            advances: document.advances.clone(),
            issue_date: document.issue_date,
            taxed: document.taxed(),
        }
    }

    /// Whether a document taxes the same: the same bases of the same kinds.
    pub(crate) fn says(&self, taxed: &[TaxedGroup]) -> bool {
        let same = |(one, other): (&TaxedGroup, &TaxedGroup)| {
            one.is_of_kind(other) && one.base == other.base
        };
        self.taxed.len() == taxed.len() && self.taxed.iter().zip(taxed).all(same)
    }
}

impl InvoiceEdit {
    /// Whether it changes only accounting metadata, which is not part of the document.
    #[must_use]
    pub fn is_metadata(&self) -> bool {
        let internal_note = self.texts.internal_note.clone();
        let only = Self {
            version: self.version,
            texts: HeaderTexts { internal_note, ..HeaderTexts::default() },
            contract_id: self.contract_id,
            project_id: self.project_id,
            ..Self::default()
        };
        *self == only
    }

    pub(crate) const fn trigger(&self, is_metadata: bool) -> Trigger {
        if is_metadata { Trigger::Annotate } else { Trigger::Edit }
    }

    /// The request that would create the invoice as it is after the edit.
    pub(crate) fn request(&self, document: &Document) -> InvoiceRequest {
        let now = InvoiceRequest::from(document);
        let wants_another = document.rate_looked_up && self.moves_tax_point(document);
        let kept_rate = now.exchange_rate.filter(|_| !wants_another);
        InvoiceRequest {
            items: self.items.clone().or(now.items),
            issue_date: self.issue_date.or(now.issue_date),
            delivery_date: self.delivery_date.unwrap_or(now.delivery_date),
            due_date: self.due_date.or(now.due_date.filter(|_| self.due_days.is_none())),
            due_days: self.due_days,
            texts: self.texts.clone().merge(now.texts, Option::or),
            payment_method: self.payment_method.or(now.payment_method),
            exchange_rate: self.exchange_rate.or(kept_rate),
            exemption_reason: changed_text(&self.exemption_reason, now.exemption_reason),
            delivery_address: match &self.delivery_address {
                Some(empty) if *empty == DeliveryAddressInput::default() => None,
                Some(address) => Some(address.clone()),
                None => now.delivery_address,
            },
            bank_account_id: self.bank_account_id,
            ..now
        }
    }

    /// Whether the exchange rate of another day applies.
    fn moves_tax_point(&self, document: &Document) -> bool {
        let before = document.delivery_date.unwrap_or(document.issue_date);
        let issued = self.issue_date.unwrap_or(document.issue_date);
        let delivered = self.delivery_date.unwrap_or(document.delivery_date);
        delivered.unwrap_or(issued) != before
    }
}

/// A text that may be removed, where an empty one would be an error.
fn changed_text(given: &Option<String>, now: Option<String>) -> Option<String> {
    match given {
        Some(text) if text.trim().is_empty() => None,
        Some(text) => Some(text.clone()),
        None => now,
    }
}

/// Why an edit is not made.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// A rule refuses it.
    #[error(transparent)]
    Refused(#[from] EditRefused),
    /// An event cannot be serialized; nothing is stored.
    #[error(transparent)]
    Event(#[from] Unwritable),
}
