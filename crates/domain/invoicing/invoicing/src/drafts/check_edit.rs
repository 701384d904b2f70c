//! The decision on an edit of an invoice: the rules of creation, and further ones because of its number and its
//! payments.

use crate::faults::{EditFault, NoteFault};
use crate::{
    AnyInvoice, Contact, Document, Draft, Invoice, InvoiceStatus, InvoiceType, Issuance,
    IssuingRecords, Organization, Violations, check_read,
    drafts::{
        edit::{EditError, EditRefused, EditedDocument, InvoiceEdit},
        member_names::{as_of_the_body, snake_cased},
    },
    figures::Balance,
    recording::{AnyDocument, OriginalInvoice, RecordedDocument},
    states::{ChangeMoment, HistoryAction, InvoiceChange, InvoiceState},
    terms::{HeaderTexts, Term},
};
use money::Decimal;

/// A valid edit, which may still need an exchange rate.
#[derive(Debug, Clone)]
pub struct CheckedEdit(Checked);

#[derive(Debug, Clone)]
enum Checked {
    /// The new content of an invoice issued here, and its present rate.
    Content(Box<Draft>, Option<Decimal>),
    /// Only the accounting metadata change.
    Metadata(AnyDocument),
}

impl CheckedEdit {
    /// With the central bank's rate; without one the present rate stays.
    #[must_use]
    pub fn with_rate(self, rate: Option<Decimal>) -> Self {
        match self.0 {
            Checked::Content(draft, had) => {
                let draft = draft.with_rate(rate.or(had));
                Self(Checked::Content(Box::new(draft), had))
            }
            metadata @ Checked::Metadata(_) => Self(metadata),
        }
    }

    /// The new content of an invoice issued here; `None` when its content does not change.
    #[must_use]
    pub fn draft(&self) -> Option<&Draft> {
        match &self.0 {
            Checked::Content(draft, _) => Some(draft),
            Checked::Metadata(_) => None,
        }
    }
}

