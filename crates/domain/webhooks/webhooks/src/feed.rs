//! The rules of the event feed (specification, Event feed).

use access::OrganizationId;
use events::{Body, EventId};
use persistence::Page;
use serde::{Serialize, Serializer};
use std::{fmt, num::NonZeroU64, str::FromStr};
use time::{Duration, OffsetDateTime};

/// How long events, and deliveries with their history, are kept (specification, Limits).
pub(crate) const RETENTION: Duration = Duration::days(90);

/// Events on a page when the request does not say.
pub const DEFAULT_LIMIT: u16 = 100;

/// Events on a page at most. The specification does not show it: this is ours.
pub const MAX_LIMIT: u16 = 1_000;

/// Bytes of payloads on a page at most, unless its first event alone is larger.
pub const MAX_PAGE_BYTES: usize = 4 * 1024 * 1024;

/// How many events of these sizes, in their order, fit on a page; the first always does.
pub fn fitting(sizes: impl IntoIterator<Item = usize>) -> usize {
    let sums = sizes.into_iter().scan(0_usize, |sum, size| {
        *sum = sum.saturating_add(size);
        Some(*sum)
    });
    sums.enumerate().take_while(|(i, sum)| *i == 0 || *sum <= MAX_PAGE_BYTES).count()
}

/// What was kept before this is purged.
#[must_use]
pub fn expired_before(now: OffsetDateTime) -> OffsetDateTime {
    now.saturating_sub(RETENTION)
}

/// What is wrong with a query of the feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PageError {
    /// `after` is none of our cursors.
    #[error("must be the next_after of a page: a whole number")]
    Cursor,
    /// `limit` is out of range.
    #[error("must be a whole number from 1 to {MAX_LIMIT}")]
    Limit,
}

/// The place of an event in the feed: an increasing number, written as a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FeedCursor(pub NonZeroU64);

impl fmt::Display for FeedCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// `after=`, as we write it. Numbers beyond 63 bits no database has given.
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

/// `limit=`, or the default.
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
    /// What it may happen only once under.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_id: Option<EventId>,
    /// The organization of the event.
    pub org_id: OrganizationId,
    /// The webhook's body, byte for byte.
    pub payload: Body,
}

/// A page of the feed, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeedPage {
    /// The events.
    pub data: Vec<FeedItem>,
    /// Pass it as `after`: at once while `has_more`, later to ask for what is new. On an empty
    /// page the cursor that was asked with; null only where there was none.
    pub next_after: Option<FeedCursor>,
    /// Whether more follow now.
    pub has_more: bool,
}

impl FeedPage {
    /// The page of what the store has read after a cursor.
    #[must_use]
    pub fn of(Page { rows: data, has_more }: Page<FeedItem>, after: Option<FeedCursor>) -> Self {
        let next_after = data.last().map(|item| item.id).or(after);
        Self { data, next_after, has_more }
    }
}
