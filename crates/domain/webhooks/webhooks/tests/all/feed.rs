//! Pages of the feed.

use crate::common::{NOW, organization};
use events::{Body, Event, EventId, EventName, sample};
use persistence::Page;
use proptest::{collection::vec, prelude::*};
use std::num::NonZeroU64;
use webhooks::feed::{
    FeedCursor, FeedItem, FeedPage, MAX_PAGE_BYTES, PageError, expired_before, fitting, page_limit,
};

fn cursor(n: u64) -> FeedCursor {
    FeedCursor(NonZeroU64::new(n).expect("not zero"))
}

fn item(n: u64, event_id: Option<EventId>) -> FeedItem {
    let data = sample(EventName::InvoicePaid, NOW).expect("emitted");
    let event = Event { organization: organization(1), at: NOW, data };
    let payload = event.body().expect("writable");
    FeedItem { id: cursor(n), event_id, org_id: organization(1), payload }
}

#[test]
fn a_page_carries_the_bodies_byte_for_byte() {
    let once = EventId::once(EventName::InvoiceOverdue, "42").expect("fit");
    let page = FeedPage::of(Page::of_one_more(vec![item(7, Some(once)), item(9, None)], 2), None);
    let json = serde_json::to_string(&page).expect("JSON");
    let body = page.data[0].payload.as_str();
    let org = organization(1);
    assert_eq!(
        json,
        format!(
            r#"{{"data":[{{"id":"7","event_id":"invoice.overdue:42","org_id":"{org}","payload":{body}}},{{"id":"9","org_id":"{org}","payload":{body}}}],"next_after":"9","has_more":false}}"#
        )
    );
}

#[test]
fn odd_bodies_stay_as_they_are() {
    let text = "{\"a\" : 1.0,\n\"b\":\"\\u010d č\"}";
    let payload = Body::stored(text.to_owned());
    let json = serde_json::to_string(&[&payload]).expect("JSON");
    assert_eq!(json, format!("[{text}]"));
    assert!(serde_json::to_string(&Body::stored("{".into())).is_err(), "no half page");
}

#[test]
fn cursors_and_limits() {
    for text in ["1", "9223372036854775807"] {
        let cursor: FeedCursor = text.parse().expect(text);
        assert_eq!(cursor.to_string(), text);
    }
    let long = "1".repeat(10_000);
    for text in ["", "0", "-1", "+1", "01", " 1", "1.0", "x", "9223372036854775808", &long] {
        assert_eq!(text.parse::<FeedCursor>(), Err(PageError::Cursor), "{text}");
    }
    for (text, result) in [
        (None, Ok(100)),
        (Some("1"), Ok(1)),
        (Some("1000"), Ok(1000)),
        (Some("0"), Err(PageError::Limit)),
        (Some("1001"), Err(PageError::Limit)),
        (Some("65537"), Err(PageError::Limit)),
        (Some("+5"), Err(PageError::Limit)),
        (Some(""), Err(PageError::Limit)),
        (Some("ten"), Err(PageError::Limit)),
    ] {
        assert_eq!(page_limit(text), result, "{text:?}");
    }
}

#[test]
fn events_are_kept_ninety_days() {
    assert_eq!((NOW - expired_before(NOW)).whole_days(), 90);
}

proptest! {
    #[test]
    fn paging_shows_every_event_once(gaps in vec(1_u64..5, 0..40), size in 1_u16..12) {
        let ids: Vec<u64> = gaps.iter().scan(0, |id, gap| { *id += gap; Some(*id) }).collect();
        let (mut after, mut seen) = (None, Vec::new());
        loop {
            let later = ids.iter().filter(|&&id| after.is_none_or(|after| cursor(id) > after));
            let rows = later.take(usize::from(size) + 1).map(|&id| item(id, None)).collect();
            let page = FeedPage::of(Page::of_one_more(rows, size), after);
            prop_assert!(page.data.len() <= usize::from(size));
            seen.extend(page.data.iter().map(|item| item.id.0.get()));
            after = page.next_after;
            if !page.has_more { break }
        }
        prop_assert_eq!(&seen, &ids);
        prop_assert_eq!(after, ids.last().map(|&id| cursor(id)));
        prop_assert_eq!(FeedPage::of(Page::empty(), after).next_after, after, "to ask again later");
    }
}

#[test]
fn a_page_is_bounded_by_bytes_and_never_empty() {
    let half = MAX_PAGE_BYTES / 2;
    for (sizes, fit) in [
        (vec![], 0),
        (vec![1, 2, 3], 3),
        (vec![half, half, 1], 2),
        (vec![half, half + 1, 1], 1),
        (vec![MAX_PAGE_BYTES + 1, 1], 1),
        (vec![usize::MAX, usize::MAX], 1),
    ] {
        assert_eq!(fitting(sizes.clone()), fit, "{sizes:?}");
    }
}
