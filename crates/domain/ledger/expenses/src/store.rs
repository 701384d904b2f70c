use crate::{
    Expense, ExpenseChange, ExpenseError, ExpenseId, ExpenseStatus, ExpenseType, PaymentStatus,
    SettledExpense,
};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{Contact, ContactId};
use peppol_connector::identifiers::Network;
use persistence::{Cursor, Page, StoreError, ids::ProjectId, port};
use time::{Date, OffsetDateTime};

/// An expense to store.
#[derive(Debug, Clone, PartialEq)]
pub struct NewExpense {
    /// The expense, without payments.
    pub expense: Expense,
    /// Its supplier, when that is not a contact yet. A contact with the same id is not changed.
    pub contact: Option<Contact>,
}

/// Which expenses to list; `None` means any.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExpenseFilter {
    /// Expenses that keys of this network see: those of documents of the other network are left out.
    pub seen_from: Option<Network>,
    /// Expenses in this status only.
    pub status: Option<ExpenseStatus>,
    /// Expenses with this payment status only.
    pub payment_status: Option<PaymentStatus>,
    /// Expenses of this type only.
    pub expense_type: Option<ExpenseType>,
    /// Expenses of this supplier only.
    pub supplier_id: Option<ContactId>,
    /// Expenses of this project only.
    pub project_id: Option<ProjectId>,
    /// Part of the supplier's name, in any case, with or without diacritics.
    pub supplier: Option<String>,
    /// The exact number (BT-1).
    pub number: Option<String>,
    /// Issued on this day or later.
    pub issued_from: Option<Date>,
    /// Issued on this day or earlier.
    pub issued_to: Option<Date>,
    /// Due on this day or later.
    pub due_from: Option<Date>,
    /// Due on this day or earlier.
    pub due_to: Option<Date>,
    /// Only what is owed to suppliers, as the dashboard counts it: [`Expense::amount_owed`].
    pub owed: bool,
}

impl ExpenseFilter {
    /// The text that [`invoicing::search_name`] of the supplier's name must contain.
    #[must_use]
    pub fn search_name(&self) -> Option<String> {
        self.supplier.as_deref().map(invoicing::search_name)
    }
}

port! {
    /// The store of expenses.
    pub trait ExpenseStore: Send + Sync {
        /// Stores a new expense with its contact, and the answer under the lease, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::Taken`] when there is one that is not rejected and was made of the same document, or has the
        /// same supplier ([`crate::ExpenseContent::supplier_identities`]), type, number and year; the sandbox's
        /// documents are separate. It names the other's id, unless both arrived at once. [`StoreError::NotFound`] when
        /// there is no such organization, contact or document; [`StoreError::LeaseLost`].
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

        /// Reads the expense, locks it, and stores what `decide` returns, and the answer under its lease with the time
        /// of the answer, in one transaction. Concurrent changes of the same expense wait.
        ///
        /// # Errors
        /// The refusal of `decide`, [`StoreError::NotFound`], [`StoreError::Taken`] as for a new expense,
        /// [`StoreError::LeaseLost`]. Nothing is stored then.
        async fn change_expense<D>(
            &self, organization: OrganizationId, id: ExpenseId,
            answered: Option<(&Lease, OffsetDateTime)>, decide: D
        ) -> Result<Answer, ExpenseError>
        where D: Fn(&SettledExpense) -> Result<(ExpenseChange, Answer), ExpenseError>;
    }
}
