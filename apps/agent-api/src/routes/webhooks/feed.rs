use crate::{
    http::{KeyCall, Reply, operations},
    openapi::FeedPageBody,
};
use access::Scope;
use webhooks::{
    feed::{DEFAULT_LIMIT, FeedCursor, FeedPage, PageError, page_limit},
    ports::FeedStore,
};

operations![list_events];

/// The events of all organizations that the key's partner manages, the oldest first.
#[utoipa::path(
    get, path = "/v1/agent/events", tag = "webhooks", operation_id = "listEvents",
    params(
        ("after" = Option<String>, Query, description = "next_after of the previous page"),
        ("limit" = Option<u16>, Query, minimum = 1, maximum = 1000, description = "Default 100"),
    ),
    responses((status = 200, description = "A page", body = FeedPageBody)),
    security(("api_key" = [])),
)]
async fn list_events(call: KeyCall) -> Reply {
    let partner = call.caller.partner()?;
    call.caller.require(Scope::InvoiceRead)?;
    let mut query = call.query()?;
    let said = |error: PageError| error.to_string();
    let after = query.read("after", |text| text.parse::<FeedCursor>().map_err(said));
    let limit = query.read("limit", |text| page_limit(Some(text)).map_err(said));
    query.finish()?;
    let limit = limit.unwrap_or(DEFAULT_LIMIT);
    let items = call.store.events(partner, after, limit).await?;
    let page = FeedPage::of(items, after);
    call.ok(page)
}
