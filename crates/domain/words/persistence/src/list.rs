use time::OffsetDateTime;
use uuid::Uuid;

/// The id of a row, of whichever list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowId(pub Uuid);

/// A place in a list that is ordered by time and id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// The time of the last row seen, to the microsecond.
    pub created_at: OffsetDateTime,
    /// The id of the last row seen.
    pub id: RowId,
}

impl Cursor {
    /// The place of a row.
    pub fn new(created_at: OffsetDateTime, id: impl Into<Uuid>) -> Self {
        Self { created_at, id: RowId(id.into()) }
    }
}

/// A row that a list can go on from.
pub trait Listed {
    /// The position of the row, from which the next page continues.
    fn cursor(&self) -> Cursor;
}

/// Says of a type by which time and id it is listed: `listed!(Expense: created_at, id);`.
#[macro_export]
macro_rules! listed {
    ($row:ty: $($at:ident).+, $($id:ident).+) => {
        impl $crate::Listed for $row {
            fn cursor(&self) -> $crate::Cursor {
                $crate::Cursor::new(self.$($at).+, self.$($id).+)
            }
        }
    };
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows of the page.
    pub rows: Vec<T>,
    /// Whether more follow.
    pub has_more: bool,
}

impl<T> Page<T> {
    /// A page without rows.
    #[must_use]
    pub const fn empty() -> Self {
        Self { rows: Vec::new(), has_more: false }
    }

    /// The first `limit` of the rows that were read: one more than `limit`, if there are more.
    #[must_use]
    pub fn of_one_more(mut rows: Vec<T>, limit: u16) -> Self {
        let has_more = rows.len() > usize::from(limit);
        rows.truncate(limit.into());
        Self { rows, has_more }
    }

    /// The first `fit` rows: what a page may hold besides a number of rows.
    #[must_use]
    pub fn first(mut self, fit: usize) -> Self {
        self.has_more |= self.rows.len() > fit;
        self.rows.truncate(fit);
        self
    }

    /// The page with each row made into something else.
    ///
    /// # Errors
    /// The first that `into` says.
    pub fn try_map<U, E>(self, into: impl FnMut(T) -> Result<U, E>) -> Result<Page<U>, E> {
        let rows = self.rows.into_iter().map(into).collect::<Result<_, _>>()?;
        Ok(Page { rows, has_more: self.has_more })
    }
}

impl<T: Listed> Page<T> {
    /// Where the next page begins, if there is one.
    #[must_use]
    pub fn next(&self) -> Option<Cursor> {
        self.rows.last().filter(|_| self.has_more).map(Listed::cursor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Row(u128);

    impl Listed for Row {
        fn cursor(&self) -> Cursor {
            Cursor::new(OffsetDateTime::UNIX_EPOCH, Uuid::from_u128(self.0))
        }
    }

    #[test]
    fn one_more_row_says_that_more_follow() {
        for (read, kept, has_more) in [(0, 0, false), (1, 1, false), (2, 2, false), (3, 2, true)] {
            let page = Page::of_one_more((0..read).map(Row).collect(), 2);
            assert_eq!((page.rows.len(), page.has_more), (kept, has_more), "{read} rows");
        }
    }

    #[test]
    fn a_page_that_is_cut_has_more() {
        let page = |rows: u128| Page::of_one_more((0..rows).map(Row).collect::<Vec<_>>(), 3);
        for (read, fit, kept, has_more) in
            [(3, 3, 3, false), (3, 2, 2, true), (4, 3, 3, true), (4, 9, 3, true), (0, 0, 0, false)]
        {
            let page = page(read).first(fit);
            assert_eq!((page.rows.len(), page.has_more), (kept, has_more), "{read} {fit}");
        }
    }

    #[test]
    fn the_next_page_begins_after_the_last_row() {
        let page = Page::of_one_more(vec![Row(1), Row(2), Row(3)], 2);
        assert_eq!(page.next(), Some(Row(2).cursor()));
        assert_eq!(Page::of_one_more(vec![Row(1), Row(2)], 2).next(), None);
        assert_eq!(Page::<Row>::empty().next(), None);
    }

    #[test]
    fn a_row_that_cannot_be_made_fails_the_page() {
        let page = |rows| Page { rows, has_more: true };
        let odd = |row: i32| if row % 2 == 1 { Ok(row * 10) } else { Err(row) };
        assert_eq!(page(vec![1, 3]).try_map(odd), Ok(page(vec![10, 30])));
        assert_eq!(page(vec![1, 2, 4]).try_map(odd), Err(2));
    }
}
