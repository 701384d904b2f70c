//! What a credit or debit note does to the invoice that it refers to, in the note's own transaction.

use super::{super::sql::*, changes::write, state::locked};
use crate::error::backend;
use access::OrganizationId;
use invoicing::states::{ChangeMoment, NoteEffect, NoteRefused};

/// Decides and keeps it under the lock of that invoice. An original that is not there has nothing to lose.
///
/// # Errors
/// [`StoreError::Conflict`] when the original does not allow it any more: the note is to be checked again.
pub(in super::super::super) async fn keep_effect(
    conn: &mut Conn,
    organization: OrganizationId,
    effect: Option<NoteEffect>,
    moment: &ChangeMoment,
) -> Result<()> {
    let Some(effect) = effect else { return Ok(()) };
    let state = match locked(conn, organization, effect.original).await {
        Err(StoreError::NotFound) => return Ok(()),
        state => state?,
    };
    match state.with_note(effect, moment) {
        Ok(Some(change)) => write(conn, &change).await,
        Ok(None) => Ok(()),
        Err(NoteRefused::Event(error)) => Err(backend(error)),
        Err(NoteRefused::Status(_) | NoteRefused::CreditedAlready) => Err(StoreError::Conflict),
    }
}
