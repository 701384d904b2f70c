//! Payments change under the lock of their invoice, so that each decision sees the current balance.

use super::{
    super::super::{
        events::insert_events, idempotency::keep_answer, ledger::bank::due::match_what_waits,
        sql::*,
    },
    history,
    note_effect::{keep_effect, keep_shares},
    payment_row::{PaymentBasis, payment_row},
    state,
};
use crate::sql_types::AsMoney;
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{
    InvoiceId,
    paying::{ChangeKind, PaymentChange, PaymentError, PaymentStore, Settlement},
    states::{InvoiceState, LiveSend, NoteEffect},
};
use time::OffsetDateTime;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl PaymentStore for Backend {
    async fn change_payments<D>(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        answered: Option<(&Lease, OffsetDateTime)>,
        decide: D,
    ) -> std::result::Result<Answer, PaymentError>
    where
        D: Fn(&Settlement) -> std::result::Result<(PaymentChange, Answer), PaymentError>
            + Send
            + Sync,
    {
        let _turn = self.turn(invoice.0).await?;
        within!(self, conn => change(conn, organization, invoice, answered, decide))
    }
}

async fn change<D>(
    conn: &mut Conn,
    organization: OrganizationId,
    invoice: InvoiceId,
    answered: Option<(&Lease, OffsetDateTime)>,
    decide: D,
) -> std::result::Result<Answer, PaymentError>
where
    D: Fn(&Settlement) -> std::result::Result<(PaymentChange, Answer), PaymentError>,
{
    let (change, answer) = decide(&locked(conn, organization, invoice).await?)?;
    save(conn, &change).await?;
    keep_answer(conn, organization, answered, &answer).await?;
    Ok(answer)
}

/// The invoice with its payments, locked until the transaction ends.
pub(in super::super::super) async fn locked(
    conn: &mut Conn,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<Settlement> {
    let InvoiceState { invoice, live_send, .. } = state::locked(conn, organization, id).await?;
    Ok(Settlement { invoice, was_sent: live_send == LiveSend::Taken })
}

pub(in super::super::super) async fn save(conn: &mut Conn, change: &PaymentChange) -> Result<()> {
    let PaymentChange { before, after, payment, kind, entry, events, moment } = change;
    let update = sql!(
        "UPDATE invoices SET status = {}, paid_amount = {}, outstanding = {}, version = {}
         WHERE organization_id = {} AND id = {}",
        after.status.name(),
        AsMoney(after.paid_amount),
        AsMoney(after.outstanding()),
        after.version,
        after.organization,
        after.id.0
    );
    update.execute(conn).await?;
    match kind {
        ChangeKind::Recorded => {
            let basis = PaymentBasis::of(&after.document);
            let row = payment_row((after.organization, after.id), &basis, payment);
            row.insert().execute(conn).await?;
        }
        ChangeKind::TakenBack => {
            let delete = sql!(
                "DELETE FROM payments WHERE organization_id = {} AND invoice_id = {} AND id = {}",
                after.organization,
                after.id.0,
                payment.id
            );
            delete.execute(conn).await?;
        }
    }
    history::keep(conn, (after.organization, after.id), entry).await?;
    insert_events(conn, events).await?;
    match_what_waits(conn, Some(before), after, entry.at).await?;
    keep_shares(conn, before, after, moment).await?;
    let effect = NoteEffect::between(Some(before), Some(after));
    keep_effect(conn, after.organization, effect, moment).await
}
