//! Editing an invoice (`PATCH /v1/agent/invoices/{id}`): what it would say is checked by the rules of
//! creation, from a request that says what it says now.

use crate::{
    AnyDocument, AnyInvoice, ChangeMoment, Contact, DeliveryAddressInput, Document, Draft, Filing,
    HistoryAction, Invoice, InvoiceChange, InvoiceRequest, InvoiceState, Issuance, IssuingRecords,
    ItemInput, Organization, OriginalInvoice, PaymentMethod, Standing, TransitionRefused, Trigger,
    Violation, Violations, check_read,
};
use events::Unwritable;
use money::Decimal;
use time::Date;
use uuid::Uuid;

/// What to change of an invoice; what is `None` stays, an empty text takes away.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InvoiceEdit {
    /// The version that the caller has read.
    pub version: Option<i64>,
    pub items: Option<Vec<ItemInput>>,
    pub issue_date: Option<Date>,
    pub delivery_date: Option<Date>,
    pub due_date: Option<Date>,
    pub due_days: Option<i64>,
    pub note: Option<String>,
    pub internal_note: Option<String>,
    pub order_number: Option<String>,
    pub payment_method: Option<PaymentMethod>,
    pub exchange_rate: Option<Decimal>,
    pub exemption_reason: Option<String>,
    pub delivery_address: Option<DeliveryAddressInput>,
    pub bank_account_id: Option<Uuid>,
    /// The contract that the invoice belongs to, or none.
    pub contract_id: Option<Option<Uuid>>,
}

/// Why an invoice is not edited.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum EditRefused {
    /// 400: what the request says.
    #[error("{0}")]
    Invalid(Violations),
    /// 409: somebody else has changed it since.
    #[error("the invoice has version {current} by now: read it again")]
    Stale { current: i32 },
    /// 409: the content is what was sent.
    #[error("another system issued this document: only internalNote and contractId change")]
    Recorded,
    /// The state machine.
    #[error(transparent)]
    Status(#[from] TransitionRefused),
}

impl From<Violations> for EditRefused {
    fn from(found: Violations) -> Self {
        EditRefused::Invalid(found)
    }
}

impl InvoiceEdit {
    /// Whether it changes nothing but accounting metadata: nothing of it is in the document.
    #[must_use]
    pub fn is_metadata(&self) -> bool {
        let Self { version, internal_note, contract_id, .. } = self;
        let only = Self {
            version: *version,
            internal_note: internal_note.clone(),
            contract_id: *contract_id,
            ..Self::default()
        };
        *self == only
    }

    const fn trigger(&self, is_metadata: bool) -> Trigger {
        if is_metadata { Trigger::Annotate } else { Trigger::Edit }
    }

    /// The request that would have made the invoice as it shall be.
    fn request(&self, document: &Document) -> InvoiceRequest {
        let now = InvoiceRequest::from(document);
        let kept_rate = now.exchange_rate.filter(|_| !self.moves_tax_point(document));
        InvoiceRequest {
            items: self.items.clone().or(now.items),
            issue_date: self.issue_date.or(now.issue_date),
            delivery_date: self.delivery_date.or(now.delivery_date),
            due_date: self.due_date.or(now.due_date.filter(|_| self.due_days.is_none())),
            due_days: self.due_days,
            note: self.note.clone().or(now.note),
            internal_note: self.internal_note.clone().or(now.internal_note),
            order_number: self.order_number.clone().or(now.order_number),
            payment_method: self.payment_method.or(now.payment_method),
            exchange_rate: self.exchange_rate.or(kept_rate),
            exemption_reason: changed_text(&self.exemption_reason, now.exemption_reason),
            delivery_address: self.delivery_address.clone().or(now.delivery_address),
            bank_account_id: self.bank_account_id,
            ..now
        }
    }

    /// Whether another day's exchange rate counts.
    fn moves_tax_point(&self, document: &Document) -> bool {
        let before = document.delivery_date.unwrap_or(document.issue_date);
        let issued = self.issue_date.unwrap_or(document.issue_date);
        let delivered = self.delivery_date.or(document.delivery_date);
        delivered.unwrap_or(issued) != before
    }
}

/// A text that a request may take away, where an empty one is an error.
fn changed_text(given: &Option<String>, now: Option<String>) -> Option<String> {
    match given {
        Some(text) if text.trim().is_empty() => None,
        Some(text) => Some(text.clone()),
        None => now,
    }
}

