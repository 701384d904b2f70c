//! Invoices of other systems, recorded when they are sent (send rule 8).

use crate::{
    ContactId, ContractId, Invoice, InvoiceId, InvoiceStatus, InvoiceType, Totals,
    corrections::TaxedGroup,
    recording::content::{Header, InvoiceContent, Origin},
    states::{Holds, Links},
};
use access::OrganizationId;
use events::{NewEvent, Unwritable};
use money::{CurrencyCode, Decimal};
use persistence::ids::ProjectId;
use serde::{Deserialize, Serialize};
use service_day::iso_date;
use time::{Date, OffsetDateTime};

/// The fields of a sent document that are stored next to its bytes, which hold everything else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedDocument {
    /// Its type here; `type_code` has the code of the document (BT-3).
    pub invoice_type: InvoiceType,
    /// The document type code (BT-3).
    pub type_code: Option<String>,
    /// Whether the buyer wrote it for the supplier.
    pub self_billed: bool,
    /// The number (BT-1).
    pub number: String,
    /// The variable symbol (send rule 8).
    pub variable_symbol: Option<String>,
    /// The issue date (BT-2).
    #[serde(with = "iso_date")]
    pub issue_date: Date,
    /// The due date (BT-9).
    #[serde(with = "iso_date::option")]
    pub due_date: Option<Date>,
    /// The contact that is the other party.
    pub customer_id: ContactId,
    /// The seller's name (BT-27).
    pub seller: String,
    /// The buyer's name (BT-44).
    pub buyer: String,
    /// The totals (BG-22).
    pub totals: Totals,
    /// The amount paid before (BT-113).
    pub prepaid: Decimal,
    /// The rounding amount (BT-114).
    pub rounding: Decimal,
    /// The invoice currency (BT-5).
    pub currency: CurrencyCode,
    /// The invoice of the organization that it credits or debits (BG-3), if that can be corrected by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original: Option<InvoiceId>,
    /// The organization's internal note; not part of the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub internal_note: Option<String>,
    /// The contract that it belongs to; not part of the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contract_id: Option<ContractId>,
    /// The project that it belongs to; not part of the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project_id: Option<ProjectId>,
}

impl InvoiceContent for RecordedDocument {
    fn header(&self) -> Header<'_> {
        Header {
            origin: Origin::Connector,
            invoice_type: self.invoice_type,
            self_billed: self.self_billed,
            number: &self.number,
            variable_symbol: self.variable_symbol.as_deref(),
            issue_date: self.issue_date,
            tax_date: None,
            due_date: self.due_date,
            customer_id: self.customer_id,
            seller: &self.seller,
            buyer: &self.buyer,
            totals: self.totals,
            rounding: self.rounding,
            prepaid: self.prepaid,
            currency: self.currency,
            exchange_rate: None,
            contract_id: self.contract_id,
            project_id: self.project_id,
            original: self.original,
        }
    }

    fn taxed_groups(&self) -> Vec<TaxedGroup> {
        Vec::new()
    }
}

impl Invoice<RecordedDocument> {
    /// A document that is recorded for the first time. It is issued, or paid if nothing is due.
    #[must_use]
    pub fn record(
        id: InvoiceId,
        organization: OrganizationId,
        document: RecordedDocument,
        now: OffsetDateTime,
    ) -> Self {
        let paid_amount = document.prepaid;
        let recorded = Self {
            id,
            organization,
            document,
            status: InvoiceStatus::Issued,
            paid_amount,
            credited_amount: Decimal::ZERO,
            refunded_amount: Decimal::ZERO,
            payments: Vec::new(),
            version: 1,
            holds: Holds::default(),
            created_at: now,
        };
        Self { status: recorded.status_by_payments(), ..recorded }
    }

    /// Its status after its payments; a status that does not depend on payments stays.
    pub(super) fn status_by_payments(&self) -> InvoiceStatus {
        let is_paid = self.outstanding() <= Decimal::ZERO;
        match self.status {
            InvoiceStatus::Cancelled => InvoiceStatus::Cancelled,
            _ if is_paid => InvoiceStatus::Paid,
            // the send that revises it sets it to sent again
            InvoiceStatus::Paid if self.payments.is_empty() => InvoiceStatus::Issued,
            InvoiceStatus::Paid => InvoiceStatus::PartiallyPaid,
            status => status,
        }
    }

    /// The record after its number was sent again with another document, which corrects no other; `None` when the document is
    /// the same.
    #[must_use]
    pub fn revised(&self, document: RecordedDocument) -> Option<Self> {
        self.revised_as(document, |after| after)
    }

