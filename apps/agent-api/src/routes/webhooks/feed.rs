use crate::{
    http::{KeyCall, Reply, operations},
    openapi::FeedPageBody,
    routes::paging,
};
use access::Scope;
use webhooks::{feed::FeedPage, ports::FeedStore};

operations![list_events];

/// The events of all organizations that the key's partner manages, the oldest first.
#[utoipa::path(
    get, path = "/v1/agent/events", tag = "webhooks", operation_id = "listEvents",
    params(paging::FeedPages),
    responses((status = 200, description = "A page", body = FeedPageBody)),
    security(("api_key" = [])),
)]
async fn list_events(call: KeyCall) -> Reply {
    let partner = call.caller.partner()?;
    call.caller.require(Scope::InvoiceRead)?;
    let mut query = call.query()?;
    let (after, limit) = paging::FeedPages::read(&mut query);
    query.finish()?;
    let items = call.store.events(partner, after, limit).await?;
    let page = FeedPage::of(items, after);
    call.ok(page)
}
