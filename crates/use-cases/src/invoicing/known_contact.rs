use crate::{context::Context, ports::Ports};
use invoicing::{
    ContactId, InvoiceStore, Party,
    records::{ContactLookup, known_contact as known_among},
};
use persistence::StoreError;

/// The active contact that matches a fully described party of a request or document. The stored contact is not
/// updated: the document keeps its own data of the party.
pub(crate) async fn known_contact<P: Ports>(
    context: &Context<'_, P>,
    party: &Party,
) -> Result<Option<ContactId>, StoreError> {
    let lookup = ContactLookup::of(party);
    let contacts = context.database().contacts_like(context.organization, &lookup).await?;
    Ok(known_among(party, &contacts).map(|contact| contact.id))
}
