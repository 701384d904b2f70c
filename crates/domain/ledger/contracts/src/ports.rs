use crate::{Contract, ContractId, ContractState, PeriodInvoice, PeriodIssued, SendState};
use access::{OrganizationId, Tier};
use idempotency::{Answer, Lease};
use invoicing::{ContactId, Draft, Invoice, InvoiceId, InvoiceStatus};
use jobs::NewJob;
use money::{CurrencyCode, Decimal};
use persistence::{Cursor, Page, StoreError, ids::ProjectId, port};
use time::{Date, OffsetDateTime};

/// Which contracts to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ContractFilter {
    /// Made by keys of this tier only.
    pub tier: Option<Tier>,
    pub state: Option<ContractState>,
    pub customer_id: Option<ContactId>,
    pub project_id: Option<ProjectId>,
    /// Those with a problem, or those without.
    pub problem: Option<bool>,
}

/// A place in the order in which contracts fall due: by day, then by ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ContractCursor {
    pub due_on: Date,
    pub organization: OrganizationId,
    pub contract: ContractId,
}

/// A page of the contracts that are due.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DueContracts {
    pub contracts: Vec<(OrganizationId, ContractId)>,
    /// The cursor of the next page; `None` on the last.
    pub next: Option<ContractCursor>,
}

/// The invoice of a period in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPeriod {
    pub issued: PeriodInvoice,
    pub number: String,
    pub status: InvoiceStatus,
    pub total: Decimal,
    pub currency: CurrencyCode,
}

persistence::listed!(ListedPeriod: issued.issued_at, issued.invoice);

port! {
    /// The storage of contracts.
    pub trait ContractStore: Send + Sync {
        /// Stores a new contract, with the answer under the lease, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when there is no such organization, [`StoreError::LeaseLost`].
        async fn add_contract(
            &self, organization: OrganizationId, contract: &Contract,
            answered: Option<(&Lease, &Answer)>
        ) -> Result<(), StoreError>;

        /// One contract.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn contract(&self, organization: OrganizationId, id: ContractId) -> Result<Contract, StoreError>;

        /// A page of contracts, the newest first.
        async fn contracts(
            &self, organization: OrganizationId, filter: &ContractFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<Contract>, StoreError>;

        /// Changes a contract, and puts a job into the queue, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the stored version differs, [`StoreError::NotFound`].
        async fn change_contract(
            &self, organization: OrganizationId, before: &Contract, after: &Contract,
            job: Option<&NewJob>, now: OffsetDateTime
        ) -> Result<(), StoreError>;

        /// Issues the invoice of a period and stores the result of `decide`: the contract with its next period, the
        /// period's key, the job. All in the transaction of the invoice, or nothing.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the stored version differs: another worker has issued the period, or the
        /// contract was changed. [`StoreError::Taken`] when the period has its invoice, or the number is taken.
        async fn issue_period<D>(
            &self, organization: OrganizationId, before: &Contract, draft: &Draft, decide: D
        ) -> Result<Invoice, StoreError>
        where D: Fn(&Invoice) -> PeriodIssued;

        /// A page of the contracts of all organizations with a period due on a day, the earliest first. Contracts that
        /// wait beyond `now` because of a problem are left out, unless they wait longer than any problem can make
        /// them: then the clock was set back.
        async fn due_contracts(
            &self, today: Date, now: OffsetDateTime, after: Option<ContractCursor>, limit: u16
        ) -> Result<DueContracts, StoreError>;

        /// A page of the invoices of a contract, the newest first.
        async fn period_invoices(
            &self, organization: OrganizationId, contract: ContractId, after: Option<Cursor>, limit: u16
        ) -> Result<Page<ListedPeriod>, StoreError>;

        /// The period that an invoice was issued for.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when no contract has issued it.
        async fn period_invoice(
            &self, organization: OrganizationId, invoice: InvoiceId
        ) -> Result<PeriodInvoice, StoreError>;

        /// Stores the outcome of a send, and puts a job into the queue, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn keep_period_send(
            &self, organization: OrganizationId, invoice: InvoiceId, send: &SendState,
            job: Option<&NewJob>, now: OffsetDateTime
        ) -> Result<(), StoreError>;
    }
}
