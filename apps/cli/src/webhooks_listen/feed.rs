//! Reads the feed of a partner.

use super::{
    super::result::{CommandResult, Failure},
    listen::Listen,
    listen_error::ListenError,
};
use access::OrganizationId;
use events::{Body, EventName};
use reqwest::Client;
use runtime::secrets;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::time::Duration;
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{
    Delivery, DeliveryId, EndpointId,
    deliveries::Kind,
    endpoints::{AddressPolicy, EndpointUrl, Secret, Secrets},
    signing::SignedRequest,
};

/// The pause between two requests for new events.
const PAUSE: Duration = Duration::from_millis(500);

#[derive(Deserialize)]
struct Page {
    data: Vec<Item>,
    next_after: Option<String>,
    has_more: bool,
}

#[derive(Deserialize)]
struct Item {
    org_id: Uuid,
    payload: Box<RawValue>,
}

#[derive(Deserialize)]
struct PayloadHead {
    event: EventName,
}

/// Prints new events until the process is asked to stop. The signal handler is installed all the time, because a
/// signal that comes while a page is read would otherwise be lost.
pub(super) async fn read(listen: &Listen, client: &Client) -> CommandResult {
    tokio::select! {
        result = follow(listen, client) => result,
        interrupted = tokio::signal::ctrl_c() => Ok(interrupted?),
    }
}

async fn follow(listen: &Listen, client: &Client) -> CommandResult {
    let secret = Secret::from_random(secrets::random()?);
    let forward = listen.forward(client);
    if forward.is_some() {
        eprintln!("forwarded events are signed with {}", secret.expose());
    }
    let mut after = match &listen.after {
        Some(after) => Some(after.clone()),
        None => end(listen, client).await?,
    };
    eprintln!("listening to the feed; Ctrl-C ends");
    loop {
        let page = page(listen, client, after.as_deref()).await?;
        for item in &page.data {
            let PayloadHead { event } = serde_json::from_str(item.payload.get())?;
            if !listen.wants(event.as_str()) {
                continue;
            }
            println!("{}", item.payload.get());
            if let Some(forward) = &forward {
                let request = signed(&forward.url, item, event, &secret)?;
                forward.post(&request.headers, item.payload.get().into()).await;
            }
        }
        after = page.next_after.or(after);
        if !page.has_more {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// The cursor after the newest event.
async fn end(listen: &Listen, client: &Client) -> Result<Option<String>, Failure> {
    let mut after = None;
    loop {
        let page = page(listen, client, after.as_deref()).await?;
        after = page.next_after;
        if !page.has_more {
            return Ok(after);
        }
    }
}

async fn page(listen: &Listen, client: &Client, after: Option<&str>) -> Result<Page, Failure> {
    let after = after.map(|after| format!("&after={after}")).unwrap_or_default();
    let url = listen.path(&format!("/v1/agent/events?limit=1000{after}"));
    let answer = listen.signed_in(client.get(url)).send().await?;
    let status = answer.status();
    let text = answer.text().await?;
    if !status.is_success() {
        return Err(ListenError::Refused { status: status.as_u16(), text }.into());
    }
    // not through a value: payloads keep their bytes
    Ok(serde_json::from_str(&text).map_err(|_| ListenError::Answer)?)
}

/// The event as the service would deliver it, with the local secret.
fn signed(
    url: &str,
    item: &Item,
    event: EventName,
    secret: &Secret,
) -> Result<SignedRequest, Failure> {
    let now = OffsetDateTime::now_utc();
    let (organization, endpoint) = (OrganizationId(item.org_id), EndpointId(Uuid::nil()));
    let id = DeliveryId(Uuid::now_v7());
    let delivery = Delivery::new(id, organization, endpoint, event, Kind::Event, now);
    let url = EndpointUrl::parse(url, AddressPolicy::AndLoopback)?;
    let body = Body::stored(item.payload.get().to_owned());
    Ok(SignedRequest::new(&delivery, url, &Secrets::new(secret.clone()), body, now))
}
