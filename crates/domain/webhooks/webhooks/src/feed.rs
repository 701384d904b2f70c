//! The rules of the event feed (specification, Event feed).

use access::OrganizationId;
use events::{Body, EventId};
use persistence::Page;
use serde::{Serialize, Serializer};
use std::{fmt, num::NonZeroU64, str::FromStr};
use time::{Duration, OffsetDateTime};

/// The retention of events, and of deliveries with their history (specification, Limits).
pub(crate) const RETENTION: Duration = Duration::days(90);

/// The number of events on a page when the request has no `limit`.
pub const DEFAULT_LIMIT: u16 = 100;

/// The largest `limit`. The specification does not name one: this is our choice.
pub const MAX_LIMIT: u16 = 1_000;

/// The largest sum of payloads on a page, in bytes, unless its first event alone is larger.
pub const MAX_PAGE_BYTES: usize = 4 * 1024 * 1024;

/// How many events of these sizes, in this order, fit on a page; the first always does.
pub fn fitting(sizes: impl IntoIterator<Item = usize>) -> usize {
    let sums = sizes.into_iter().scan(0_usize, |sum, size| {
        *sum = sum.saturating_add(size);
        Some(*sum)
    });
    sums.enumerate().take_while(|(i, sum)| *i == 0 || *sum <= MAX_PAGE_BYTES).count()
}

/// The end of the retention: what is older than this is purged.
#[must_use]
pub fn expired_before(now: OffsetDateTime) -> OffsetDateTime {
    now.saturating_sub(RETENTION)
}

/// An invalid parameter of a feed query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("feed")]
pub enum PageError {
    /// `after` is not a cursor of the feed.
    #[error("must be the next_after of a page: a whole number")]
    Cursor,
    /// `limit` is out of range or not a number.
    #[error("must be a whole number from 1 to {most}", most = MAX_LIMIT)]
    Limit,
}

/// The position of an event in the feed: an increasing number, written as a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FeedCursor(pub NonZeroU64);

impl fmt::Display for FeedCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Parses `after=` in the form of [`FeedPage::next_after`]. Numbers of more than 63 bits are refused: the database
/// assigns none.
impl FromStr for FeedCursor {
    type Err = PageError;

    fn from_str(text: &str) -> Result<Self, PageError> {
        let number: NonZeroU64 = text.parse().map_err(|_| PageError::Cursor)?;
        let ours = i64::try_from(number.get()).is_ok() && number.to_string() == text;
        ours.then_some(Self(number)).ok_or(PageError::Cursor)
    }
}

impl Serialize for FeedCursor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Parses `limit=`, or returns the default.
///
/// # Errors
/// [`PageError::Limit`].
pub fn page_limit(text: Option<&str>) -> Result<u16, PageError> {
    let Some(text) = text else { return Ok(DEFAULT_LIMIT) };
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|n| digits && (1..=MAX_LIMIT).contains(n));
    number.ok_or(PageError::Limit)
}

/// An event in the feed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeedItem {
    /// The position of the event in the feed.
    pub id: FeedCursor,
    /// The id that stays the same however often the event is recorded; `None` when it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_id: Option<EventId>,
    /// The organization of the event.
    pub org_id: OrganizationId,
    /// The body of the webhook, byte for byte.
    pub payload: Body,
}

/// A page of the feed, with the oldest event first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeedPage {
    /// The events.
    pub data: Vec<FeedItem>,
    /// The cursor to pass as `after`: at once while `has_more`, later to poll for new events. On an empty page it is
    /// the cursor of the request; null only when that had none.
    pub next_after: Option<FeedCursor>,
    /// Whether more events follow already.
    pub has_more: bool,
}

impl FeedPage {
    /// The page of the rows that the store read after a cursor.
    #[must_use]
    pub fn of(Page { rows: data, has_more }: Page<FeedItem>, after: Option<FeedCursor>) -> Self {
        let next_after = data.last().map(|item| item.id).or(after);
        Self { data, next_after, has_more }
    }
}
