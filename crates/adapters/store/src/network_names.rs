//! Parses texts in the network's tables to values of the domain.

use crate::{error::require_known, names::readers};
use events::ParticipantSource;
use invoice_responses::ResponseState;
use peppol_connector::{
    audit::AuditAction,
    identifiers::{DocumentTypeId, Network, ParticipantId, ProcessId},
    inbox::StatusState,
    registration::PeppolAccount,
    sending::SendMode,
    submissions::State,
};
use peppol_publishing::EntryState;
use persistence::StoreError;
use time::{Time, format_description::BorrowedFormatItem, macros::format_description};

type Parsed<T> = Result<T, StoreError>;

readers! {
    audit_action: AuditAction = "action of the audit log";
    entry_state: EntryState = "state of an entry";
    network: Network = "network";
    response_state: ResponseState = "state of a response";
    source: ParticipantSource = "source";
    state: State = "state";
    status_state: StatusState = "state of a status";
}

/// The participant of a registration, which is stored in lower case, as participants are compared.
pub(crate) fn participant(text: &str) -> Parsed<ParticipantId> {
    require_known("participant", text, text.parse().ok())
}

pub(crate) fn document_type(text: &str) -> Parsed<DocumentTypeId> {
    require_known("document type", text, text.parse().ok())
}

pub(crate) fn process(text: &str) -> Parsed<ProcessId> {
    require_known("process", text, text.parse().ok())
}

/// The status of [`PeppolAccount::None`].
pub(crate) const NEVER_REGISTERED: &str = "none";
const ENROLLED: &str = "enrolled";
const SEND_ONLY: &str = "send_only";
const DEACTIVATED: &str = "deactivated";

/// Status and network of an account.
pub(crate) const fn account_columns(
    account: PeppolAccount,
) -> (&'static str, Option<&'static str>) {
    match account {
        PeppolAccount::None => (NEVER_REGISTERED, None),
        PeppolAccount::Enrolled(network) => (ENROLLED, Some(network.name())),
        PeppolAccount::SendOnly(network) => (SEND_ONLY, Some(network.name())),
        PeppolAccount::Deactivated(network) => (DEACTIVATED, Some(network.name())),
    }
}

pub(crate) fn account(status: &str, network: Option<&str>) -> Parsed<PeppolAccount> {
    let network = network.map(self::network).transpose()?;
    let account = match (status, network) {
        (NEVER_REGISTERED, None) => Some(PeppolAccount::None),
        (ENROLLED, Some(network)) => Some(PeppolAccount::Enrolled(network)),
        (SEND_ONLY, Some(network)) => Some(PeppolAccount::SendOnly(network)),
        (DEACTIVATED, Some(network)) => Some(PeppolAccount::Deactivated(network)),
        _ => None,
    };
    require_known("status of account", status, account)
}

const HOUR: &[BorrowedFormatItem<'_>] = format_description!("[hour]:[minute]");

pub(crate) fn send_mode(mode: &str, time: Option<&str>) -> Parsed<SendMode> {
    let read = match time {
        Some(time) => Time::parse(time, HOUR).ok().map(SendMode::Scheduled),
        None => [SendMode::Immediate, SendMode::Manual].into_iter().find(|one| one.name() == mode),
    };
    require_known("send mode", mode, read.filter(|read| read.name() == mode))
}
