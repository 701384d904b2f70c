//! Messages to this provider itself: each is stored once, with its line of the message log.

use super::{
    super::{super::commit_mutations, sql::*},
    exchanges::ExchangeColumns,
};
use peppol_connector::inbox::{Arrival, ArrivingDocument};
use provider_reports::ServiceMessageArrival;

/// In one transaction. Of concurrent repetitions one inserts the row; the others wait until it is committed, change
/// nothing, and find it then.
pub(in super::super) async fn keep(
    store: &Backend,
    message: &ServiceMessageArrival<'_>,
) -> Result<Arrival> {
    let ServiceMessageArrival { arriving, message, exchange, at } = message;
    let document_type = arriving.document_type.to_string();
    let exchange = exchange.clone().map(ExchangeColumns::of);
    let row = row!("received_service_messages",
        network: arriving.network.name(),
        envelope: arriving.message_id,
        provider: message.provider.as_str(),
        message_id: message.message_id.as_str(),
        instance: message.instance.as_str(),
        document_type: document_type.as_str(),
        document: &arriving.document[..],
        transaction_id: arriving.transaction_id.as_str(),
        receipt: &arriving.receipt[..],
        received_at: *at,
    );
    let once = sql!(" ON CONFLICT DO NOTHING");
    let mut mutations = vec![Mutation::insert(row).then(once).or(StoreError::Conflict)];
    mutations.extend(exchange.as_ref().map(ExchangeColumns::insert));
    match commit_mutations(store, mutations).await {
        Ok(()) => Ok(Arrival::Kept),
        Err(StoreError::Conflict) => before(store, arriving).await?.ok_or(StoreError::Conflict),
        Err(error) => Err(error),
    }
}

/// The answer that the message got when it came first: looked up by its own id, or else by that of its envelope.
pub(in super::super) async fn before(
    store: &Backend,
    arriving: &ArrivingDocument,
) -> Result<Option<Arrival>> {
    let Some(message) = &arriving.message else { return Ok(None) };
    let query = sql!(
        "SELECT transaction_id, document, receipt FROM received_service_messages
         WHERE network = {network} AND (provider = {provider} AND message_id = {id} OR envelope = {envelope})
         ORDER BY CASE WHEN message_id = {id} THEN 0 ELSE 1 END LIMIT 1",
        network = arriving.network.name(),
        provider = &message.provider,
        id = &message.message_id,
        envelope = arriving.message_id,
    );
    let mut conn = store.reader().await?;
    let first: Option<(String, Vec<u8>, Vec<u8>)> = query.first(read_conn!(conn)).await?;
    Ok(first.map(|(transaction_id, document, evidence)| Arrival::Repeated {
        transaction_id,
        evidence,
        same_document: document == arriving.document[..],
    }))
}
