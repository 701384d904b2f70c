use super::shared::sql::Statement;
use access::OrganizationId;
use invoicing::{Draft, numbering::NumberSource};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::OwnedMutexGuard;

/// The number of series beyond which those without waiting requests are dropped.
const FORGOTTEN_AT: usize = 10_000;

/// The organization, the type, and the year that the count belongs to.
type Series = (OrganizationId, &'static str, i32);

type Next = Arc<tokio::sync::Mutex<Option<i64>>>;

/// The next count of each series, as far as this process knows: a guess, which the database confirms or refuses.
#[derive(Default)]
pub(super) struct NextNumbers(Mutex<HashMap<Series, Next>>);

/// The turn of a request in its series. Requests wait for turns here, as they would wait for the lock on the counter's
/// row.
pub(super) struct Turn<'a> {
    draft: &'a Draft,
    series: Series,
    next: OwnedMutexGuard<Option<i64>>,
}

/// A guess of the next count of a series.
pub(super) struct Guess {
    series: Series,
    pub(super) count: i64,
    pub(super) number: String,
}

impl NextNumbers {
    /// Waits for the turn. `None` for the caller's own number.
    pub(super) async fn turn<'a>(&self, draft: &'a Draft) -> Option<Turn<'a>> {
        let NumberSource::Series(series) = &draft.number else { return None };
        let series = (draft.organization, series.invoice_type.name(), series.counted_year());
        let next = self.next_of(series).lock_owned().await;
        Some(Turn { draft, series, next })
    }

    fn next_of(&self, series: Series) -> Next {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= FORGOTTEN_AT {
            known.retain(|_, next| Arc::strong_count(next) > 1);
        }
        known.entry(series).or_default().clone()
    }
}

impl Turn<'_> {
    /// Takes the guess: until the next count is known again, there is none.
    pub(super) fn guess(&mut self) -> Option<Guess> {
        let NumberSource::Series(series) = &self.draft.number else { return None };
        let count = self.next.take()?;
        Some(Guess { series: self.series, count, number: series.number(count) })
    }

    /// Remembers the count after one that the database has drawn.
    pub(super) fn drawn(mut self, count: i64) {
        *self.next = Some(count + 1);
    }
}

impl Guess {
    /// Advances the series if the guess is right. A further condition may be appended.
    pub(super) fn confirm(&self) -> Statement<'static> {
        let (organization, invoice_type, year) = self.series;
        sql!(
            "UPDATE number_counters SET next = next + 1
             WHERE organization_id = {} AND invoice_type = {} AND year = {} AND next = {}",
            organization,
            invoice_type,
            year,
            self.count
        )
    }
}
