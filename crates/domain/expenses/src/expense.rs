use crate::{ExpenseStatus, ExpenseType, PaymentStatus};
use access::OrganizationId;
use invoicing::{ContactId, Party, Payment, Totals};
use money::{CurrencyCode, Decimal};
use peppol_connector::identifiers::{Network, ReceivedId};
use persistence::{Cursor, Listed, typed_id};
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
    /// The day of the supply (BT-72, BT-7).
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
}

impl ExpenseContent {
    /// What makes two suppliers the same firm, whichever contacts they are: the IČO, else the DIČ, else the
    /// contact.
    #[must_use]
    pub fn supplier_key(&self) -> String {
        let Party { ico, dic, ic_dph, .. } = &self.supplier;
        let slovak = |number: &String| number.strip_prefix("SK").unwrap_or(number).to_owned();
        match (ico, dic.as_ref().or(ic_dph.as_ref())) {
            (Some(ico), _) => format!("ico:{ico}"),
            (None, Some(number)) => format!("dic:{}", slovak(number)),
            (None, None) => format!("contact:{}", self.supplier_id),
        }
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

    /// How far it is paid.
    #[must_use]
    pub fn payment_status(&self) -> PaymentStatus {
        if self.outstanding() <= Decimal::ZERO {
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

impl Listed for Expense {
    fn cursor(&self) -> Cursor {
        Cursor::new(self.created_at, self.id)
    }
}

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
    use uuid::Uuid;

    #[test]
    fn a_supplier_is_known_by_its_numbers() {
        let key = |supplier: Party| {
            let content = hundred(ExpenseStatus::Approved).expense.content;
            crate::ExpenseContent { supplier, supplier_id: ContactId(Uuid::nil()), ..content }
                .supplier_key()
        };
        let dic = "dic:2020202020";
        for (supplier, expected) in [
            (Party::new("A").with_ico("12345678").with_dic("2020202020"), "ico:12345678"),
            (Party::new("A").with_dic("2020202020"), dic),
            (Party::new("B").with_ic_dph("SK2020202020"), dic),
            (Party::new("B").with_ic_dph("ATU12345678"), "dic:ATU12345678"),
            (Party::new("A"), "contact:00000000-0000-0000-0000-000000000000"),
        ] {
            assert_eq!(key(supplier), expected);
        }
    }
}
