use crate::{ExpenseStatus, ExpenseType, PaymentStatus};
use access::OrganizationId;
use invoicing::{ContactId, Firm, Party, Payment, StockRef, Totals};
use money::{CurrencyCode, Decimal};
use peppol_connector::identifiers::{Network, ReceivedId};
use persistence::typed_id;
use serde::{Deserialize, Serialize};
use service_day::iso_date;
use time::{Date, OffsetDateTime};

typed_id!(
    /// An invoice of a supplier.
    ExpenseId
);

/// What a supplier's document says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpenseContent {
    /// What it is (BT-3).
    pub expense_type: ExpenseType,
    /// The supplier's number (BT-1).
    pub number: String,
    /// What a payment of it names.
    pub variable_symbol: Option<String>,
    /// The contact that is the supplier.
    pub supplier_id: ContactId,
    /// The supplier as the document has it (BG-4).
    pub supplier: Party,
    /// BT-2.
    #[serde(with = "iso_date")]
    pub issue_date: Date,
    /// The day of the supply, on which VAT becomes due (BT-7, BT-72).
    #[serde(with = "iso_date::option")]
    pub delivery_date: Option<Date>,
    /// BT-9.
    #[serde(with = "iso_date::option")]
    pub due_date: Option<Date>,
    /// BT-109, BT-110 and BT-112.
    pub totals: Totals,
    /// BG-23; empty where it is not known.
    pub vat: Vec<ExpenseVat>,
    /// What was paid before (BT-113).
    pub prepaid: Decimal,
    /// BT-114.
    pub rounding: Decimal,
    /// BT-5.
    pub currency: CurrencyCode,
    /// For the organization's own people.
    pub note: Option<String>,
    /// What of the stock it brings, once it is approved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stock: Vec<StockLine>,
}

/// What an expense brings of an item of the stock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockLine {
    /// Of what, and where to.
    pub stock: StockRef,
    /// In the item's unit.
    pub quantity: Decimal,
    /// Of one without VAT, in the organization's own currency; the average cost where none is named.
    pub unit_cost: Option<Decimal>,
}

impl ExpenseContent {
    /// What its supplier is known by, each in a text: the contact, and the numbers that no other firm has
    /// ([`Firm::identities`]). Two documents of one supplier have one of them in common.
    #[must_use]
    pub fn supplier_identities(&self) -> Vec<String> {
        let contact = format!("c:{}", self.supplier_id);
        Firm::of(&self.supplier).identities().into_iter().chain([contact]).collect()
    }

    /// What makes two documents of one supplier the same: type, number, and the year of issue, because many begin
    /// their numbers anew each year.
    #[must_use]
    pub fn document_key(&self) -> (ExpenseType, &str, i32) {
        (self.expense_type, self.number.trim(), self.issue_date.year())
    }
}

/// VAT of a rate (BG-23).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpenseVat {
    /// BT-118; none of what was entered by hand.
    pub category: Option<String>,
    /// In percent (BT-119).
    pub rate: Decimal,
    /// BT-116.
    pub taxable_amount: Decimal,
    /// BT-117.
    pub tax_amount: Decimal,
}

/// Where an expense comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpenseOrigin {
    /// Entered by hand, or by the caller's system.
    Entered,
    /// A document that came over a network.
    Received(ReceivedId, Network),
}

impl ExpenseOrigin {
    /// The network of its document: to keys of the other one it is not there. What was entered is the
    /// organization's, as an invoice is.
    #[must_use]
    pub const fn network(self) -> Option<Network> {
        match self {
            ExpenseOrigin::Entered => None,
            ExpenseOrigin::Received(_, network) => Some(network),
        }
    }

    /// The document.
    #[must_use]
    pub const fn document(self) -> Option<ReceivedId> {
        match self {
            ExpenseOrigin::Entered => None,
            ExpenseOrigin::Received(document, _) => Some(document),
        }
    }

    /// `manual` or `peppol`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ExpenseOrigin::Entered => "manual",
            ExpenseOrigin::Received(..) => "peppol",
        }
    }
}

/// What was said of an expense on its way.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Review {
    /// Why it has to be looked at.
    pub reasons: Vec<String>,
    /// Why it was rejected.
    pub rejected: Option<String>,
    /// When it was approved or rejected.
    #[serde(with = "time::serde::rfc3339::option")]
    pub decided_at: Option<OffsetDateTime>,
}

/// An invoice of a supplier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expense {
    /// Its id.
    pub id: ExpenseId,
    /// Whose it is.
    pub organization: OrganizationId,
    /// What the document says.
    pub content: ExpenseContent,
    /// Where it comes from.
    pub origin: ExpenseOrigin,
    /// Where it stands.
    pub status: ExpenseStatus,
    /// What was said of it.
    pub review: Review,
    /// Sum of the payments, and of what the document says was paid before.
    pub paid_amount: Decimal,
    /// Grows with each change, from 1.
    pub version: i32,
    /// When it was entered.
    pub created_at: OffsetDateTime,
}

impl Expense {
    /// What is still to be paid (BT-115).
    #[must_use]
    pub fn outstanding(&self) -> Decimal {
        self.content.totals.total + self.content.rounding - self.paid_amount
    }

    /// What is owed to its supplier: nothing of a credit note, and of what was rejected or is paid.
    #[must_use]
    pub fn owed(&self) -> Option<Decimal> {
        let is_owed = self.status != ExpenseStatus::Rejected
            && self.content.expense_type != ExpenseType::CreditNote;
        Some(self.outstanding()).filter(|open| is_owed && *open > Decimal::ZERO)
    }

    /// How far it is paid. Of a negative invoice, by which the supplier owes, nothing is.
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

    /// Whether keys of this network see it.
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
    /// What was paid, the oldest first.
    pub payments: Vec<Payment>,
}

#[cfg(test)]
mod tests {
    use crate::{ExpenseStatus, decisions::tests::hundred};
    use invoicing::{ContactId, Party};
    use rust_decimal::dec;
    use uuid::Uuid;

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
            assert_eq!(expense.owed().is_some(), total > paid);
        }
    }
}
