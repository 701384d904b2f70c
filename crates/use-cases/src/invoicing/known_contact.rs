use crate::{context::Context, ports::Ports};
use invoicing::{
    ContactId, InvoiceStore, Party,
    records::{ContactLookup, known_contact as known_among},
};
use persistence::StoreError;

/// The contact in use that a party is which a request or a document describes in full. What is kept of it stays
/// as it is: the document has what it says of the party.
pub(crate) async fn known_contact<P: Ports>(
    context: &Context<'_, P>,
    party: &Party,
) -> Result<Option<ContactId>, StoreError> {
    let lookup = ContactLookup::of(party);
    let contacts = context.database().contacts_like(context.organization, &lookup).await?;
    Ok(known_among(party, &contacts).map(|contact| contact.id))
}
