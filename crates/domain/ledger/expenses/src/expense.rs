use crate::{ExpenseStatus, ExpenseType, PaymentStatus};
use access::OrganizationId;
use invoicing::{ContactId, Firm, Party, Payment, StockRef, Totals};
use money::{CurrencyCode, Decimal};
use peppol_connector::identifiers::{Network, ReceivedId};
use persistence::{ids::ProjectId, typed_id};
use serde::{Deserialize, Serialize};
use service_day::iso_date;
use time::{Date, OffsetDateTime};

typed_id!(
    /// The id of an expense.
    ExpenseId
);

/// The content of a supplier's document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpenseContent {
    /// Invoice, credit note or debit note (BT-3).
    pub expense_type: ExpenseType,
    /// The supplier's invoice number (BT-1).
    pub number: String,
    /// The variable symbol that its payment must carry.
    pub variable_symbol: Option<String>,
    /// The id of the contact that is the supplier.
    pub supplier_id: ContactId,
    /// The supplier as the document names it (BG-4).
    pub supplier: Party,
    /// The issue date (BT-2).
    #[serde(with = "iso_date")]
    pub issue_date: Date,
    /// The day of the supply, on which VAT becomes due (BT-7, BT-72).
    #[serde(with = "iso_date::option")]
    pub delivery_date: Option<Date>,
    /// The due date (BT-9).
    #[serde(with = "iso_date::option")]
    pub due_date: Option<Date>,
    /// Without VAT (BT-109), VAT (BT-110) and with VAT (BT-112).
    pub totals: Totals,
    /// The VAT by rate (BG-23); empty when it is not known.
    pub vat: Vec<ExpenseVat>,
    /// The amount paid before (BT-113).
    pub prepaid: Decimal,
    /// The rounding amount (BT-114).
    pub rounding: Decimal,
    /// The currency of all amounts (BT-5).
    pub currency: CurrencyCode,
    /// A note for the organization's own people.
    pub note: Option<String>,
    /// The project that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project_id: Option<ProjectId>,
    /// The stock that it brings when it is approved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stock: Vec<StockLine>,
}

/// The quantity of a stock item that an expense brings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockLine {
    /// The item and its warehouse.
    pub stock: StockRef,
    /// The quantity in the item's unit.
    pub quantity: Decimal,
    /// The cost of one unit without VAT, in the organization's own currency; `None` means the average cost.
    pub unit_cost: Option<Decimal>,
}

impl ExpenseContent {
    /// The identities of the supplier, each as a text: the contact, and the numbers that no other firm has
    /// ([`Firm::identities`]). Two documents of one supplier share at least one of them.
    #[must_use]
    pub fn supplier_identities(&self) -> Vec<String> {
        let contact = format!("c:{}", self.supplier_id);
        Firm::of(&self.supplier).identities().into_iter().chain([contact]).collect()
    }

    /// The key by which two documents of one supplier are duplicates: type, number, and the year of issue, because
    /// many suppliers restart their numbers each year. Who types a number from a paper leaves out white space and
    /// writes small letters; what else parts a number tells it from another: `1/2`, `12`.
    #[must_use]
    pub fn document_key(&self) -> (ExpenseType, String, i32) {
        (self.expense_type, party_identifiers::compact(&self.number), self.issue_date.year())
    }
}

/// The VAT of one rate (BG-23).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpenseVat {
    /// The VAT category (BT-118); `None` for a row that was entered by hand.
    pub category: Option<String>,
    /// The rate in percent (BT-119).
    pub rate: Decimal,
    /// The taxable amount (BT-116).
    pub taxable_amount: Decimal,
    /// The VAT amount (BT-117).
    pub tax_amount: Decimal,
}

/// The origin of an expense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpenseOrigin {
    /// It was entered by hand, or by the caller's system.
    Entered,
    /// It was created from a document that was received over a network.
    Received(ReceivedId, Network),
}

impl ExpenseOrigin {
    /// The network of its document; keys of the other network do not see the expense. `None` for one that was entered:
    /// it belongs to the organization, as an invoice does.
    #[must_use]
    pub const fn network(self) -> Option<Network> {
        match self {
            ExpenseOrigin::Entered => None,
            ExpenseOrigin::Received(_, network) => Some(network),
        }
    }

    /// The document that it was created from; `None` for an expense that was entered.
    #[must_use]
    pub const fn document(self) -> Option<ReceivedId> {
        match self {
            ExpenseOrigin::Entered => None,
            ExpenseOrigin::Received(document, _) => Some(document),
        }
    }

    /// The name of the origin: `manual` or `peppol`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ExpenseOrigin::Entered => "manual",
            ExpenseOrigin::Received(..) => "peppol",
        }
    }
}

/// The results of reviewing and deciding on an expense.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Review {
    /// The reasons why it needs a review.
    pub reasons: Vec<String>,
    /// The reason for its rejection.
    pub rejected: Option<String>,
    /// When it was approved or rejected.
    #[serde(with = "time::serde::rfc3339::option")]
    pub decided_at: Option<OffsetDateTime>,
}

