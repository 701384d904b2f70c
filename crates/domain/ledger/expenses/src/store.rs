use crate::{
    Expense, ExpenseChange, ExpenseError, ExpenseId, ExpenseStatus, ExpenseType, PaymentStatus,
    SettledExpense,
};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{Contact, ContactId};
use peppol_connector::identifiers::Network;
use persistence::{Cursor, Page, StoreError, port};
use time::{Date, OffsetDateTime};

/// An expense to keep.
#[derive(Debug, Clone, PartialEq)]
pub struct NewExpense {
    /// The expense, without payments.
    pub expense: Expense,
    /// Its supplier, where that is not a contact yet. One with the same id is kept as it is.
    pub contact: Option<Contact>,
}

/// Which expenses to list; `None` means any.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExpenseFilter {
    /// As keys of this network see them: those of documents of the other one are not there.
    pub seen_from: Option<Network>,
    /// In this status only.
    pub status: Option<ExpenseStatus>,
    /// As far paid only.
    pub payment_status: Option<PaymentStatus>,
    /// Of this type only.
    pub expense_type: Option<ExpenseType>,
    /// Of this contact only.
    pub supplier_id: Option<ContactId>,
    /// Part of the supplier's name, in any case, with or without diacritics.
    pub supplier: Option<String>,
    /// The exact number.
    pub number: Option<String>,
    /// Issued on this day or later.
    pub issued_from: Option<Date>,
    /// Inclusive.
    pub issued_to: Option<Date>,
    /// Due on this day or later.
    pub due_from: Option<Date>,
    /// Inclusive.
    pub due_to: Option<Date>,
    /// Only what is owed to suppliers, as the dashboard counts it: [`Expense::owed`].
    pub owed: bool,
}

impl ExpenseFilter {
    /// What [`invoicing::search_name`] of the supplier must hold.
    #[must_use]
    pub fn search_name(&self) -> Option<String> {
        self.supplier.as_deref().map(invoicing::search_name)
    }
}

port! {
    /// Where expenses are kept.
    pub trait ExpenseStore: Send + Sync {
        /// Keeps a new expense with its contact, and the answer under the lease, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::Taken`], with its id unless both came at once, when one that is not rejected was made of the
        /// same document, or has the same supplier ([`crate::ExpenseContent::supplier_identities`]), type, number and
        /// year (the sandbox's documents apart); [`StoreError::NotFound`] when there is no such organization, contact or document; [`StoreError::LeaseLost`].
        async fn add_expense(
            &self, organization: OrganizationId, new: &NewExpense, answered: Option<(&Lease, &Answer)>
        ) -> Result<(), StoreError>;

        /// One expense with its payments.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn expense(
            &self, organization: OrganizationId, id: ExpenseId
        ) -> Result<SettledExpense, StoreError>;

        /// A page of expenses, the newest first.
        async fn expenses(
            &self, organization: OrganizationId, filter: &ExpenseFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<Expense>, StoreError>;

        /// Reads the expense, locks it, and keeps what `decide` makes of it, and the answer under its lease and
        /// since when it is there, in one transaction. Whoever changes the same expense waits.
        ///
        /// # Errors
        /// What `decide` refuses, [`StoreError::NotFound`], [`StoreError::Taken`] as of a new one,
        /// [`StoreError::LeaseLost`]; nothing is kept then.
        async fn change_expense<D>(
            &self, organization: OrganizationId, id: ExpenseId,
            answered: Option<(&Lease, OffsetDateTime)>, decide: D
        ) -> Result<Answer, ExpenseError>
        where D: Fn(&SettledExpense) -> Result<(ExpenseChange, Answer), ExpenseError>;
    }
}