/// An edit whose content was found right; its exchange rate may still be wanted.
#[derive(Debug, Clone)]
pub struct CheckedEdit {
    /// What the document would say; `None` of a recorded one, whose content stays.
    pub draft: Option<Draft>,
    internal_note: Option<String>,
    filing: Filing,
}

impl CheckedEdit {
    /// With the central bank's rate, when there is one.
    #[must_use]
    pub fn with_rate(self, rate: Option<Decimal>) -> Self {
        Self { draft: self.draft.map(|draft| draft.with_rate(rate)), ..self }
    }
}

impl InvoiceState {
    /// Checks an edit. `reported` is what reading it has found already; `records` are those of the
    /// organization.
    ///
    /// # Errors
    /// [`EditRefused`], with the paths of the `PATCH` body.
    pub fn check_edit(
        &self,
        edit: &InvoiceEdit,
        reported: Violations,
        records: IssuingRecords,
        issuance: &mut Issuance<'_>,
    ) -> Result<CheckedEdit, EditRefused> {
        let invoice = &self.invoice;
        let standing = self.standing(issuance.today);
        self.check_version(edit)?;
        let filing = Filing {
            contract_id: edit.contract_id.unwrap_or(invoice.filing.contract_id),
            ..invoice.filing
        };
        match &invoice.document {
            AnyDocument::Recorded(document) => {
                reported.into_result()?;
                self.may(edit, edit.trigger(true), standing)?;
                let note = document.internal_note.clone();
                let internal_note = noted(edit, note).map_err(EditRefused::Invalid)?;
                Ok(CheckedEdit { draft: None, internal_note, filing })
            }
            AnyDocument::Issued(document) => {
                self.may(edit, edit.trigger(edit.is_metadata()), standing)?;
                let draft = self.draft_of(document, edit, reported, records, issuance);
                let draft = draft.map_err(camel_cased)?;
                let internal_note = draft.document.internal_note.clone();
                Ok(CheckedEdit { draft: Some(draft), internal_note, filing })
            }
        }
    }

    fn check_version(&self, edit: &InvoiceEdit) -> Result<(), EditRefused> {
        let current = self.invoice.version;
        match edit.version {
            Some(read) if read != i64::from(current) => Err(EditRefused::Stale { current }),
            _ => Ok(()),
        }
    }

    fn may(
        &self,
        edit: &InvoiceEdit,
        trigger: Trigger,
        standing: Standing,
    ) -> Result<(), EditRefused> {
        self.invoice.status.after(trigger, standing)?;
        let is_recorded = matches!(self.invoice.document, AnyDocument::Recorded(_));
        if is_recorded && !edit.is_metadata() { Err(EditRefused::Recorded) } else { Ok(()) }
    }

    /// What the document would say, under the id and the number that it has.
    fn draft_of(
        &self,
        document: &Document,
        edit: &InvoiceEdit,
        reported: Violations,
        records: IssuingRecords,
        issuance: &mut Issuance<'_>,
    ) -> Result<Draft, Violations> {
        let records = records.at_the_time_of(document);
        let draft = check_read(&edit.request(document), reported, &records, issuance)?;
        let kept = Document {
            bank_account: match edit.bank_account_id {
                Some(_) => draft.document.bank_account.clone(),
                None => document.bank_account.clone(),
            },
            ..document.with_content_of(draft.document)
        };
        let mut found = Violations::new();
        self.check_number_and_payments(document, &kept, &mut found);
        found.into_result()?;
        Ok(Draft { id: self.invoice.id, document: kept, ..draft })
    }

    /// A number keeps its year, and nobody has paid more than the total.
    fn check_number_and_payments(
        &self,
        before: &Document,
        after: &Document,
        found: &mut Violations,
    ) {
        let year = before.issue_date.year();
        if !self.invoice.status.is_draft() && after.issue_date.year() != year {
            let message = format!("must stay in {year}: its number counts in that year");
            found.add("issue_date", message);
        }
        let paid = self.invoice.paid_amount;
        if after.totals.total < paid {
            let currency = after.currency;
            let message = format!("come to less than what is paid, {paid} {currency}");
            found.add("items", message);
        }
    }

