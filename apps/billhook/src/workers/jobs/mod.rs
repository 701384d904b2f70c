//! The jobs, one file each; `registry.rs` lists them. The work itself is a use case.

mod expire_staged_documents;
mod issue_due_contracts;
mod mark_overdue_invoices;
mod purge_answers;
mod purge_events;
mod purge_windows;
mod send_claim_mail;
mod send_contract_invoice;
mod send_contract_mail;
mod send_due_reminders;
mod send_endpoint_disabled_mail;
mod send_invoice_mail;
mod send_submission;

pub(super) use expire_staged_documents::ExpireStagedDocuments;
pub(super) use issue_due_contracts::IssueDueContracts;
pub(super) use mark_overdue_invoices::MarkOverdueInvoices;
pub(super) use purge_answers::PurgeAnswers;
pub(super) use purge_events::PurgeEvents;
pub(super) use purge_windows::PurgeWindows;
pub(super) use send_claim_mail::SendClaimMail;
pub(super) use send_contract_invoice::SendContractInvoice;
pub(super) use send_contract_mail::{SendContractMail, SendContractSendMail};
pub(super) use send_due_reminders::SendDueReminders;
pub(super) use send_endpoint_disabled_mail::SendEndpointDisabledMail;
pub(super) use send_invoice_mail::SendInvoiceMail;
pub(super) use send_submission::SendSubmission;
