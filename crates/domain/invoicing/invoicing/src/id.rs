pub use persistence::ids::{InvoiceId, PaymentId};

use persistence::typed_id;

typed_id!(
    /// A customer, or the supplier of a self-billed invoice or an expense.
    ContactId,
    /// An account of the organization.
    BankAccountId,
    /// A vehicle of the organization.
    VehicleId,
    /// A line of the history of an invoice.
    HistoryEntryId,
    /// A file of an invoice.
    AttachmentId,
    /// A contract, by which invoices recur.
    ContractId,
    /// A mutual set-off of an invoice and an expense.
    OffsetId,
);
