//! Every use case of Billhook: each reads what it must know, asks the domain for a decision and keeps
//! what that decides. Routes, workers and commands call these functions and write nothing by
//! themselves.
//!
//! A use case of a tenant takes a [`Context`]: the organization, the tier of the caller's key and the
//! [`Ports`]. What concerns the installation, or finds its tenant by itself, takes the [`Ports`]. There
//! is no HTTP, runtime or driver here; all futures are `Send`.

#![deny(clippy::disallowed_methods)]

mod addressed;
mod attempt;
mod bank_matching;
mod bank_proposals;
mod bank_statements;
mod change_invoice;
mod choices;
pub mod connector;
mod context;
pub mod contracts;
pub mod correspondence;
mod credit;
mod dashboard;
mod deliver;
mod deliver_error;
mod details;
mod document_files;
mod documents;
mod exchange_log;
mod exchange_rate;
pub mod expenses;
pub mod exports;
mod flight;
mod hand_out_pdf;
mod idempotent;
mod invoice_files;
mod invoice_sends;
mod issue_invoice;
pub mod keys;
mod known_contact;
mod maintenance;
pub mod members;
mod missing_receipt;
mod native_send;
mod number_series;
pub mod oauth;
mod offsets;
pub mod operator;
mod organization_mail;
pub mod organizations;
mod overdue;
mod payments;
mod ports;
mod provider_reports;
pub mod publishing;
mod queue;
mod receive_document;
mod receive_error;
mod receive_status;
pub mod records;
mod rejection;
pub mod responses;
mod retry;
pub mod sapi;
mod search;
pub mod secrets;
mod send_settings;
mod send_status;
pub mod sign_in;
mod state_notice;
mod statement_mappings;
mod status_owed;
mod tax_reports;
mod trail;
mod ubl;
mod unsent_mail;
mod usage;
mod viewed;
pub mod webhooks;
mod whole_invoice;

pub use ::database::Database;
pub use bank_proposals::{accept_proposal, choose_invoice, invoices_to_choose, refuse_proposal};
pub use bank_statements::{
    StatementError, TakenFile, TakenStatement, statement_lines, take_statement, take_statements,
};
pub use change_invoice::{
    ChangeInvoiceError, IssueDraft, delete_draft, edit_invoice, editable_invoice, invoice_history,
    issue_draft, move_invoice, preview_edit,
};
pub use choices::{OfferedCustomers, customers_to_choose, vehicles_to_choose};
pub use context::Context;
pub use credit::{CreditStatus, credit_entries, credit_status};
pub use dashboard::{Overview, onboarding, overview, summary};
pub use deliver::{Delivered, SubmissionSender};
pub use deliver_error::DeliverError;
pub use details::{DetailsError, InvoiceDetails, details_of, invoice_details};
pub use document_files::{received_attachments, received_receipt, received_xml, sent_xml};
pub use documents::{
    Documented, ReadDocument, acknowledge, fs_report, read_received, received_document,
    sent_document,
};
pub use exchange_rate::RateLookup;
pub use flight::{Evidence, EvidenceKind, Flight, evidence, flight, owed_status, status_flight};
pub use hand_out_pdf::{MadePdf, hand_out_pdf};
pub use idempotent::IdempotencyError;
pub use invoice_files::{ChangeFilesError, attach_file, detach_files};
pub use invoice_sends::{InvoiceSends, invoice_sends};
pub use issue_invoice::{
    ISSUE_OPERATION, Issue, IssueError, admit_issue, issue_invoice, preview_invoice, sum_up,
};
pub use maintenance::{
    expire_staged_documents, purge_answers, purge_events, purge_exports, purge_tokens,
    purge_windows,
};
pub use native_send::{
    InvoicePreflight, NativeSendError, preflight_invoice, send_batch, send_invoice,
};
pub use number_series::set_series_format;
pub use offsets::{Agreement, OffsetFailure, agreement, offset_record, set_off, undo_set_off};
pub use overdue::make_overdue;
pub use payments::{ChangePaymentsError, record_payment, take_payment_back};
pub use ports::{NoRandomness, Ports, Runtime, WorkLost};
pub use provider_reports::{
    MakeReportsError, SendReportError, late_provider_reports, make_provider_reports,
    missed_provider_reports, remake_provider_reports, send_provider_report,
};
pub use queue::{Queue, queue};
pub use receive_document::receive_document;
pub use receive_error::ReceiveError;
pub use receive_status::receive_status;
pub use search::{Found, search};
pub use send_settings::{release_held, set_send_mode};
pub use send_status::{SendStatusError, StatusAttempt, send_status};
pub use state_notice::{NoticeError, take_notice};
pub use statement_mappings::{MappingError, forget_mapping, map_columns, mapping, mappings};
pub use tax_reports::{Reported, report_document, withdraw_reports};
pub use trail::{TrailEvent, TrailLine, invoice_trail};
pub use ubl::{UblError, UblFile, UblSource, archived_or_preview, ubl_of};
pub use unsent_mail::UnsentMail;
pub use usage::{ManagedUsage, USAGE_ROWS, UsageReport, managed_usage, usage};
pub use viewed::{ViewedError, invoice_of_link, viewed};
pub use whole_invoice::{WholeInvoice, whole_invoice};
