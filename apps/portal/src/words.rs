//! Numbers, days and names as the reader writes them.

use crate::{
    blocks::{Badge, Cell, Kind},
    texts::Texts,
};
use access::{Credential, Role, Scope};
use api_http::visitors::{Language, Moment};
use expenses::{ExpenseStatus, ExpenseType, PaymentStatus};
use invoicing::{InvoiceStatus, InvoiceType, PaymentMethod, states::HistoryAction};
use money::Decimal;
use peppol_connector::submissions::State;
use time::{Date, OffsetDateTime};
use vat_categories::{TaxTreatment, VatCategory, VatRate};
use webhooks::deliveries::DeliveryState;

/// The language of numbers, dates and documents.
#[must_use]
pub const fn document_language(language: Language) -> languages::Language {
    language.written()
}

/// The texts of a language, and how it writes.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    pub(crate) t: &'static Texts,
    pub(crate) language: languages::Language,
}

impl Words {
    pub(crate) const fn of(language: Language) -> Self {
        let language = document_language(language);
        Self { t: Texts::of(language), language }
    }

    pub(crate) fn money(&self, amount: Decimal, currency: &str) -> String {
        languages::money(money::round(amount), currency, self.language)
    }

    pub(crate) fn amount(&self, amount: Decimal, currency: &str) -> Cell {
        Cell::Amount(self.money(amount, currency))
    }

    pub(crate) fn date(&self, day: Date) -> Cell {
        let machine = day.to_string();
        Cell::Time { machine, shown: languages::short_date(day, self.language) }
    }

    /// The month that begins on this day, as figures are shown by months.
    pub(crate) fn month_of(first: Date) -> String {
        format!("{}/{}", u8::from(first.month()), first.year())
    }

    pub(crate) fn day(&self, day: Option<Date>) -> Cell {
        day.map_or(Cell::Nothing, |day| self.date(day))
    }

    /// A moment, to the minute, in Bratislava.
    pub(crate) fn time(&self, at: OffsetDateTime) -> Cell {
        let Moment { machine, shown } = Moment::of(at, self.language);
        Cell::Time { machine, shown }
    }

    pub(crate) fn moment(&self, at: Option<OffsetDateTime>) -> Cell {
        at.map_or(Cell::Nothing, |at| self.time(at))
    }

