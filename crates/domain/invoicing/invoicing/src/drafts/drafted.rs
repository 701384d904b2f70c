//! Drafts: stored without a number and issued when they are complete; the number is drawn only then.

use crate::faults::AccountFault;
use crate::{
    Document, Draft, Invoice, InvoiceRequest, InvoiceStatus, Issuance, Issued, IssuingRecords,
    Line, Payment, Violation, ViolationKind, Violations, check_read,
    numbering::variable_symbol,
    states::{
        ChangeMoment, HistoryAction, HistoryEntry, Holds, InvoiceState, PaidPart, Standing,
        TransitionRefused, Trigger,
    },
};
use events::Unwritable;
use money::Decimal;
use std::borrow::Cow;
use vat_categories::{ReasonLanguage, VatCategory};

/// The decision to store a draft: everything to store, in one transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct Drafted<'a> {
    /// The invoice as a draft, its contact, its files and `invoice.created`.
    pub kept: Issued<'a>,
    /// The line to append to the history of the invoice.
    pub entry: HistoryEntry,
}

/// A draft that is to be issued: everything but its number.
#[derive(Debug, Clone)]
pub struct DraftIssue {
    /// The draft as it was read; when it has changed since, nothing is stored.
    pub before: Invoice,
    /// The invoice that it becomes, by the records of the day of issue.
    pub draft: Draft,
    trigger: Trigger,
    moment: ChangeMoment,
}

/// Why a draft is not issued.
#[derive(Debug, Clone, PartialEq, thiserror::Error, refusals::Refusal)]
pub enum DraftIssueRefused {
    /// 400: its content is invalid.
    #[error("{0}")]
    Invalid(Violations),
    /// Its status does not allow it.
    #[error(transparent)]
    Status(#[from] TransitionRefused),
}

impl Draft {
    /// The decision to store it without a number.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that an event cannot carry: then nothing may be stored.
    pub fn keep(&self, moment: &ChangeMoment) -> Result<Drafted<'_>, Unwritable> {
        let invoice = Invoice {
            id: self.id,
            organization: self.organization,
            status: InvoiceStatus::Draft,
            paid_amount: Decimal::ZERO,
            credited_amount: Decimal::ZERO,
            refunded_amount: Decimal::ZERO,
            payments: Vec::new(),
            version: 1,
            holds: Holds::default(),
            created_at: self.now,
            document: self.document.clone(),
        };
        let entry = HistoryEntry::first(&invoice.clone().into(), self.now).by(moment.actor);
        let events = invoice.created_events(&self.links)?;
        let new_contact = self.new_contact.as_ref();
        let vat = invoice.vat_figures();
        let kept =
            Issued { invoice, new_contact, files: &self.files, events, vat, usage: None, by: None };
        Ok(Drafted { kept, entry })
    }

    /// The payment that is recorded when it is issued.
    pub(crate) fn first_payment(&self) -> Option<Payment> {
        let document = &self.document;
        let amount = self.to_pay();
        (document.already_paid && !amount.is_zero()).then(|| Payment {
            id: self.payment_id,
            amount,
            date: document.issue_date,
            method: Cow::Borrowed(document.payment_method.name()),
            offset_id: None,
        })
    }

    /// How much of it is paid when it is issued; all of it if nothing is due.
    pub(crate) fn first_paid_part(&self) -> PaidPart {
        match (self.to_pay() > Decimal::ZERO, self.document.already_paid) {
            (true, true) => PaidPart::All,
            (true, false) => PaidPart::Nothing,
            (false, _) => PaidPart::NothingDue,
        }
    }

    /// The amount to pay when it is issued.
    fn to_pay(&self) -> Decimal {
        self.document.totals.total - self.set_against - self.document.prepaid()
    }
}

impl InvoiceState {
    /// Checks a draft that is to be issued, by the rules of creation and the records of today: seller, customer,
    /// account and page of an invoice are those of the day of issue.
    ///
    /// # Errors
    /// [`DraftIssueRefused`].
    pub fn check_issue(
        &self,
        trigger: Trigger,
        records: &IssuingRecords,
        issuance: &mut Issuance<'_>,
        moment: &ChangeMoment,
    ) -> Result<DraftIssue, DraftIssueRefused> {
        let standing = self.standing(moment.today);
        self.invoice.status.after(trigger, standing)?;
        let before = self.invoice.clone().issued();
        // an invoice of another system is never a draft
        let before = before.map_err(|_| TransitionRefused::NoDraft(self.invoice.status))?;
        let draft = issuable(&before.document, records, issuance);
        let draft = draft.map_err(DraftIssueRefused::Invalid)?;
        let draft = Draft { id: before.id, ..draft };
        Ok(DraftIssue { before, draft, trigger, moment: moment.clone() })
    }
}

