//! Stores the effect of a credit or debit note on the invoice that it refers to, and of that invoice on its credit
//! notes, in the transaction of the cause.

use super::{
    super::super::{
        ledger::{bank::due::match_what_waits, stock::keep_stock},
        sql::*,
    },
    changes::write,
    lock::lock,
    state::{locked, state},
};
use crate::error::backend;
use access::OrganizationId;
use invoicing::{
    AnyInvoice, Invoice, InvoiceId,
    settling::{Claim, SettleRefused, claims_between},
    states::{ChangeMoment, NoteEffect, NoteRefused, share_out},
};
use stock::Following;

/// Stores what issuing changes apart from the invoice: the invoice that a note refers to, the advances that it
/// settles, the levels of stock, and for a draft the bank lines that wait. For an invoice that is issued at once these are
/// looked for when its event gets its place. `before` is the draft, if there was one.
///
/// # Errors
/// [`StoreError::Conflict`] when one of them no longer allows it, so that the invoice must be checked again.
pub(in super::super::super::super) async fn keep_consequences(
    conn: &mut Conn,
    before: Option<&AnyInvoice>,
    issued: &Invoice,
    moment: &ChangeMoment,
) -> Result<()> {
    let after = AnyInvoice::from(issued.clone());
    let effect = NoteEffect::between(before, Some(&after));
    keep_effect(conn, issued.organization, effect, moment).await?;
    let claims = claims_between(before, Some(&after), &[]);
    keep_claims(conn, issued.organization, &claims, moment).await?;
    if before.is_some() {
        match_what_waits(conn, before, &after, moment.now).await?;
    }
    keep_stock(conn, Following::invoice(before, Some(&after)), moment.now).await
}

/// Decides and stores the effect under the lock of that invoice. Without an original there is no effect.
///
/// # Errors
/// [`StoreError::Conflict`] when the original does not allow it any more: the note must be checked again.
pub(in super::super::super) async fn keep_effect(
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
    let changed = change.as_ref().and_then(|change| change.after.as_ref());
    let claims = changed.unwrap_or(&state.invoice).claims(&state.notes);
    keep_claims(conn, organization, &claims, moment).await?;
    let Some((change, original)) = change.as_ref().zip(changed) else { return Ok(()) };
    write(conn, change).await?;
    shared_out(conn, original, effect.checked(), moment).await
}

/// Updates the advances that a document claims, or frees.
///
/// # Errors
/// [`StoreError::Conflict`] when one cannot be settled any more: the document must be checked again.
pub(super) async fn keep_claims(
    conn: &mut Conn,
    organization: OrganizationId,
    claims: &[Claim],
    moment: &ChangeMoment,
) -> Result<()> {
    if claims.is_empty() {
        return Ok(());
    }
    lock(conn, organization, list(claims.iter().map(|claim| claim.advance.id.0))).await?;
    for claim in claims {
        let state = state(read_conn!(conn), organization, claim.advance.id).await?;
        match state.claimed(claim, moment) {
            Ok(Some(change)) => write(conn, &change).await?,
            Ok(None) => {}
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
    if ids.is_empty() {
        return Ok(());
    }
    lock(conn, original.organization, list(ids.iter().copied())).await?;
    let mut notes = Vec::with_capacity(ids.len());
    for id in ids {
        notes.push(state(read_conn!(conn), original.organization, InvoiceId(id)).await?);
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
        NoteRefused::Status(_)
        | NoteRefused::CreditedAlready
        | NoteRefused::Changed
        | NoteRefused::SettledAlready => StoreError::Conflict,
    }
}
