//! Unregistered clients: their Client ID Metadata Documents are fetched when a user arrives from them.

use super::{AuthorizeError, register::room_for_client};
use crate::{
    people::sign_in::admit,
    ports::{Ports, Runtime},
};
use ::sign_in::{Attempt, of_document_host, origin};
use oauth::{
    ClientId,
    authorizations::NoWayBack,
    clients::{Client, ClientDocuments, DocumentAge, read_client_document},
    ports::OAuthStore,
};
use persistence::StoreError;
use std::net::IpAddr;

/// Finds the client of an id: a registered one, or one described by its document.
pub(super) async fn client_of<P: Ports>(
    ports: &P,
    id: &ClientId,
    from: IpAddr,
) -> Result<Client, AuthorizeError> {
    let known = match ports.database().client(id).await {
        Err(StoreError::NotFound) => None,
        known => Some(known?),
    };
    let age = known.as_ref().map(|known| known.document_age(ports.runtime().now()));
    match (id.document_address(), known, age) {
        (_, Some(known), Some(DocumentAge::Fresh)) => Ok(known),
        (None, _, _) => Err(NoWayBack::Client.into()),
        (Some(address), known, age) => {
            let is_known = known.is_some();
            let usable = known.filter(|_| age == Some(DocumentAge::Stale));
            match (read(ports, id, (address, from), is_known).await, usable) {
                (Ok(Some(client)), _) => Ok(client),
                // a host over its limit is treated like one that does not answer
                (Ok(None) | Err(AuthorizeError::Limited(_)), Some(client)) => Ok(client),
                (Ok(None), None) => Err(NoWayBack::Client.into()),
                (Err(error), _) => Err(error),
            }
        }
    }
}

/// Fetches the document and stores its content; `None` when it cannot be fetched or is not valid, which is not stored.
async fn read<P: Ports>(
    ports: &P,
    id: &ClientId,
    (address, from): (&str, IpAddr),
    is_known: bool,
) -> Result<Option<Client>, AuthorizeError> {
    if !is_known {
        room_for_client(ports, origin(from)).await??;
    }
    let host = of_document_host(id.document_host().unwrap_or_default());
    admit(ports, host, Attempt::Document.limit()).await??;
    let body = match ports.client_documents().document(address, from).await {
        Ok(body) => body,
        Err(error) => {
            tracing::info!(client.id = %id, %error, "client document cannot be fetched");
            return Ok(None);
        }
    };
    let metadata = match read_client_document(&body, id, ports.base_url()) {
        Ok(metadata) => metadata,
        Err(error) => {
            tracing::info!(client.id = %id, %error, "client document refused");
            return Ok(None);
        }
    };
    let now = ports.runtime().now();
    let (id, fetched_at) = (id.clone(), Some(now));
    let client = Client { id, secret_hash: None, metadata, created_at: now, fetched_at };
    ports.database().keep_client_document(&client, origin(from)).await?;
    Ok(Some(client))
}
