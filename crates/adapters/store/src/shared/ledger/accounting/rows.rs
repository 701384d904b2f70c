use super::super::super::sql::*;
use crate::{
    error::{backend, require_known},
    names,
};
use access::OrganizationId;
use accounting_programs::{
    Contact, Link, LinkId, NextPosting, Posting, PostingId, PostingKind, PostingState, ProgramKind,
    ProgramUrl, ShownPosting, Subject,
};
use secret_text::SecretHash;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

columns! {
    pub(super) struct LinkRow {
        organization_id: Uuid,
        id: Uuid,
        tier: String,
        kind: String,
        url: Option<String>,
        settings: String,
        from_date: Date,
        looked_through_on: Option<Date>,
        failures: i64,
        error: Option<String>,
        retry_at: Option<OffsetDateTime>,
        answered_at: Option<OffsetDateTime>,
        version: i32,
        created_at: OffsetDateTime,
    }
}

impl LinkRow {
    /// The columns of `accounting_links`, without the secrets.
    pub(super) const COLUMNS: Fragment = Fragment(
        "organization_id, id, tier, kind, url, settings, from_date, looked_through_on, failures, error, retry_at,
         answered_at, version, created_at",
    );

    pub(super) fn into_domain(self) -> Result<(OrganizationId, Link)> {
        let contact = Contact {
            failures: u32::try_from(self.failures).unwrap_or(u32::MAX),
            error: self.error,
            retry_at: self.retry_at,
            answered_at: self.answered_at,
        };
        let kind = ProgramKind::of_name(&self.kind);
        let link = Link {
            id: LinkId(self.id),
            tier: names::tier(&self.tier)?,
            kind: require_known("kind of accounting program", &self.kind, kind)?,
            url: self.url.map(ProgramUrl::stored).transpose().map_err(backend)?,
            settings: serde_json::from_str(&self.settings).map_err(backend)?,
            from_date: self.from_date,
            looked_through: self.looked_through_on,
            contact,
            version: self.version,
            created_at: self.created_at,
        };
        Ok((OrganizationId(self.organization_id), link))
    }
}

pub(super) fn settings(link: &Link) -> Result<String> {
    serde_json::to_string(&link.settings).map_err(backend)
}

pub(super) fn link_row<'a>(
    organization: OrganizationId,
    link: &'a Link,
    settings: &'a str,
    (secret, token): (Option<&'a Vec<u8>>, Option<&'a SecretHash>),
) -> NewRow<'a> {
    row!("accounting_links",
        organization_id: organization,
        id: link.id.0,
        tier: link.tier.name(),
        kind: link.kind.name(),
        url: link.url.as_ref().map(ProgramUrl::as_str),
        settings: settings,
        secret: secret,
        token: token.map(|hash| hash.0.as_slice()),
        from_date: link.from_date,
        looked_through_on: link.looked_through,
        failures: i64::from(link.contact.failures),
        error: link.contact.error.as_deref(),
        retry_at: link.contact.retry_at,
        answered_at: link.contact.answered_at,
        version: link.version,
        created_at: link.created_at,
    )
}

columns! {
    pub(super) struct PostingRow {
        id: Uuid,
        link_id: Uuid,
        kind: String,
        subject_id: Uuid,
        document_id: Uuid,
        counterpart_id: Option<Uuid>,
        state: String,
        is_doubtful: bool,
        taken_at: Option<OffsetDateTime>,
        attempts: i64,
        program_id: Option<String>,
        program_number: Option<String>,
        note: Option<String>,
        created_at: OffsetDateTime,
        concluded_at: Option<OffsetDateTime>,
    }
}

columns! {
    pub(super) struct HeldRow {
        is_held: bool,
    }
}

columns! {
    pub(super) struct ReadyRow {
        is_ready: bool,
    }
}

