//! Parses names in the database to values of the domain.

use crate::error::require_known;
use access::{Credential, CredentialId, Plan, Role, Scopes, Tier};
use bank_statements::{Format, LineState, ProposalState, Reason};
use correspondence::{EmailKind, EmailState};
use invoicing::{
    InvoiceStatus, InvoiceType, numbering::YearStyle, recording::Origin, states::HistoryAction,
};
use languages::Language;
use money::{Currency, CurrencyCode};
use oauth::{
    authorizations::{GrantedScopes, Resource},
    connections::RevokedBecause,
};
use persistence::StoreError;
use sapi_sk::TokenKind;
use uuid::Uuid;

type Parsed<T> = Result<T, StoreError>;

/// Functions that parse a name; an unknown name is an error that says what was read.
macro_rules! readers {
    ($($reader:ident: $type:ty = $what:literal;)+) => { $(
        pub(crate) fn $reader(name: &str) -> Result<$type, StoreError> {
            require_known($what, name, <$type>::of_name(name))
        }
    )+ };
}
pub(crate) use readers;

readers! {
    email_kind: EmailKind = "kind of mail";
    email_state: EmailState = "state of a mail";
    history_action: HistoryAction = "history action";
    invoice_status: InvoiceStatus = "invoice status";
    invoice_type: InvoiceType = "invoice type";
    origin: Origin = "origin";
    plan: Plan = "plan";
    resource: Resource = "resource";
    revoked_because: RevokedBecause = "reason";
    role: Role = "role";
    tier: Tier = "tier";
    token_kind: TokenKind = "kind of token";
    year_style: YearStyle = "year style";
}

/// The credentials of a change. Older lines have a key and no kind.
pub(crate) fn actor(kind: Option<&str>, id: Option<Uuid>) -> Parsed<Option<Credential>> {
    let kind = kind.unwrap_or("key");
    id.map(|id| require_known("actor", kind, Credential::of(kind, CredentialId(id)))).transpose()
}

pub(crate) fn currency_code(code: &str) -> Parsed<CurrencyCode> {
    require_known("currency", code, code.parse().ok())
}

pub(crate) fn currency(code: &str) -> Parsed<Currency> {
    require_known("currency", code, code.parse().ok())
}

pub(crate) fn scopes(names: &str) -> Parsed<Scopes> {
    require_known("scopes", names, names.parse().ok())
}

pub(crate) fn language(code: &str) -> Parsed<Language> {
    require_known("language", code, Language::from_code(code))
}

pub(crate) fn statement_format(name: &str) -> Parsed<Format> {
    require_known("format", name, Format::ALL.into_iter().find(|f| f.name() == name))
}

pub(crate) fn line_state(name: &str) -> Parsed<LineState> {
    require_known("line state", name, LineState::ALL.into_iter().find(|s| s.name() == name))
}

pub(crate) fn proposal_state(name: &str) -> Parsed<ProposalState> {
    require_known("proposal state", name, ProposalState::ALL.into_iter().find(|s| s.name() == name))
}

pub(crate) fn match_reason(name: &str) -> Parsed<Reason> {
    require_known("reason", name, Reason::ALL.into_iter().find(|r| r.name() == name))
}

pub(crate) fn granted_scopes(names: &str) -> Parsed<GrantedScopes> {
    require_known("scopes", names, names.parse().ok())
}
