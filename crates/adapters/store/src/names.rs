//! Names in the database, read back as values of the domain.

use crate::error::known;
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

type Named<T> = Result<T, StoreError>;

pub(crate) fn invoice_type(name: &str) -> Named<InvoiceType> {
    known("invoice type", name, InvoiceType::ALL.into_iter().find(|t| t.name() == name))
}

pub(crate) fn invoice_status(name: &str) -> Named<InvoiceStatus> {
    known("invoice status", name, InvoiceStatus::ALL.into_iter().find(|s| s.name() == name))
}

pub(crate) fn history_action(name: &str) -> Named<HistoryAction> {
    known("history action", name, HistoryAction::ALL.into_iter().find(|a| a.name() == name))
}

/// Who asked for something. Lines from before people and applications were named have keys alone.
pub(crate) fn actor(kind: Option<&str>, id: Option<Uuid>) -> Named<Option<Credential>> {
    let kind = kind.unwrap_or("key");
    id.map(|id| known("actor", kind, Credential::of(kind, CredentialId(id)))).transpose()
}

pub(crate) fn origin(name: &str) -> Named<Origin> {
    known("origin", name, Origin::ALL.into_iter().find(|o| o.name() == name))
}

pub(crate) fn currency_code(code: &str) -> Named<CurrencyCode> {
    known("currency", code, code.parse().ok())
}

pub(crate) fn currency(code: &str) -> Named<Currency> {
    known("currency", code, code.parse().ok())
}

pub(crate) fn plan(name: &str) -> Named<Plan> {
    known("plan", name, name.parse().ok())
}

pub(crate) fn role(name: &str) -> Named<Role> {
    known("role", name, name.parse().ok())
}

pub(crate) fn scopes(names: &str) -> Named<Scopes> {
    known("scopes", names, names.parse().ok())
}

pub(crate) fn tier(name: &str) -> Named<Tier> {
    known("tier", name, [Tier::Test, Tier::Live].into_iter().find(|t| t.name() == name))
}

pub(crate) fn token_kind(name: &str) -> Named<TokenKind> {
    known("kind of token", name, TokenKind::ALL.into_iter().find(|kind| kind.name() == name))
}

pub(crate) fn language(code: &str) -> Named<Language> {
    known("language", code, Language::from_code(code))
}

pub(crate) fn email_kind(name: &str) -> Named<EmailKind> {
    known("kind of mail", name, EmailKind::ALL.into_iter().find(|kind| kind.name() == name))
}

pub(crate) fn email_state(name: &str) -> Named<EmailState> {
    known("state of a mail", name, EmailState::ALL.into_iter().find(|state| state.name() == name))
}

pub(crate) fn statement_format(name: &str) -> Named<Format> {
    known("format", name, Format::ALL.into_iter().find(|f| f.name() == name))
}

pub(crate) fn line_state(name: &str) -> Named<LineState> {
    known("line state", name, LineState::ALL.into_iter().find(|s| s.name() == name))
}

pub(crate) fn proposal_state(name: &str) -> Named<ProposalState> {
    known("proposal state", name, ProposalState::ALL.into_iter().find(|s| s.name() == name))
}

pub(crate) fn match_reason(name: &str) -> Named<Reason> {
    known("reason", name, Reason::ALL.into_iter().find(|r| r.name() == name))
}

const YEAR_STYLES: [(YearStyle, &str); 3] =
    [(YearStyle::Four, "four"), (YearStyle::Two, "two"), (YearStyle::None, "none")];

pub(crate) fn year_style(name: &str) -> Named<YearStyle> {
    let style = YEAR_STYLES.iter().find(|(_, known)| *known == name).map(|(style, _)| *style);
    known("year style", name, style)
}

pub(crate) fn year_style_name(style: YearStyle) -> &'static str {
    match style {
        YearStyle::Four => "four",
        YearStyle::Two => "two",
        YearStyle::None => "none",
    }
}

pub(crate) fn granted_scopes(names: &str) -> Named<GrantedScopes> {
    known("scopes", names, names.parse().ok())
}

pub(crate) fn resource(name: &str) -> Named<Resource> {
    known("resource", name, Resource::ALL.into_iter().find(|r| r.name() == name))
}

pub(crate) fn revoked_because(name: &str) -> Named<RevokedBecause> {
    known("reason", name, RevokedBecause::ALL.into_iter().find(|r| r.name() == name))
}
