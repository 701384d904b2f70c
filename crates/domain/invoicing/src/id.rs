use persistence::typed_id;

typed_id!(
    /// An invoice: issued here, or recorded when another system's document was sent.
    InvoiceId,
    /// A payment of an invoice.
    PaymentId,
    /// A customer, or the supplier of a self-billed invoice or an expense.
    ContactId,
    /// An account of the organization.
    BankAccountId,
    /// A vehicle of the organization.
    VehicleId,
    /// A file of an invoice.
    AttachmentId,
    /// A contract, by which invoices recur.
    ContractId,
    /// A mutual set-off of an invoice and an expense.
    OffsetId,
);
