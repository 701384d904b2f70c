use crate::requests::{PostingKindName, PostingStateName, ProgramKindName};
use accounting_programs::{
    Link, OffsetPosting, ProgramFailure, ProgramInfo, ProgramUrl, ShownPosting,
};
use serde::Serialize;
use time::{Date, OffsetDateTime};
use use_cases::ledger::accounting::SavedLink;
use utoipa::ToSchema;
use uuid::Uuid;

/// The accounting program that an organization has linked.
#[derive(Serialize, ToSchema)]
pub struct AccountingProgramView<'a> {
    pub id: Uuid,
    #[schema(value_type = ProgramKindName, example = "pohoda_mserver")]
    pub kind: &'static str,
    /// Where the program is; null of one that comes by itself
    #[schema(example = "https://pohoda.example.com:5336")]
    pub url: Option<&'a str>,
    pub user: Option<&'a str>,
    pub company_id: Option<&'a str>,
    pub bank_account: Option<&'a str>,
    pub cash_register: Option<&'a str>,
    pub set_off_assignment: Option<&'a str>,
    /// Documents issued on this day or later are exported
    #[serde(with = "service_day::iso_date")]
    pub from_date: Date,
    /// When the program last answered
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub answered_at: Option<OffsetDateTime>,
    /// Why the last request brought no answer; null: it brought one
    pub error: Option<&'a str>,
    /// When the next request is made after one without an answer
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub retry_at: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: OffsetDateTime,
    /// pohoda_fetch: the address from which Pohoda fetches and to which it posts its answers. It holds a secret and is in
    /// the answers alone that made the link or gave the address another token
    pub fetch_url: Option<String>,
}

impl<'a> AccountingProgramView<'a> {
    pub(super) fn of(link: &'a Link) -> Self {
        let settings = &link.settings;
        Self {
            id: link.id.0,
            kind: link.kind.name(),
            url: link.url.as_ref().map(ProgramUrl::as_str),
            user: settings.user.as_deref(),
            company_id: settings.company_id.as_deref(),
            bank_account: settings.bank_account.as_deref(),
            cash_register: settings.cash_register.as_deref(),
            set_off_assignment: settings.set_off_assignment.as_deref(),
            from_date: link.from_date,
            answered_at: link.contact.answered_at,
            error: link.contact.error.as_deref(),
            retry_at: link.contact.retry_at,
            created_at: link.created_at,
            fetch_url: None,
        }
    }

    pub(super) fn made(saved: &'a SavedLink, base_url: &str) -> Self {
        Self { fetch_url: saved.fetch_address(base_url), ..Self::of(&saved.link) }
    }
}

/// What the program said when the connection was tested.
#[derive(Serialize, ToSchema)]
pub struct ConnectionTestView {
    /// Whether the program lets us in
    pub ok: bool,
    /// Why not
    pub error: Option<String>,
    /// The company whose books are open, as the program calls it
    pub company: Option<String>,
    /// The IČO of that company
    pub ico: Option<String>,
}

impl ConnectionTestView {
    pub(super) fn of(said: Result<ProgramInfo, ProgramFailure>) -> Self {
        let error = said.as_ref().err().map(ToString::to_string);
        let ProgramInfo { company, ico } = said.unwrap_or_default();
        Self { ok: error.is_none(), error, company, ico }
    }
}

/// Something on its way into the accounting program.
#[derive(Serialize, ToSchema)]
pub struct PostingView {
    pub id: Uuid,
    #[serde(rename = "type")]
    #[schema(value_type = PostingKindName, example = "invoice")]
    pub kind: &'static str,
    /// The id of the invoice, the expense, the payment or the set-off; the program knows it under this id
    pub subject_id: Uuid,
    /// The invoice or expense that it is of
    pub document_id: Uuid,
    #[schema(value_type = PostingStateName, example = "created")]
    pub status: &'static str,
    /// Why it waits, why the program refused it, or what the program warns of
    pub reason: Option<String>,
    /// The program's own id of the document
    #[schema(example = "4711")]
    pub program_id: Option<String>,
    /// The program's own number of the document
    #[schema(example = "26FV00001")]
    pub program_number: Option<String>,
    /// Requests in which it was sent
    pub attempts: u32,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: OffsetDateTime,
    /// When the program answered
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub concluded_at: Option<OffsetDateTime>,
}

impl PostingView {
    pub(super) fn of(shown: &ShownPosting, link: &Link) -> Self {
        let posting = &shown.posting;
        Self {
            id: posting.id.0,
            kind: posting.subject.kind.name(),
            subject_id: posting.subject.id,
            document_id: posting.subject.document,
            status: posting.state.name(),
            reason: shown.reason(link),
            program_id: posting.program_id.clone(),
            program_number: posting.program_number.clone(),
            attempts: posting.attempts,
            created_at: posting.created_at,
            concluded_at: posting.concluded_at,
        }
    }
}

/// How far a set-off is in the accounting program.
#[derive(Serialize, ToSchema)]
pub struct AccountingView {
    /// pending until an internal document is made of it, then created; failed when the program refused it
    #[schema(value_type = PostingStateName, example = "pending")]
    pub status: &'static str,
    /// Why; null of one that was created without a warning
    pub reason: Option<String>,
}

impl From<OffsetPosting> for AccountingView {
    fn from(OffsetPosting { state, reason }: OffsetPosting) -> Self {
        Self { status: state.name(), reason }
    }
}