    /// The decision on a checked edit. `None` when nothing changes.
    ///
    /// # Errors
    /// [`EditRefused::Status`] and [`Unwritable`].
    pub fn decide_edit(
        &self,
        edit: &InvoiceEdit,
        checked: CheckedEdit,
        moment: &ChangeMoment,
    ) -> Result<Option<InvoiceChange>, EditError> {
        let before = &self.invoice;
        let CheckedEdit { draft, internal_note, filing } = checked;
        let document = match (&before.document, draft) {
            (_, Some(draft)) => AnyDocument::Issued(Box::new(draft.document)),
            (AnyDocument::Recorded(document), None) => {
                let document = document.as_ref().clone();
                AnyDocument::Recorded(Box::new(crate::RecordedDocument {
                    internal_note,
                    ..document
                }))
            }
            (issued @ AnyDocument::Issued(_), None) => issued.clone(),
        };
        if (&document, filing) == (&before.document, before.filing) {
            return Ok(None);
        }
        let version = before.version + 1;
        let after: AnyInvoice = Invoice { document, filing, version, ..before.clone() };
        let trigger = edit.trigger(edit.is_metadata());
        let standing = after.standing(moment.today, self.live_send);
        let status = before.status.after(trigger, standing).map_err(EditRefused::from)?;
        let after = Invoice { status, ..after };
        Ok(Some(self.changed(HistoryAction::Edited, after, moment)?))
    }
}

/// Why an edit is not decided.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The rules.
    #[error(transparent)]
    Refused(#[from] EditRefused),
    /// An event that cannot be written: nothing is kept.
    #[error(transparent)]
    Event(#[from] Unwritable),
}

/// The internal note of a recorded invoice.
fn noted(edit: &InvoiceEdit, now: Option<String>) -> Result<Option<String>, Violations> {
    let Some(given) = &edit.internal_note else { return Ok(now) };
    let mut found = Violations::new();
    let note = crate::check::internal_note("internalNote", given, &mut found);
    found.into_result()?;
    Ok(note)
}

impl IssuingRecords {
    /// As they were when the document was made: who it is from and to stays.
    fn at_the_time_of(self, document: &Document) -> Self {
        let Organization { id, created_at, .. } = self.organization;
        let (own, other) = match document.self_billed {
            true => (&document.buyer, &document.seller),
            false => (&document.seller, &document.buyer),
        };
        let original = document.original.as_ref().map(|original| OriginalInvoice {
            id: original.id,
            number: original.number.clone(),
            issue_date: original.issue_date,
            currency: document.currency.into(),
            invoice_type: crate::InvoiceType::Invoice,
            self_billed: document.self_billed,
            status: crate::InvoiceStatus::Issued,
        });
        Self {
            organization: Organization::of(id, own.clone(), created_at),
            customer: Some(Contact { id: document.customer_id, party: other.clone() }),
            original,
            ..self
        }
    }
}

impl Document {
    /// What may be edited of it, from another; the rest stays.
    fn with_content_of(&self, other: Document) -> Document {
        Document {
            issue_date: other.issue_date,
            delivery_date: other.delivery_date,
            due_date: other.due_date,
            order_number: other.order_number,
            note: other.note,
            internal_note: other.internal_note,
            delivery_address: other.delivery_address,
            lines: other.lines,
            vat_breakdown: other.vat_breakdown,
            totals: other.totals,
            exchange_rate: other.exchange_rate,
            payment_method: other.payment_method,
            ..self.clone()
        }
    }
}

/// The paths of the rules of creation, in the names of the `PATCH` body.
fn camel_cased(found: Violations) -> Violations {
    let mut renamed = Violations::new();
    for violation in found.as_slice() {
        let field = camel_case(&violation.field);
        renamed.push(Violation { field, ..violation.clone() });
    }
    renamed
}

fn camel_case(path: &str) -> String {
    let mut words = path.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::camel_case;

    #[test]
    fn paths_are_those_of_the_body() {
        for (path, renamed) in [
            ("items[1].unit_price", "items[1].unitPrice"),
            ("issue_date", "issueDate"),
            ("delivery_address.country", "deliveryAddress.country"),
            ("bank_account_id", "bankAccountId"),
            ("", ""),
        ] {
            assert_eq!(camel_case(path), renamed);
        }
    }
}
