//! Drafts, and changes of invoices, with their history.

use super::{
    super::{
        super::{
            super::run_mutations,
            events::insert_events,
            idempotency::keep_answer,
            ledger::{
                bank::due::match_what_waits,
                stock::{keep_stock, stock_turn},
            },
            queue::job_row,
            sql::*,
        },
        usage::{count, make_room},
    },
    file_removal::remove_all,
    file_rows::ONCE,
    history,
    invoice_row::{InvoiceColumns, invoice_row, replace},
    issued_rows::{OwnedColumns, new_contact, rows_beside},
    note_effect::{keep_claims, keep_consequences, keep_effect, keep_shares},
    number::{draw, draw_after},
    payment_row::{self, payment_row},
    state::{locked, state},
    vat_row::{self, vat_row},
};
use crate::error::backend;
use access::OrganizationId;
use idempotency::{Answer, Lease, UnwritableAnswer};
use invoicing::{
    Draft, Invoice, InvoiceId, Issued,
    drafts::{DraftIssue, Drafted},
    settling::claims_between,
    states::{ChangeMoment, FollowUp, HistoryRow, InvoiceChange, InvoiceChangeStore, InvoiceState},
};
use jobs::{JobKind, NewJob, SubjectId};
use persistence::{Cursor, Page};
use stock::Following;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl InvoiceChangeStore for Backend {
    async fn keep_draft<R>(
        &self,
        draft: &Draft,
        moment: &ChangeMoment,
        lease: Option<&Lease>,
        respond: R,
    ) -> Result<(Invoice, Answer)>
    where
        R: Fn(&Drafted<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync,
    {
        let drafted = draft.keep(moment).map_err(backend)?;
        let answer = respond(&drafted).map_err(backend)?;
        let mut transaction = self.begin().await?;
        let kept = keep(transaction.conn(), &drafted, lease, &answer).await;
        transaction.finish(kept).await?;
        Ok((drafted.kept.invoice, answer))
    }

    async fn issue_draft<R>(
        &self,
        issue: &DraftIssue,
        lease: Option<&Lease>,
        respond: R,
    ) -> Result<(Invoice, Answer)>
    where
        R: Fn(&Drafted<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync,
    {
        let (organization, moves) = (issue.before.organization, issue.draft.document.names_stock());
        let _turn = self.turn(issue.before.id.0).await?;
        let _stock = stock_turn(self, organization, moves).await?;
        within!(self, conn => issue_within(conn, issue, lease, respond))
    }

    async fn invoice_state(
        &self,
        organization: OrganizationId,
        id: InvoiceId,
    ) -> Result<InvoiceState> {
        reading!(self, conn => state(conn, organization, id))
    }

    async fn change_invoice(&self, change: &InvoiceChange) -> Result<()> {
        let before = &change.before.invoice;
        let moves = Following::invoice(Some(before), change.after.as_ref()).is_some();
        let _turn = self.turn(before.id.0).await?;
        let _stock = stock_turn(self, before.organization, moves).await?;
        within!(self, conn => change_within(conn, change))
    }

    async fn invoice_history(
        &self,
        organization: OrganizationId,
        id: InvoiceId,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<HistoryRow>> {
        self.page(
            history::query(limit, (organization, id), after),
            limit,
            history::EntryRow::into_domain,
        )
        .await
    }
}

async fn keep(
    conn: &mut Conn,
    Drafted { kept, entry }: &Drafted<'_>,
    lease: Option<&Lease>,
    answer: &Answer,
) -> Result<()> {
    let owned = OwnedColumns::of(kept)?;
    let Invoice { organization, id, created_at, .. } = kept.invoice;
    // first, because the invoice refers to it
    if let Some(contact) = new_contact(kept, &owned) {
        contact.insert().execute(conn).await?;
    }
    invoice_row(organization, &kept.invoice, kept.by, &owned.invoice)
        .insert()
        .execute(conn)
        .await?;
    for row in owned.contents(kept) {
        row.insert().then(sql!("{}", ONCE)).execute(conn).await?;
    }
    let has_contact = usize::from(kept.new_contact.is_some());
    for row in rows_beside(kept, &owned)?.into_iter().skip(has_contact) {
        row.insert().execute(conn).await?;
    }
    history::keep(conn, (organization, id), entry).await?;
    let answered = lease.map(|lease| (lease, created_at));
    keep_answer(conn, organization, answered, answer).await
}

/// Only the draft is locked before the number is drawn. Its original is locked after that, as for a note that is
/// issued at once.
async fn issue_within<R>(
    conn: &mut Conn,
    issue: &DraftIssue,
    lease: Option<&Lease>,
    respond: R,
) -> Result<(Invoice, Answer)>
where
    R: Fn(&Drafted<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync,
{
    let Invoice { organization, id, version, .. } = issue.before;
    if locked(conn, organization, id).await?.invoice.version != version {
        return Err(StoreError::Conflict);
    }
    make_room(read_conn!(conn), organization, &issue.draft.usage).await?;
    let drafted = numbered(conn, issue).await?;
    count(conn, organization, &issue.draft.usage).await?;
    let answer = respond(&drafted).map_err(backend)?;
    let Drafted { kept: Issued { invoice, events, vat, .. }, entry } = drafted;
    let columns = InvoiceColumns::of(&invoice)?;
    let mut mutations = vec![replace(organization, &invoice, &columns)];
    let figures = vat.as_ref().map(|figures| vat_row((organization, id), figures));
    mutations.extend(figures.transpose()?.map(Mutation::insert));
    let payments = invoice.payments.iter();
    let payments = payments.map(|one| payment_row((organization, id), columns.basis(), one));
    mutations.extend(payments.map(Mutation::insert));
    run_mutations(conn, mutations).await?;
    history::keep(conn, (organization, id), &entry).await?;
    insert_events(conn, &events).await?;
    let before = issue.before.clone().into();
    keep_consequences(conn, Some(&before), &invoice, &issue.draft.moment()).await?;
    let answered = lease.map(|lease| (lease, entry.at));
    keep_answer(conn, organization, answered, &answer).await?;
    Ok((invoice, answer))
}

/// The decision under the next number that was not assigned by hand. The series is locked from the draw on, so no
/// other transaction draws the number.
async fn numbered<'a>(conn: &mut Conn, issue: &'a DraftIssue) -> Result<Drafted<'a>> {
    let mut drawn = draw(read_conn!(conn), &issue.draft).await?;
    loop {
        let taken = sql!(
            "SELECT count(*) FROM invoices WHERE organization_id = {} AND number = {}",
            issue.before.organization,
            &drawn.number
        );
        let taken: i64 = taken.one(conn).await?;
        if taken == 0 {
            return issue.issue(&drawn.number).map_err(backend);
        }
        drawn = draw_after(read_conn!(conn), &issue.draft, drawn).await?;
    }
}

pub(super) async fn change_within(conn: &mut Conn, change: &InvoiceChange) -> Result<()> {
    let before = &change.before;
    let organization = before.invoice.organization;
    let now = locked(conn, organization, before.invoice.id).await?;
    if !now.is_as_read(before) {
        return Err(StoreError::Conflict);
    }
    write(conn, change).await?;
    if let Some(after) = &change.after {
        keep_shares(conn, &before.invoice, after, &change.moment).await?;
    }
    let claims = claims_between(Some(&before.invoice), change.after.as_ref(), &before.notes);
    keep_claims(conn, organization, &claims, &change.moment).await?;
    keep_effect(conn, organization, change.effect(), &change.moment).await?;
    let stock = Following::invoice(Some(&before.invoice), change.after.as_ref());
    keep_stock(conn, stock, change.moment.now).await
}

/// Stores a change of an invoice that is locked and has not changed since it was read.
pub(super) async fn write(conn: &mut Conn, change: &InvoiceChange) -> Result<()> {
    let before = &change.before.invoice;
    let (organization, id) = (before.organization, before.id);
    match &change.after {
        Some(after) => {
            let (columns, vat) = (InvoiceColumns::of_any(after)?, change.vat_change());
            let mut mutations = vec![replace(organization, after, &columns)];
            mutations.extend(vat_row::change((organization, id), &vat)?);
            let basis = columns.basis();
            mutations.extend(payment_row::change((organization, id), &before.document, basis));
            run_mutations(conn, mutations).await?;
        }
        None => delete(conn, organization, id).await?,
    }
    history::keep(conn, (organization, id), &change.entry).await?;
    for FollowUp { id: job, kind, subject } in &change.follow_ups {
        let (about, at) = ((organization, SubjectId(subject.0)), change.entry.at);
        job_row(&NewJob::about(about, *job, JobKind(kind), at), at).insert().execute(conn).await?;
    }
    if let Some(after) = &change.after {
        match_what_waits(conn, Some(before), after, change.entry.at).await?;
    }
    insert_events(conn, &change.events).await
}

/// Deletes a draft with its files; no other rows belong to it.
async fn delete(conn: &mut Conn, organization: OrganizationId, id: InvoiceId) -> Result<()> {
    remove_all(conn, organization, id).await?;
    let draft =
        sql!("DELETE FROM invoices WHERE organization_id = {} AND id = {}", organization, id.0);
    draft.execute(conn).await.map(drop)
}
