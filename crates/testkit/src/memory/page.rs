//! Pages of lists.

use persistence::{Cursor, Listed, Page};
use std::cmp::Ordering;

/// The order of the rows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    NewestFirst,
    OldestFirst,
}

pub(super) fn page_in<T: Listed>(
    rows: impl IntoIterator<Item = T>,
    order: Order,
    after: Option<Cursor>,
    limit: u16,
) -> Page<T> {
    let place = |cursor: Cursor| (cursor.created_at, cursor.id);
    let compare = |one: Cursor, other: Cursor| match order {
        Order::NewestFirst => place(other).cmp(&place(one)),
        Order::OldestFirst => place(one).cmp(&place(other)),
    };
    let follows =
        |row: &T| after.is_none_or(|after| compare(row.cursor(), after) == Ordering::Greater);
    let mut rows: Vec<_> = rows.into_iter().filter(follows).collect();
    rows.sort_by(|one, other| compare(one.cursor(), other.cursor()));
    Page::of_one_more(rows, limit)
}

/// The newest first.
pub(super) fn page<T: Listed>(
    rows: impl IntoIterator<Item = T>,
    after: Option<Cursor>,
    limit: u16,
) -> Page<T> {
    page_in(rows, Order::NewestFirst, after, limit)
}