impl InvoiceState {
    /// Checks an edit. `reported` are the violations that parsing it has found already; `records` are those of the
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
        let standing = self.standing(issuance.today);
        self.check_version(edit)?;
        let is_recorded = matches!(self.invoice.document, AnyDocument::Recorded(_));
        let trigger = edit.trigger(is_recorded || edit.is_metadata());
        self.invoice.status.after(trigger, standing)?;
        match &self.invoice.document {
            AnyDocument::Recorded(_) if !edit.is_metadata() => Err(EditRefused::Recorded),
            AnyDocument::Issued(document) if !edit.is_metadata() => {
                let read = snake_cased(&reported);
                let draft = self.draft_of(document, edit, read, records, issuance);
                let draft = Box::new(draft.map_err(|found| as_of_the_body(reported, &found))?);
                Ok(CheckedEdit(Checked::Content(draft, document.exchange_rate)))
            }
            document => {
                reported.into_result()?;
                Ok(CheckedEdit(Checked::Metadata(annotated(document, edit)?)))
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

    /// The document after the edit, with its present id and number.
    fn draft_of(
        &self,
        document: &Document,
        edit: &InvoiceEdit,
        reported: Violations,
        records: IssuingRecords,
        issuance: &mut Issuance<'_>,
    ) -> Result<Draft, Violations> {
        let records = records.at_the_time_of(document, &self.invoice);
        let draft = check_read(&edit.request(document), reported, &records, issuance)?;
        let kept = Document {
            bank_account: match edit.bank_account_id {
                Some(_) => draft.document.bank_account.clone(),
                None => document.bank_account.clone(),
            },
            contract_id: edit.contract_id.unwrap_or(document.contract_id),
            project_id: edit.project_id.unwrap_or(document.project_id),
            rate_looked_up: document.rate_looked_up && edit.exchange_rate.is_none(),
            ..document.with_content_of(draft.document)
        };
        let mut found = Violations::new();
        self.check_number_and_payments(document, &kept, &mut found);
        found.into_result()?;
        Ok(Draft { id: self.invoice.id, document: kept, ..draft })
    }

    /// Checks that the number keeps its year, and that the total is not less than the paid amount.
    fn check_number_and_payments(
        &self,
        before: &Document,
        after: &Document,
        found: &mut Violations,
    ) {
        let year = before.issue_date.year();
        if !self.invoice.status.is_draft() && after.issue_date.year() != year {
            found.add("issue_date", EditFault::OtherYear { year });
        }
        let paid = self.invoice.paid_amount;
        if after.totals.total < paid {
            let currency = after.currency;
            found.add("items", EditFault::LessThanPaid { paid, currency });
        }
        let credited = self.invoice.credited_amount;
        let is_credit = after.invoice_type == InvoiceType::CreditNote;
        if !is_credit && !credited.is_zero() && after.totals.total < credited {
            let currency = after.currency;
            found.add("items", NoteFault::LessThanCredited { credited, currency });
        }
        self.check_notes(before, after, found);
        self.check_advances(before, after, found);
    }

    /// The decision on a checked edit; `None` when nothing changes.
    ///
    /// # Errors
    /// [`EditRefused::Status`] and [`events::Unwritable`].
    pub fn decide_edit(
        &self,
        edit: &InvoiceEdit,
        checked: CheckedEdit,
        moment: &ChangeMoment,
    ) -> Result<Option<InvoiceChange>, EditError> {
        let before = &self.invoice;
        let (document, set_against) = match checked.0 {
            Checked::Content(draft, _) => {
                (AnyDocument::Issued(Box::new(draft.document)), Some(draft.set_against))
            }
            Checked::Metadata(document) => (document, None),
        };
        if document == before.document {
            return Ok(None);
        }
        let version = before.version + 1;
        let after: AnyInvoice = Invoice { document, version, ..before.clone() };
        let after = after.set_against_original(set_against);
        let trigger = edit.trigger(edit.is_metadata());
        let standing = after.standing(moment.today, self.live_send);
        let status = before.status.after(trigger, standing).map_err(EditRefused::from)?;
        let after = Invoice { status, ..after };
        Ok(Some(self.changed(HistoryAction::Edited, after, moment)?))
    }
}

/// The document with other accounting metadata; the rest stays as it was sent.
fn annotated(document: &AnyDocument, edit: &InvoiceEdit) -> Result<AnyDocument, Violations> {
    let mut found = Violations::new();
    let (term, given) = (Term::InternalNote, edit.texts.internal_note.as_deref());
    let note = given.map(|given| term.check(term.member(), given, &mut found));
    found.into_result()?;
    Ok(match document {
        AnyDocument::Issued(document) => AnyDocument::Issued(Box::new(Document {
            texts: HeaderTexts {
                internal_note: note.unwrap_or_else(|| document.texts.internal_note.clone()),
                ..document.texts.clone()
            },
            contract_id: edit.contract_id.unwrap_or(document.contract_id),
            project_id: edit.project_id.unwrap_or(document.project_id),
            ..document.as_ref().clone()
        })),
        AnyDocument::Recorded(document) => AnyDocument::Recorded(Box::new(RecordedDocument {
            internal_note: note.unwrap_or_else(|| document.internal_note.clone()),
            contract_id: edit.contract_id.unwrap_or(document.contract_id),
            project_id: edit.project_id.unwrap_or(document.project_id),
            ..document.as_ref().clone()
        })),
    })
}

impl IssuingRecords {
    /// The records as they were when the document was made: its seller and its customer stay.
    fn at_the_time_of(self, document: &Document, invoice: &AnyInvoice) -> Self {
        let Organization { id, created_at, .. } = self.organization;
        let (own, other) = match document.self_billed {
            true => (&document.buyer, &document.seller),
            false => (&document.seller, &document.buyer),
        };
        let known = self.original.as_ref();
        let balance = known.map(|original| original.balance.without(invoice));
        let tax_date = known.map(|original| original.tax_date);
        let taxed = known.and_then(|original| original.taxed.clone());
        let takes_off = known.is_some_and(|original| original.takes_off);
        let notes = known.map(|original| original.notes.iter().filter(|it| it.id != invoice.id));
        let notes: Vec<_> = notes.into_iter().flatten().cloned().collect();
        let original = document.original.as_ref().map(|original| OriginalInvoice {
            id: original.id,
            number: original.number.clone(),
            issue_date: original.issue_date,
            currency: document.currency.into(),
            invoice_type: InvoiceType::Invoice,
            self_billed: document.self_billed,
            status: InvoiceStatus::Issued,
            tax_date: tax_date.unwrap_or(original.issue_date),
            subtotal: known.map_or(Decimal::ZERO, |original| original.subtotal),
            balance: balance.unwrap_or(Balance::PAID),
            is_settled: false,
            customer: None,
            taxed,
            exemption_reason: None,
            takes_off,
            // only the edit determines the project
            project_id: None,
            notes,
        });
        Self {
            organization: Organization::of(id, own.clone(), created_at),
            customer: Some(Contact::new(document.customer_id, other.clone())),
            original,
            edited: Some(EditedDocument::of(document)),
            ..self
        }
    }
}

impl Document {
    /// This document with the editable fields of another.
    fn with_content_of(&self, other: Document) -> Document {
        Document {
            issue_date: other.issue_date,
            delivery_date: other.delivery_date,
            due_date: other.due_date,
            texts: other.texts,
            delivery_address: other.delivery_address,
            lines: other.lines,
            vat_breakdown: other.vat_breakdown,
            totals: other.totals,
            advances: other.advances,
            exchange_rate: other.exchange_rate,
            payment_method: other.payment_method,
            ..self.clone()
        }
    }
}
