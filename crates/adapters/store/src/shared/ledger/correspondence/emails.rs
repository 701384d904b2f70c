//! Stored mails, and how they end.

use super::{
    super::super::{events::insert_events, sql::*},
    queue::step,
};
use crate::names;
use access::{OrganizationId, Tier};
use correspondence::{EmailEnd, EmailId, EmailRecord, EmailState, NewEmail};
use invoicing::InvoiceId;
use persistence::Cursor;
use time::OffsetDateTime;
use uuid::Uuid;

/// The columns of [`EmailRow`].
const COLUMNS: Fragment = Fragment(
    "id, invoice_id, kind, tier, recipient, language, with_xml, step, state, created_at, ended_at, error",
);

columns! {
    pub(super) struct EmailRow {
        id: Uuid,
        invoice_id: Uuid,
        kind: String,
        tier: String,
        recipient: String,
        language: String,
        with_xml: bool,
        step: Option<i32>,
        state: String,
        created_at: OffsetDateTime,
        ended_at: Option<OffsetDateTime>,
        error: Option<String>,
    }
}

impl EmailRow {
    pub(super) fn into_domain(self) -> Result<EmailRecord> {
        let email = NewEmail {
            id: EmailId(self.id),
            invoice: InvoiceId(self.invoice_id),
            kind: names::email_kind(&self.kind)?,
            tier: names::tier(&self.tier)?,
            recipient: self.recipient,
            language: names::language(&self.language)?,
            with_xml: self.with_xml,
            step: self.step.map(step).transpose()?,
            created_at: self.created_at,
        };
        let state = names::email_state(&self.state)?;
        Ok(EmailRecord { email, state, ended_at: self.ended_at, error: self.error })
    }
}

pub(super) fn email_row(organization: OrganizationId, email: &NewEmail) -> NewRow<'_> {
    row!("emails",
        organization_id: organization,
        id: email.id.0,
        invoice_id: email.invoice.0,
        kind: email.kind.name(),
        tier: email.tier.name(),
        recipient: &email.recipient,
        language: email.language.code(),
        with_xml: email.with_xml,
        step: email.step.map(i32::from),
        state: EmailState::Queued.name(),
        created_at: email.created_at,
    )
}

pub(super) fn find(organization: OrganizationId, id: EmailId) -> Statement<'static> {
    sql!(
        "SELECT {} FROM emails WHERE organization_id = {} AND id = {}",
        COLUMNS,
        organization,
        id.0
    )
}

pub(super) fn of_invoice(
    organization: OrganizationId,
    tier: Tier,
    invoice: InvoiceId,
    after: Option<Cursor>,
    limit: u16,
) -> Statement<'static> {
    let own = sql!(
        "SELECT {} FROM emails WHERE organization_id = {} AND invoice_id = {} AND tier = {}",
        COLUMNS,
        organization,
        invoice.0,
        tier.name()
    );
    page_query(own, after, limit)
}

/// Returns false when the mail had ended before.
pub(super) async fn end(
    conn: &mut Conn,
    organization: OrganizationId,
    id: EmailId,
    end: &EmailEnd,
    now: OffsetDateTime,
) -> Result<bool> {
    let (state, error, event) = match end {
        EmailEnd::Sent { event } => (EmailState::Sent, None, event.as_ref()),
        EmailEnd::Failed { error } => (EmailState::Failed, Some(error.as_str()), None),
        EmailEnd::Withdrawn => (EmailState::Withdrawn, None, None),
    };
    let update = sql!(
        "UPDATE emails SET state = {}, error = {}, ended_at = {}
         WHERE organization_id = {} AND id = {} AND state = 'queued'",
        state.name(),
        error,
        now,
        organization,
        id.0
    );
    if update.execute(conn).await? == 0 {
        return Ok(false);
    }
    if let Some(event) = event {
        insert_events(conn, std::slice::from_ref(event)).await?;
    }
    Ok(true)
}