/// The draft as it would be issued now.
fn issuable(
    document: &Document,
    records: &IssuingRecords,
    issuance: &mut Issuance<'_>,
) -> Result<Draft, Violations> {
    let mut found = Violations::new();
    let account = document.bank_account.as_ref();
    let is_kept = |id| records.bank_accounts.iter().any(|account| account.id == id);
    if account.is_some_and(|account| !is_kept(account.id)) {
        found.push(Violation {
            field: "bank_account_id".to_owned(),
            message: AccountFault::Retired.into(),
            kind: ViolationKind::NotFound,
        });
    }
    let request = InvoiceRequest::from(document);
    let request = InvoiceRequest {
        bank_account_id: account.map(|account| account.id),
        original_invoice_id: document.original.as_ref().map(|original| original.id),
        ..request
    };
    let draft = check_read(&request, found, records, issuance)?;
    let project = records.project.as_ref().filter(|it| document.project_id == Some(it.id));
    let issued = Document {
        vehicle: document.vehicle.clone(),
        attachments: document.attachments.clone(),
        already_paid: document.already_paid,
        rate_looked_up: document.rate_looked_up,
        contract_id: document.contract_id,
        project_id: document.project_id,
        texts: document.texts.clone().with_project(project),
        ..draft.document
    };
    Ok(Draft { document: issued, ..draft })
}

impl DraftIssue {
    /// With the central bank's rate, if there is one.
    #[must_use]
    pub fn with_rate(self, rate: Option<Decimal>) -> Self {
        Self { draft: self.draft.with_rate(rate), ..self }
    }

    /// The decision when the number is known, with the line of its history. Pure: a store may call it again with the
    /// next number.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that an event cannot carry: then nothing may be stored.
    pub fn issue(&self, number: &str) -> Result<Drafted<'_>, Unwritable> {
        let document = Document {
            variable_symbol: variable_symbol(number),
            number: number.to_owned(),
            ..self.draft.document.clone()
        };
        let payments: Vec<Payment> = self.draft.first_payment().into_iter().collect();
        let standing = Standing { paid: self.draft.first_paid_part(), ..Standing::default() };
        // the transition was checked together with the draft
        let status = self.before.status.after(self.trigger, standing);
        let invoice = Invoice {
            status: status.unwrap_or(self.before.status),
            paid_amount: document.prepaid() + payments.iter().map(|p| p.amount).sum::<Decimal>(),
            credited_amount: self.draft.set_against,
            payments,
            version: self.before.version + 1,
            document,
            ..self.before.clone()
        };
        let (before, after) = (self.before.clone().into(), invoice.clone().into());
        let action = match self.trigger {
            Trigger::Approve => HistoryAction::Approved,
            _ => HistoryAction::Issued,
        };
        let entry = HistoryEntry::of(action, &before, &after, self.moment.now);
        let entry = entry.by(self.moment.actor);
        let events = after.changed_events(&before, &self.moment)?;
        let (vat, usage) = (invoice.vat_figures(), Some(&self.draft.usage));
        let kept = Issued { invoice, new_contact: None, files: &[], events, vat, usage, by: None };
        Ok(Drafted { kept, entry })
    }
}

impl From<&Document> for InvoiceRequest {
    /// The request that makes this document again, except for number, vehicle, account, files, project and the note's
    /// original, which are given separately.
    fn from(document: &Document) -> Self {
        let is_home = document.currency == document.home_currency;
        let is_own = |line: &&Line| line.advance.is_none();
        let advances = document.advances.iter().map(|advance| advance.id);
        InvoiceRequest {
            invoice_type: Some(document.invoice_type),
            customer_id: Some(document.customer_id),
            items: Some(document.lines.iter().filter(is_own).map(Into::into).collect()),
            payment_method: Some(document.payment_method),
            currency: Some(document.currency),
            exchange_rate: document.exchange_rate.filter(|_| !is_home),
            due_date: Some(document.due_date),
            texts: document.texts.clone(),
            issue_date: Some(document.issue_date),
            delivery_date: document.delivery_date,
            delivery_address: document.delivery_address.as_ref().map(Into::into),
            exemption_reason: exemption_reason(document),
            original_invoice_id: document.original.as_ref().map(|original| original.id),
            advance_invoice_ids: Some(advances.collect()).filter(|ids: &Vec<_>| !ids.is_empty()),
            ..InvoiceRequest::default()
        }
    }
}

/// The caller's exemption reason; the usual text of a supplier who is not a VAT payer does not count.
fn exemption_reason(document: &Document) -> Option<String> {
    let customary = VatCategory::OutsideScope.default_reason(ReasonLanguage::Slovak);
    let mut given = document.vat_breakdown.iter().filter_map(|row| row.exemption_reason.as_deref());
    given.find(|reason| Some(*reason) != customary).map(str::to_owned)
}
