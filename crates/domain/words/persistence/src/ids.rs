//! Ids of things that are named by crates which know nothing else of them: an event says which invoice
//! it is about, a limit of requests which link it counts, and neither depends on `invoicing`.
//!
//! An id stands in the crate of its thing; here stand those alone that a crate below it names. The
//! crate of the thing hands them on: write `invoicing::InvoiceId` where that crate is known.

use crate::typed_id;

typed_id!(
    /// An organization: the tenant whose data a request touches.
    OrganizationId,
    /// A partner: manages many organizations with one key.
    PartnerId,
    /// An invoice: issued here, or recorded when another system's document was sent.
    InvoiceId,
    /// A payment of an invoice.
    PaymentId,
    /// One send of one document; also the key of its credit and `document_id` in answers.
    SubmissionId,
    /// A received document.
    ReceivedId,
    /// A report to the tax authority; also the message id of its envelope, so that a repetition is one message.
    TaxReportId,
    /// A document as the tax authority knows it: made of the document by rule ID-BDID-01, no id of ours.
    ReportedDocumentId,
    /// A job of the queue (`job_id`).
    JobId,
    /// An item of a stock.
    StockItemId,
    /// A warehouse.
    WarehouseId,
    /// A document of a stock: a receipt, an issue, a transfer.
    StockDocumentId,
    /// A project that documents belong to.
    ProjectId,
);