/// An invoice of a supplier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expense {
    /// The id of the expense.
    pub id: ExpenseId,
    /// The organization that owes it.
    pub organization: OrganizationId,
    /// The content of the document.
    pub content: ExpenseContent,
    /// Its origin.
    pub origin: ExpenseOrigin,
    /// Its status on the way into the accounts.
    pub status: ExpenseStatus,
    /// The results of its review.
    pub review: Review,
    /// The sum of its payments and of the amount paid before (BT-113).
    pub paid_amount: Decimal,
    /// The version, which starts at 1 and grows with each change.
    pub version: i32,
    /// When it was entered.
    pub created_at: OffsetDateTime,
}

impl Expense {
    /// The amount that is still to be paid (BT-115).
    #[must_use]
    pub fn outstanding(&self) -> Decimal {
        self.content.totals.total + self.content.rounding - self.paid_amount
    }

    /// The amount owed to its supplier; `None` for a credit note, and when it was rejected or is paid.
    #[must_use]
    pub fn amount_owed(&self) -> Option<Decimal> {
        let is_owed = self.status != ExpenseStatus::Rejected
            && self.content.expense_type != ExpenseType::CreditNote;
        Some(self.outstanding()).filter(|open| is_owed && *open > Decimal::ZERO)
    }

    /// How far it is paid. A negative invoice, by which the supplier owes, is unpaid.
    #[must_use]
    pub fn payment_status(&self) -> PaymentStatus {
        let (open, due) = (self.outstanding(), self.outstanding() + self.paid_amount);
        if open.is_zero() || (open < Decimal::ZERO && due >= Decimal::ZERO) {
            PaymentStatus::Paid
        } else if self.paid_amount > Decimal::ZERO {
            PaymentStatus::PartiallyPaid
        } else {
            PaymentStatus::Unpaid
        }
    }

    /// Whether keys of this network see the expense.
    #[must_use]
    pub fn is_seen_from(&self, network: Network) -> bool {
        self.origin.network().is_none_or(|own| own == network)
    }
}

persistence::listed!(Expense: created_at, id);

/// An expense with its payments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledExpense {
    /// The expense.
    pub expense: Expense,
    /// Its payments, the oldest first.
    pub payments: Vec<Payment>,
}

#[cfg(test)]
mod tests {
    use crate::{ExpenseStatus, decisions::tests::hundred};
    use invoicing::{ContactId, Party};
    use rust_decimal::dec;
    use uuid::Uuid;

    #[test]
    fn a_number_is_one_in_any_case_and_spacing() {
        let key = |number: &str| {
            let content = hundred(ExpenseStatus::Approved).expense.content;
            crate::ExpenseContent { number: number.to_owned(), ..content }.document_key()
        };
        for (one, other, same) in [
            ("W-1", "w-1", true),
            (" FA 2026/1 ", "FA2026/1", true),
            ("fa\u{a0}1", "FA1", true),
            ("Ž1", "ž1", true),
            ("1/2", "12", false),
            ("FA-1", "FA1", false),
            ("01", "1", false),
        ] {
            assert_eq!(key(one) == key(other), same, "{one} {other}");
        }
    }

    #[test]
    fn a_supplier_is_known_by_each_of_its_numbers() {
        let of = |supplier: Party, contact: u128| {
            let content = hundred(ExpenseStatus::Approved).expense.content;
            let supplier_id = ContactId(Uuid::from_u128(contact));
            crate::ExpenseContent { supplier, supplier_id, ..content }.supplier_identities()
        };
        let whole = || Party::new("A").with_ico("12345678").with_ic_dph("SK2020202020");
        let group = |ico: &str| Party::new("G").with_ico(ico).with_ic_dph("SK7020000944");
        for (one, other, same) in [
            ((whole(), 1), (Party::new("A").with_dic("2020202020"), 2), true),
            ((whole(), 1), (Party::new("B").with_ico("12 345 678"), 2), true),
            ((whole(), 1), (Party::new("B").with_ico("87654321"), 2), false),
            ((Party::new("A"), 1), (Party::new("A"), 1), true),
            ((Party::new("A"), 1), (Party::new("A"), 2), false),
            (
                (Party::new("A").with_dic("ATU12345678"), 1),
                (Party::new("B").with_dic("ATU 12345678"), 2),
                true,
            ),
            ((group("31333532"), 1), (group("35757442"), 2), false),
            (
                (Party::new("A").with_dic("NO999999999MVA"), 1),
                (Party::new("B").with_dic("NO888888888MVA"), 2),
                false,
            ),
        ] {
            let (known, new) = (of(one.0.clone(), one.1), of(other.0.clone(), other.1));
            assert_eq!(known.iter().any(|key| new.contains(key)), same, "{one:?} {other:?}");
        }
    }

    #[test]
    fn a_negative_invoice_is_not_paid() {
        use crate::PaymentStatus::{Paid, PartiallyPaid, Unpaid};
        for (total, paid, status) in [
            (dec!(-123), dec!(0), Unpaid),
            (dec!(0), dec!(0), Paid),
            (dec!(100), dec!(0), Unpaid),
            (dec!(100), dec!(40), PartiallyPaid),
            (dec!(100), dec!(100), Paid),
            (dec!(100), dec!(120), Paid),
        ] {
            let mut expense = hundred(ExpenseStatus::Approved).expense;
            (expense.content.totals.total, expense.paid_amount) = (total, paid);
            assert_eq!(expense.payment_status(), status, "{total} {paid}");
            assert_eq!(expense.amount_owed().is_some(), total > paid);
        }
    }
}
