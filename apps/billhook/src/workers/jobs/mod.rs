//! The jobs, one file each; `registry.rs` lists them. The work itself is a use case.

mod compare_registries;
mod enter_participants;
mod expire_staged_documents;
mod issue_due_contracts;
mod make_export;
mod mark_overdue_invoices;
mod organization_mail;
mod purge_answers;
mod purge_events;
mod purge_exports;
mod purge_oauth;
mod purge_tokens;
mod purge_windows;
mod report_tax;
mod send_account_mail;
mod send_claim_mail;
mod send_connection_mail;
mod send_contract_invoice;
mod send_contract_mail;
mod send_due_reminders;
mod send_endpoint_disabled_mail;
mod send_invitation_mail;
mod send_invoice_mail;
mod send_reset_mail;
mod send_status;
mod send_submission;
mod warn_of_certificates;

pub(super) use compare_registries::CompareRegistries;
pub(super) use enter_participants::EnterParticipants;
pub(super) use expire_staged_documents::ExpireStagedDocuments;
pub(super) use issue_due_contracts::IssueDueContracts;
pub(super) use make_export::MakeExport;
pub(super) use mark_overdue_invoices::MarkOverdueInvoices;
pub(super) use purge_answers::PurgeAnswers;
pub(super) use purge_events::PurgeEvents;
pub(super) use purge_exports::PurgeExports;
pub(super) use purge_oauth::PurgeOAuth;
pub(super) use purge_tokens::PurgeTokens;
pub(super) use purge_windows::PurgeWindows;
pub(super) use report_tax::ReportTax;
pub(super) use send_account_mail::{
    SendNewPasswordMail, SendSecondFactorOffMail, SendSecondFactorOnMail,
};
pub(super) use send_claim_mail::SendClaimMail;
pub(super) use send_connection_mail::{SendConnectedMail, SendConnectionEndedMail};
pub(super) use send_contract_invoice::SendContractInvoice;
pub(super) use send_contract_mail::{SendContractMail, SendContractSendMail};
pub(super) use send_due_reminders::SendDueReminders;
pub(super) use send_endpoint_disabled_mail::SendEndpointDisabledMail;
pub(super) use send_invitation_mail::SendInvitationMail;
pub(super) use send_invoice_mail::SendInvoiceMail;
pub(super) use send_reset_mail::SendResetMail;
pub(super) use send_status::SendStatus;
pub(super) use send_submission::SendSubmission;
pub(super) use warn_of_certificates::WarnOfCertificates;
