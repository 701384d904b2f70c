//! Stores the effect of a credit or debit note on the invoice that it refers to, and of that invoice on its credit
//! notes, in the transaction of the cause.

use super::{
    super::super::{ledger::stock::keep_stock, sql::*},
    changes::write,
    state::locked,
};
use crate::error::backend;
use access::OrganizationId;
use invoicing::{
    AnyInvoice, Invoice, InvoiceId,
    settling::{SettleRefused, advances_between},
    states::{ChangeMoment, NoteEffect, NoteRefused, share_out},
};
use stock::Following;

/// Stores what issuing changes beside the invoice: the invoice that a note refers to, the advances that it settles, the
/// levels of stock. `before` is the draft, if there was one.
///
/// # Errors
/// [`StoreError::Conflict`] when one of them does not allow it any more: the invoice must be checked again.
pub(in super::super::super::super) async fn keep_consequences(
    conn: &mut Conn,
    before: Option<&AnyInvoice>,
    issued: &Invoice,
    moment: &ChangeMoment,
) -> Result<()> {
    let after = AnyInvoice::from(issued.clone());
    let effect = NoteEffect::between(before, Some(&after));
    keep_effect(conn, issued.organization, effect, moment).await?;
    keep_advances(conn, (before, Some(&after)), moment).await?;
    keep_stock(conn, Following::invoice(before, Some(&after)), moment.now).await
}

/// Decides and stores the effect under the lock of that invoice. Without an original there is no effect.
///
/// # Errors
/// [`StoreError::Conflict`] when the original does not allow it any more: the note must be checked again.
pub(super) async fn keep_effect(
    conn: &mut Conn,
    organization: OrganizationId,
    effect: Option<NoteEffect>,
    moment: &ChangeMoment,
) -> Result<()> {
    let Some(effect) = &effect else { return Ok(()) };
    let state = match locked(conn, organization, effect.original).await {
        Err(StoreError::NotFound) => return Ok(()),
        state => state?,
    };
    let change = state.with_note(effect, moment).map_err(refused)?;
    let Some((change, original)) = change.as_ref().and_then(|it| Some((it, it.after.as_ref()?)))
    else {
        return Ok(());
    };
    write(conn, change).await?;
    shared_out(conn, original, effect.checked(), moment).await
}

/// Updates the advances whose settling document changes.
///
/// # Errors
/// [`StoreError::Conflict`] when one cannot be settled any more: the document must be checked again.
pub(super) async fn keep_advances(
    conn: &mut Conn,
    (before, after): (Option<&AnyInvoice>, Option<&AnyInvoice>),
    moment: &ChangeMoment,
) -> Result<()> {
    let Some(organization) = before.or(after).map(|invoice| invoice.organization) else {
        return Ok(());
    };
    for (advance, by) in advances_between(before, after) {
        let state = locked(conn, organization, advance).await?;
        match state.settle_advance(by, moment) {
            Ok(change) => write(conn, &change).await?,
            Err(SettleRefused::Event(error)) => return Err(backend(error)),
            Err(SettleRefused::Advance(_)) => return Err(StoreError::Conflict),
        }
    }
    Ok(())
}

/// Updates the credit notes of an invoice whose amount to pay has changed.
pub(in super::super::super) async fn keep_shares(
    conn: &mut Conn,
    before: &AnyInvoice,
    after: &AnyInvoice,
    moment: &ChangeMoment,
) -> Result<()> {
    match before.credit_taken_off() == after.credit_taken_off() {
        true => Ok(()),
        false => shared_out(conn, after, None, moment).await,
    }
}

/// A note whose taken-off amount was `checked` must not have changed since.
async fn shared_out(
    conn: &mut Conn,
    original: &AnyInvoice,
    checked: Option<InvoiceId>,
    moment: &ChangeMoment,
) -> Result<()> {
    let ids = sql!(
        "SELECT id FROM invoices WHERE organization_id = {} AND original_id = {}
           AND invoice_type = 'credit_note' AND status NOT IN ('draft', 'pending_approval', 'cancelled')
         ORDER BY created_at, id",
        original.organization,
        original.id.0
    );
    let ids: Vec<uuid::Uuid> = ids.all(read_conn!(conn)).await?;
    let mut notes = Vec::with_capacity(ids.len());
    for id in ids {
        notes.push(locked(conn, original.organization, InvoiceId(id)).await?);
    }
    for change in share_out(original, &notes, moment).map_err(refused)? {
        if checked == Some(change.before.invoice.id) {
            return Err(StoreError::Conflict);
        }
        write(conn, &change).await?;
    }
    Ok(())
}

fn refused(refused: NoteRefused) -> StoreError {
    match refused {
        NoteRefused::Event(error) => backend(error),
        NoteRefused::Status(_) | NoteRefused::CreditedAlready | NoteRefused::SettledAlready => {
            StoreError::Conflict
        }
    }
}
