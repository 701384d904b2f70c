//! What callers send. One declaration of a request (`request!`) makes its field list, its reader
//! and its schema in the OpenAPI document.
//!
//! serde's derived readers stop at the first error, let the last of two equal members win and push
//! numbers through floats. Here a body is read member by member over `serde_json`'s raw values:
//! numbers stay text until [`money::parse`] reads them, and unknown and repeated members are
//! violations with their path.

mod accounting;
mod connector;
mod contract;
mod correspondence;
mod expense;
mod export;
mod fault;
mod field;
mod invoice;
mod invoice_change;
mod json;
mod key;
mod names;
mod offset;
mod organization;
mod party;
mod payment;
mod project;
mod proposal;
mod raw;
mod read;
mod records;
mod response;
mod sending;
mod series;
mod statement_mapping;
mod stock;
mod webhook;

pub use accounting::AccountingProgramBody;
pub use connector::{ConnectorSend, PreflightDocument};
pub use contract::{ContractChangeBody, ContractCreate, ResumeBody};
pub use correspondence::{EmailBody, MailInput, ReminderBody, ReminderSettingsBody};
pub use expense::{
    ExpenseChangeBody, ExpenseCreate, ExpenseRequest, ExpenseStockBody, RejectBody, VatRowBody,
};
pub use export::ExportCreate;
pub use field::Field;
pub use invoice::{AttachmentBody, DecimalText, InvoiceCreate, IssueBody, ItemBody, NumberOrText};
pub use invoice_change::{InvoicePatch, ItemPatch};
pub use json::{Found, parse};
pub use key::{KeyCreate, KeyRotate};
pub use names::{
    AttemptOutcomeName, AuditActionName, AuditFormatName, BatchStatusName, ContractStateName,
    CurrencyCode, DeliveryStateName, DisabledReasonName, DocumentStateName, DocumentType,
    EmailKindName, EmailStateName, EntryStateName, EventTypeName, ExpenseStatusName,
    ExpenseTypeName, ExportStateName, FailedReasonName, InvoiceResponseName, KeyStateName,
    LanguageName, LedgerKindName, LineReasonName, LineStateName, MailProfileName, ModeName,
    NumberSeriesActionName, OriginName, PaymentMethodName, PaymentStatusName, PdfFormatName,
    PeppolStatusName, PlanName, PostingKindName, PostingStateName, ProblemCodeName,
    ProgramKindName, ProjectStatusName, ProposalStateName, QueuedName, RegistrationStatusName,
    RejectReasonName, ReportStateName, ResponseStateName, ScopeName, SendModeName, SendStatusName,
    SetOffLanguageName, SeverityName, StatementFormatName, StatusName, StatusStateName,
    StockDocumentStatusName, StockDocumentTypeName, TaxTreatmentName, TierName, UnitName,
    WarningName, XmlFormatName, YearName,
};
pub use offset::OffsetBody;
pub use organization::{
    ClaimProofBody, EnrollBody, OrganizationCreate, OrganizationOptions, new_organization,
    read_organization,
};
pub use party::{AddressBody, AddressParts, CustomerBody};
pub use payment::PaymentBody;
pub use project::{BudgetBody, ProjectBody};
pub use proposal::ProposalInvoiceBody;

pub use read::{read, read_optional, read_optional_with_violations, read_with_violations};
pub use records::{BankAccountBody, BankAccountChange, CustomerChange, CustomerMerge, VehicleBody};
pub use response::{ReasonBody, ReceiveResponsesBody, RespondBody};
pub use sending::{BatchSend, ReleaseBody, SendSettingsBody};
pub use series::SeriesFormatBody;
pub use statement_mapping::{MappingBody, MappingRequest};
pub use stock::{StockDocumentBody, StockDocumentLineBody, StockItemBody, WarehouseBody};
pub use webhook::{
    PartnerWebhookBody, WebhookBody, WebhookChangeBody, WebhookRequest, WebhookTestBody,
};

refusals::list![fault::RequestFault];
