use super::at_partner::AtPartner;
use crate::{
    blocks::{Cell, Section, Table},
    error::Page,
    pages::rows::ROWS,
    view::View,
};
use access::Scope;
use serde_json::Value;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use webhooks::{
    feed::{FeedCursor, FeedItem, FeedPage},
    ports::FeedStore,
};

/// The feed as the API gives it: the oldest first, from where the reader stopped.
pub(super) async fn page(visit: AtPartner) -> Page {
    visit.allow(Scope::InvoiceRead)?;
    let t = visit.t();
    let mut query = visit.query()?;
    let after = query.read("after", |text| text.parse::<FeedCursor>());
    query.finish()?;
    let items = visit.store.events(visit.member.partner, after, ROWS).await?;
    let page = FeedPage::of(items, after);
    let next = page.next_after.filter(|_| page.has_more);
    let next = next.map(|next| (format!("?after={next}"), t.next_rows));
    let row = |item: &FeedItem| {
        let payload: Value = serde_json::from_str(item.payload.as_str()).unwrap_or_default();
        let text = |name: &str| payload[name].as_str().unwrap_or_default().to_owned();
        vec![
            Cell::text(item.id.to_string()),
            Cell::text(text("event")),
            Cell::link(visit.path(&format!("organizations/{}", item.org_id)), t.show),
            moment(&visit, text("timestamp")),
        ]
    };
    let heads = vec![t.id, t.event, t.organization, t.when];
    let table = Table { next, ..Table::of(t.feed, heads, (&page.data, t.no_events), row) };
    let mut view = View::new(t.feed);
    view.lead = t.feed_lead;
    view.sections = vec![Section::table(t.list, table)];
    view.show(&visit)
}

/// A time of the feed as people read it.
fn moment(visit: &AtPartner, text: String) -> Cell {
    match OffsetDateTime::parse(&text, &Rfc3339) {
        Ok(at) => visit.words.time(at),
        Err(_) => Cell::text(text),
    }
}
