//! The trail of an invoice: its changes, its sends, the buyer's answers, and its mails.

use crate::{
    context::Context,
    invoicing::change_invoice::invoice_history,
    ports::Ports,
    sending::invoice_sends::{responses_of, sends_of},
};
use correspondence::{EmailKind, EmailRecord, EmailState, EmailStore};
use invoice_responses::{InvoiceStatus, ReceivedResponse};
use invoicing::{
    InvoiceId,
    states::{HistoryAction, HistoryRow, ViewStore, Views},
};
use peppol_connector::submissions::{State, SubmissionRecord};
use persistence::{Cursor, Listed, Page, StoreError};
use time::OffsetDateTime;
use uuid::Uuid;

/// Maximum number of sends, and of mails, in a trail: the newest.
const TOLD: u16 = 20;

/// One line of an invoice's trail.
#[derive(Debug, Clone, PartialEq)]
pub struct TrailLine {
    pub at: OffsetDateTime,
    pub what: TrailEvent,
}

/// An event in the trail of an invoice.
#[derive(Debug, Clone, PartialEq)]
pub enum TrailEvent {
    /// The invoice was edited, or moved to another state.
    Changed(Box<HistoryRow>),
    /// A send reached this state: queued, sent, delivered or failed.
    Sending(State),
    /// The buyer sent an Invoice Response.
    Answered(InvoiceStatus),
    /// A mail about it was sent to this address.
    Mailed(EmailKind, String),
    /// The other party opened its public link.
    Viewed,
}

impl Listed for TrailLine {
    fn cursor(&self) -> Cursor {
        match &self.what {
            TrailEvent::Changed(row) => row.cursor(),
            _ => Cursor::new(self.at, Uuid::nil()),
        }
    }
}

/// The sources of a trail other than the history.
#[derive(Debug)]
pub(crate) struct Travelled<'a> {
    pub(crate) sends: &'a [SubmissionRecord],
    pub(crate) responses: &'a [ReceivedResponse],
    pub(crate) emails: &'a [EmailRecord],
    pub(crate) views: Option<Views>,
}

impl Travelled<'_> {
    fn lines(&self) -> Vec<TrailLine> {
        let mut lines: Vec<_> = self.sends.iter().flat_map(of_send).collect();
        lines.extend(
            self.responses
                .iter()
                .map(|one| line(one.received_at, TrailEvent::Answered(one.response.status))),
        );
        let sent = self.emails.iter().filter(|record| record.state == EmailState::Sent);
        lines.extend(sent.map(|record| {
            let EmailRecord { email, ended_at, .. } = record;
            let what = TrailEvent::Mailed(email.kind, email.recipient.clone());
            line(ended_at.unwrap_or(email.created_at), what)
        }));
        lines.extend(self.views.into_iter().flat_map(of_views));
        lines
    }

    /// Whether a history row repeats what a send already shows.
    fn tells(&self, row: &HistoryRow) -> bool {
        let is_sent = row.entry.action == HistoryAction::Sent;
        is_sent && self.sends.iter().any(|send| send.sent_at == Some(row.entry.at))
    }
}

fn line(at: OffsetDateTime, what: TrailEvent) -> TrailLine {
    TrailLine { at, what }
}

fn of_send(record: &SubmissionRecord) -> impl Iterator<Item = TrailLine> {
    let failed = record.submission.progress.state == State::Failed;
    // the latest comes first, also within one moment
    let steps = [
        (State::Failed, failed.then_some(record.updated_at)),
        (State::Delivered, record.delivered_at),
        (State::Sent, record.sent_at),
        (State::Queued, Some(record.created_at)),
    ];
    steps.into_iter().filter_map(|(state, at)| Some(line(at?, TrailEvent::Sending(state))))
}

fn of_views(Views { first, last }: Views) -> impl Iterator<Item = TrailLine> {
    let last = (last != first).then_some(last);
    [Some(first), last].into_iter().flatten().map(|at| line(at, TrailEvent::Viewed))
}

/// One page of the trail, newest first: the lines between a cursor and the last line of a page of the history.
pub(crate) fn trail(
    history: Page<HistoryRow>,
    travelled: &Travelled<'_>,
    after: Option<Cursor>,
    limit: u16,
) -> Page<TrailLine> {
    let oldest = history.rows.last().filter(|_| history.has_more).map(|row| row.entry.at);
    let mut lines = travelled.lines();
    lines.retain(|line| {
        after.is_none_or(|place| line.at < place.created_at)
            && oldest.is_none_or(|oldest| line.at >= oldest)
    });
    let changed = history.rows.into_iter().filter(|row| !travelled.tells(row));
    lines.extend(changed.map(|row| line(row.entry.at, TrailEvent::Changed(Box::new(row)))));
    // at the same moment the change comes first, because its cursor is more precise
    lines.sort_by_key(|line| {
        let is_changed = matches!(line.what, TrailEvent::Changed(_));
        (std::cmp::Reverse(line.at), !is_changed)
    });
    Page { rows: lines, has_more: history.has_more }.first(limit.into())
}

/// A page of an invoice's trail, newest first; also of a deleted draft.
///
/// # Errors
/// [`StoreError::NotFound`] when neither the invoice nor a history exists; storage failures.
pub async fn invoice_trail<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<TrailLine>, StoreError> {
    let (database, owner, tier) = (context.database(), context.organization, context.tier);
    let history = invoice_history(context, id, after, limit).await?;
    let travelled = Travelled {
        sends: &sends_of(context, id, TOLD).await?.rows,
        responses: &responses_of(context, id).await?,
        emails: &database.emails(owner, tier, id, None, TOLD).await?.rows,
        views: database.views(owner, id).await?,
    };
    Ok(trail(history, &travelled, after, limit))
}