    /// The description of a scope.
    pub(crate) fn scope(&self, scope: Scope) -> &'static str {
        Language::of_code(self.t.lang).map_or("", |language| language.scope(scope.name()))
    }

    /// A category and rate of VAT as a person knows them: `23 %`, `0 % (export of goods)`.
    pub(crate) fn vat(&self, category: VatCategory, rate: VatRate) -> String {
        let percent = rate.percent();
        let why = match category {
            VatCategory::Standard | VatCategory::ZeroRated => return format!("{percent} %"),
            VatCategory::ReverseCharge => self.t.vat_reverse_charge,
            VatCategory::IntraCommunity => self.t.treatment_intra_eu,
            VatCategory::Export => self.t.treatment_export,
            VatCategory::Exempt => self.t.vat_exempt,
            VatCategory::OutsideScope => self.t.vat_outside_scope,
        };
        format!("{percent} % ({why})")
    }

    pub(crate) const fn yes(&self, yes: bool) -> &'static str {
        if yes { self.t.yes } else { self.t.no }
    }

    pub(crate) const fn status(&self, status: InvoiceStatus) -> Badge {
        let (kind, text) = match status {
            InvoiceStatus::Draft => (Kind::Quiet, self.t.status_draft),
            InvoiceStatus::PendingApproval => (Kind::Warn, self.t.status_pending_approval),
            InvoiceStatus::Issued => (Kind::Info, self.t.status_issued),
            InvoiceStatus::Sent => (Kind::Info, self.t.status_sent),
            InvoiceStatus::Paid => (Kind::Good, self.t.status_paid),
            InvoiceStatus::PartiallyPaid => (Kind::Warn, self.t.status_partially_paid),
            InvoiceStatus::Overdue => (Kind::Bad, self.t.status_overdue),
            InvoiceStatus::Cancelled => (Kind::Quiet, self.t.status_cancelled),
        };
        Badge { kind, text }
    }

    pub(crate) const fn invoice_type(&self, kind: InvoiceType) -> &'static str {
        match kind {
            InvoiceType::Invoice => self.t.type_invoice,
            InvoiceType::Proforma => self.t.type_proforma,
            InvoiceType::SelfInvoice => self.t.type_self_invoice,
            InvoiceType::FinalInvoice => self.t.type_final_invoice,
            InvoiceType::CreditNote => self.t.type_credit_note,
            InvoiceType::DebitNote => self.t.type_debit_note,
        }
    }

    pub(crate) const fn method(&self, method: PaymentMethod) -> &'static str {
        match method {
            PaymentMethod::BankTransfer => self.t.method_bank_transfer,
            PaymentMethod::Cash => self.t.method_cash,
            PaymentMethod::Card => self.t.method_card,
            PaymentMethod::Online => self.t.method_online,
            PaymentMethod::Offset => self.t.method_offset,
        }
    }

    /// The label of a payment method by its stored name.
    pub(crate) fn method_named(&self, name: &str) -> String {
        let known = PaymentMethod::of_name(name);
        known.map_or_else(|| name.to_owned(), |method| self.method(method).to_owned())
    }

    pub(crate) const fn treatment(&self, treatment: TaxTreatment) -> &'static str {
        match treatment {
            TaxTreatment::Domestic => self.t.treatment_domestic,
            TaxTreatment::ReverseChargeService => self.t.treatment_reverse_charge,
            TaxTreatment::IntraEuGoods => self.t.treatment_intra_eu,
            TaxTreatment::IntraEuTransfer => self.t.treatment_transfer,
            TaxTreatment::IntraEuTriangulation => self.t.treatment_triangulation,
            TaxTreatment::ExportGoods => self.t.treatment_export,
        }
    }

    /// The actor: a person by their address, a key by its name.
    pub(crate) fn actor(&self, actor: Option<Credential>, known_as: Option<String>) -> Cell {
        match actor {
            None => Cell::Nothing,
            Some(Credential::Key(_)) => {
                let name = known_as.map(|name| format!("{} {name}", self.t.a_key));
                Cell::text(name.unwrap_or_else(|| self.t.a_key.to_owned()))
            }
            Some(Credential::Connection(_)) => Cell::text(self.t.an_application),
            Some(Credential::Person(_)) => Cell::maybe(known_as),
        }
    }

    pub(crate) const fn action(&self, action: HistoryAction) -> &'static str {
        match action {
            HistoryAction::Drafted => self.t.did_drafted,
            HistoryAction::Edited => self.t.did_edited,
            HistoryAction::Submitted => self.t.did_submitted,
            HistoryAction::Returned => self.t.did_returned,
            HistoryAction::Approved => self.t.did_approved,
            HistoryAction::Issued => self.t.did_issued,
            HistoryAction::PaymentRecorded => self.t.did_payment,
            HistoryAction::PaymentTakenBack => self.t.did_payment_back,
            HistoryAction::Credited => self.t.did_credited,
            HistoryAction::Settled => self.t.did_settled,
            HistoryAction::Revised => self.t.did_revised,
            HistoryAction::Sent => self.t.did_sent,
            HistoryAction::BecameOverdue => self.t.did_overdue,
            HistoryAction::Cancelled => self.t.did_cancelled,
            HistoryAction::Archived => self.t.did_archived,
            HistoryAction::Unarchived => self.t.did_unarchived,
            HistoryAction::Locked => self.t.did_locked,
            HistoryAction::Unlocked => self.t.did_unlocked,
            HistoryAction::Deleted => self.t.did_deleted,
        }
    }

    pub(crate) const fn sending(&self, state: State) -> Badge {
        let (kind, text) = match state {
            State::Validated => (Kind::Quiet, self.t.send_validated),
            State::Staged => (Kind::Quiet, self.t.send_staged),
            State::Queued => (Kind::Warn, self.t.send_queued),
            State::Sending => (Kind::Warn, self.t.send_sending),
            State::Sent => (Kind::Info, self.t.send_sent),
            State::Delivered => (Kind::Good, self.t.send_delivered),
            State::Failed => (Kind::Bad, self.t.send_failed),
            State::Rejected => (Kind::Bad, self.t.send_rejected),
        };
        Badge { kind, text }
    }

    pub(crate) const fn delivery(&self, state: &DeliveryState) -> Badge {
        let (kind, text) = match state {
            DeliveryState::Pending { .. } => (Kind::Warn, self.t.delivery_pending),
            DeliveryState::Delivering { .. } => (Kind::Warn, self.t.delivery_delivering),
            DeliveryState::Delivered { .. } => (Kind::Good, self.t.delivery_delivered),
            DeliveryState::Failed { .. } => (Kind::Bad, self.t.delivery_failed),
        };
        Badge { kind, text }
    }

    /// The same of one that is named.
    pub(crate) fn delivery_named(&self, name: &str) -> &'static str {
        match name {
            "pending" => self.t.delivery_pending,
            "delivering" => self.t.delivery_delivering,
            "delivered" => self.t.delivery_delivered,
            _ => self.t.delivery_failed,
        }
    }

    pub(crate) const fn expense_status(&self, status: ExpenseStatus) -> Badge {
        let (kind, text) = match status {
            ExpenseStatus::Processing => (Kind::Quiet, self.t.expense_processing),
            ExpenseStatus::NeedsReview => (Kind::Warn, self.t.expense_needs_review),
            ExpenseStatus::PendingApproval => (Kind::Warn, self.t.expense_pending),
            ExpenseStatus::Approved => (Kind::Good, self.t.expense_approved),
            ExpenseStatus::Rejected => (Kind::Quiet, self.t.expense_rejected),
        };
        Badge { kind, text }
    }

    pub(crate) const fn payment_status(&self, status: PaymentStatus) -> Badge {
        let (kind, text) = match status {
            PaymentStatus::Unpaid => (Kind::Info, self.t.unpaid),
            PaymentStatus::PartiallyPaid => (Kind::Warn, self.t.status_partially_paid),
            PaymentStatus::Paid => (Kind::Good, self.t.status_paid),
        };
        Badge { kind, text }
    }

    pub(crate) const fn expense_type(&self, kind: ExpenseType) -> &'static str {
        match kind {
            ExpenseType::Invoice => self.t.type_invoice,
            ExpenseType::CreditNote => self.t.type_credit_note,
            ExpenseType::DebitNote => self.t.type_debit_note,
        }
    }

    pub(crate) const fn role(&self, role: Role) -> &'static str {
        match role {
            Role::Owner => self.t.role_owner,
            Role::Admin => self.t.role_admin,
            Role::Accountant => self.t.role_accountant,
            Role::Viewer => self.t.role_viewer,
        }
    }
}
