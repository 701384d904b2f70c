//! Pages of lists.

use persistence::{Cursor, Page, RowId};
use std::cmp::Ordering;
use time::OffsetDateTime;
use uuid::Uuid;

/// Which rows come first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    NewestFirst,
    OldestFirst,
}

pub(super) fn page_in<T>(
    mut rows: Vec<T>,
    order: Order,
    after: Option<Cursor>,
    limit: u16,
    place: impl Fn(&T) -> (OffsetDateTime, Uuid),
) -> Page<T> {
    let compare = |one: (OffsetDateTime, Uuid), other| match order {
        Order::NewestFirst => one.cmp(&other).reverse(),
        Order::OldestFirst => one.cmp(&other),
    };
    let follows = |row: &T| {
        after.is_none_or(|Cursor { created_at: at, id: RowId(id) }| {
            compare(place(row), (at, id)) == Ordering::Greater
        })
    };
    rows.retain(follows);
    rows.sort_by(|one, other| compare(place(one), place(other)));
    Page::of_one_more(rows, limit)
}

/// The newest first.
pub(super) fn page<T>(
    rows: Vec<T>,
    after: Option<Cursor>,
    limit: u16,
    place: impl Fn(&T) -> (OffsetDateTime, Uuid),
) -> Page<T> {
    page_in(rows, Order::NewestFirst, after, limit, place)
}