    /// The same, where `noting` says which invoice it corrects now.
    #[must_use]
    pub fn revised_as(
        &self,
        document: RecordedDocument,
        noting: impl FnOnce(Self) -> Self,
    ) -> Option<Self> {
        let RecordedDocument { internal_note, contract_id, project_id, .. } = self.document.clone();
        let document = RecordedDocument { internal_note, contract_id, project_id, ..document };
        let paid_amount = self.paid_amount - self.document.prepaid + document.prepaid;
        let version = self.version + 1;
        let revised = noting(Self { document, paid_amount, version, ..self.clone() });
        if revised.document == self.document {
            return None;
        }
        Some(Self { status: revised.status_by_payments(), ..revised })
    }

    /// The events of a record: `invoice.created` for a new one, and `invoice.paid` for one that is paid already; for
    /// one that revises `before`, `invoice.updated` when its total, its due date or its status changed, and
    /// `invoice.paid` when it is paid now.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that cannot be written.
    pub fn recorded_events(
        &self,
        before: Option<&Self>,
        now: OffsetDateTime,
        links: &Links,
    ) -> Result<Vec<NewEvent>, Unwritable> {
        let Some(before) = before else { return self.created_events(links) };
        let published = |one: &Self| (one.document.totals.total, one.document.due_date, one.status);
        if published(before) == published(self) {
            return Ok(Vec::new());
        }
        self.revised_events(before.status, now, links)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::dec;
    use time::macros::{date, datetime};
    use uuid::Uuid;

    const NOW: OffsetDateTime = datetime!(2026-11-22 10:00 UTC);

    fn document(total: Decimal, prepaid: Decimal) -> RecordedDocument {
        RecordedDocument {
            invoice_type: InvoiceType::Invoice,
            type_code: Some("380".into()),
            self_billed: false,
            number: "EXT-1".into(),
            variable_symbol: Some("1".into()),
            issue_date: date!(2026 - 11 - 22),
            due_date: None,
            customer_id: ContactId(Uuid::from_u128(7)),
            seller: "Dodávateľ".into(),
            buyer: "Odberateľ".into(),
            totals: Totals { subtotal: total, vat_total: Decimal::ZERO, total },
            prepaid,
            rounding: Decimal::ZERO,
            currency: "ISK".parse().expect("a code"),
            original: None,
            internal_note: None,
            contract_id: None,
            project_id: None,
        }
    }

    fn record(total: Decimal, prepaid: Decimal) -> Invoice<RecordedDocument> {
        let (id, owner) = (InvoiceId(Uuid::from_u128(1)), OrganizationId(Uuid::from_u128(2)));
        Invoice::record(id, owner, document(total, prepaid), NOW)
    }

    #[test]
    fn what_was_paid_before_counts() {
        for (total, prepaid, status, outstanding) in [
            (dec!(10), dec!(0), InvoiceStatus::Issued, dec!(10)),
            (dec!(10), dec!(4), InvoiceStatus::Issued, dec!(6)),
            (dec!(10), dec!(10), InvoiceStatus::Paid, dec!(0)),
            (dec!(0), dec!(0), InvoiceStatus::Paid, dec!(0)),
        ] {
            let invoice = record(total, prepaid);
            assert_eq!((invoice.status, invoice.outstanding()), (status, outstanding));
        }
    }

    #[test]
    fn a_second_send_changes_what_it_changes() {
        let first = record(dec!(10), dec!(0));
        assert_eq!(first.revised(first.document.clone()), None);
        let names = |events: Vec<NewEvent>| -> Vec<_> {
            events.into_iter().map(|event| event.name.as_str().to_owned()).collect()
        };
        let links = Links::default();
        let events_of = |invoice: &Invoice<_>, before| {
            names(invoice.recorded_events(before, NOW, &links).expect("writable"))
        };
        assert_eq!(events_of(&first, None), ["invoice.created"]);
        let more = first.revised(document(dec!(11), dec!(1))).expect("another total");
        assert_eq!((more.version, more.paid_amount, more.outstanding()), (2, dec!(1), dec!(10)));
        assert_eq!(events_of(&more, Some(&first)), ["invoice.updated"]);
        assert_eq!(
            events_of(&record(dec!(10), dec!(10)), None),
            ["invoice.created", "invoice.paid"]
        );
        let paid = first.revised(document(dec!(10), dec!(10))).expect("paid meanwhile");
        assert_eq!(paid.status, InvoiceStatus::Paid);
        assert_eq!(events_of(&paid, Some(&first)), ["invoice.paid", "invoice.updated"]);
        let open = paid.revised(document(dec!(10), dec!(3))).expect("paid in part after all");
        assert_eq!((open.status, open.outstanding()), (InvoiceStatus::Issued, dec!(7)));
        assert_eq!(events_of(&open, Some(&paid)), ["invoice.updated"]);
        let renamed = RecordedDocument { buyer: "Iný".into(), ..first.document.clone() };
        let renamed = first.revised(renamed).expect("another name");
        assert_eq!(events_of(&renamed, Some(&first)), [""; 0]);
    }
}