/// The columns of `accounting_postings p`.
pub(super) const POSTING: Fragment = Fragment(
    "p.id, p.link_id, p.kind, p.subject_id, p.document_id, p.counterpart_id, p.state, p.is_doubtful, p.taken_at,
     p.attempts, p.program_id, p.program_number, p.note, p.created_at, p.concluded_at",
);

/// Whether the program has refused a document that `p` is about.
pub(super) const HELD: Fragment = Fragment(
    "EXISTS (SELECT 1 FROM accounting_postings d
       WHERE d.organization_id = p.organization_id AND d.link_id = p.link_id AND d.kind IN ('invoice', 'expense')
         AND d.subject_id IN (p.document_id, p.counterpart_id) AND d.id <> p.id AND d.state = 'failed')",
);

/// Whether the program is still to make a document that `p` is about.
pub(super) const WAITING: Fragment = Fragment(
    "EXISTS (SELECT 1 FROM accounting_postings d
       WHERE d.organization_id = p.organization_id AND d.link_id = p.link_id AND d.kind IN ('invoice', 'expense')
         AND d.subject_id IN (p.document_id, p.counterpart_id) AND d.id <> p.id AND d.state <> 'created')",
);

impl PostingRow {
    pub(super) fn into_domain(self) -> Result<Posting> {
        let kind = require_known("kind of posting", &self.kind, PostingKind::of_name(&self.kind))?;
        let state =
            require_known("state of a posting", &self.state, PostingState::of_name(&self.state))?;
        let (id, document, counterpart) = (self.subject_id, self.document_id, self.counterpart_id);
        Ok(Posting {
            id: PostingId(self.id),
            link: LinkId(self.link_id),
            subject: Subject { kind, id, document, counterpart },
            state,
            is_doubtful: self.is_doubtful,
            taken_at: self.taken_at,
            attempts: u32::try_from(self.attempts).unwrap_or(u32::MAX),
            program_id: self.program_id,
            program_number: self.program_number,
            note: self.note,
            created_at: self.created_at,
            concluded_at: self.concluded_at,
        })
    }
}

pub(super) fn shown_posting(
    Both(posting, held): Both<PostingRow, HeldRow>,
) -> Result<ShownPosting> {
    Ok(ShownPosting { posting: posting.into_domain()?, is_held: held.is_held })
}

pub(super) fn next(Both(posting, ready): Both<PostingRow, ReadyRow>) -> Result<NextPosting> {
    Ok(NextPosting { posting: posting.into_domain()?, is_ready: ready.is_ready })
}

pub(super) fn posting_row(organization: OrganizationId, posting: &Posting) -> NewRow<'_> {
    let subject = &posting.subject;
    row!("accounting_postings",
        organization_id: organization,
        link_id: posting.link.0,
        id: posting.id.0,
        kind: subject.kind.name(),
        subject_id: subject.id,
        document_id: subject.document,
        counterpart_id: subject.counterpart,
        state: posting.state.name(),
        is_doubtful: posting.is_doubtful,
        taken_at: posting.taken_at,
        attempts: i64::from(posting.attempts),
        program_id: posting.program_id.as_deref(),
        program_number: posting.program_number.as_deref(),
        note: posting.note.as_deref(),
        created_at: posting.created_at,
        concluded_at: posting.concluded_at,
    )
}

/// Changes what a request changes of a posting.
pub(super) fn update(organization: OrganizationId, after: &Posting) -> Statement<'_> {
    sql!(
        "UPDATE accounting_postings SET state = {}, is_doubtful = {}, taken_at = {}, attempts = {}, program_id = {},
           program_number = {}, note = {}, concluded_at = {}
         WHERE organization_id = {} AND link_id = {} AND id = {}",
        after.state.name(),
        after.is_doubtful,
        after.taken_at,
        i64::from(after.attempts),
        after.program_id.as_deref(),
        after.program_number.as_deref(),
        after.note.as_deref(),
        after.concluded_at,
        organization,
        after.link.0,
        after.id.0
    )
}
