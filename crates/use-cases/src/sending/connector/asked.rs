use crate::{context::Context, invoicing::known_contact::known_contact, ports::Ports};
use peppol_connector::{
    documents::DocumentFacts,
    identifiers::ParticipantId,
    ports::SubmissionStore,
    sending::{DocumentKey, OrganizationFacts},
};
use persistence::StoreError;
use time::OffsetDateTime;

/// The organization's facts for a document, including an earlier send of it, which is looked up only when an invoice
/// was recorded under the number.
pub(super) async fn facts_for<P: Ports>(
    context: &Context<'_, P>,
    document: &DocumentFacts,
    receiver: Option<&ParticipantId>,
    now: OffsetDateTime,
) -> Result<OrganizationFacts, StoreError> {
    let (database, organization) = (context.database(), context.organization);
    let number = document.number.as_deref();
    let facts = database.organization_facts(organization, context.tier, number, now).await?;
    let party = document.party(document.sender().other()).to_party();
    let named = match document.corrects() {
        Some(original) => database.named_invoice(organization, &original.number).await?,
        None => None,
    };
    let contact = known_contact(context, &party).await?;
    let facts = OrganizationFacts { contact, named: named.map(Box::new), ..facts };
    let key = DocumentKey::of(document, receiver).filter(|_| facts.may_be_sent_before());
    let Some(key) = key else { return Ok(facts) };
    let same = database.earlier_send(organization, context.network(), &key).await?;
    Ok(facts.sent_as(same))
}
