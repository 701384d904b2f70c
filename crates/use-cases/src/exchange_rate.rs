use invoicing::{CentralBank, DailyRates, RateCache, RateSource, WantedRate, pick_rate};
use money::{Currency, Decimal};
use std::{collections::HashMap, sync::Mutex};
use time::{Date, Duration, OffsetDateTime};

/// How long an answer, or its absence, stands before the bank is asked again for the same day.
const ASKED_AGAIN_AFTER: Duration = Duration::minutes(15);

/// How long a bank that cannot be reached is left alone.
const LEFT_ALONE_FOR: Duration = Duration::minutes(1);

/// Days remembered as asked for at most.
const REMEMBERED: usize = 1_000;

/// Finds the rate of a day: in the database, else from the bank, which is asked rarely and never
/// waited for long.
pub struct RateLookup<S> {
    source: S,
    days_back: u16,
    memory: Mutex<Memory>,
}

#[derive(Default)]
struct Memory {
    asked: HashMap<(CentralBank, Date), OffsetDateTime>,
    unreachable: HashMap<CentralBank, OffsetDateTime>,
}

impl<S: RateSource> RateLookup<S> {
    /// A lookup with nothing asked yet.
    pub fn new(source: S, days_back: u16) -> Self {
        Self { source, days_back, memory: Mutex::default() }
    }

    /// The rate, or `None` when the bank has none or cannot be asked: an invoice is never refused
    /// for it.
    pub async fn rate(
        &self,
        cache: &impl RateCache,
        wanted: WantedRate,
        currency: Currency,
        now: OffsetDateTime,
    ) -> Option<Decimal> {
        let cached = self.cached(cache, wanted).await;
        let exact = cached.as_ref().is_some_and(|day| day.date == wanted.date);
        if exact || !self.should_ask(wanted, now) {
            return pick_rate(cached.as_slice(), currency, wanted.date, self.days_back);
        }
        let mut days = match self.source.published_rates(wanted.bank, wanted.date).await {
            Ok(days) => days,
            Err(error) => {
                tracing::warn!(bank = wanted.bank.name(), %error, "no exchange rates");
                self.leave_alone(wanted.bank, now);
                Vec::new()
            }
        };
        if !days.is_empty()
            && let Err(error) = cache.keep_rates(wanted.bank, &days).await
        {
            tracing::error!(%error, "exchange rates could not be kept");
        }
        days.extend(cached);
        pick_rate(&days, currency, wanted.date, self.days_back)
    }

    async fn cached(&self, cache: &impl RateCache, wanted: WantedRate) -> Option<DailyRates> {
        let from = wanted.date - Duration::days(self.days_back.into());
        match cache.cached_rates(wanted.bank, from, wanted.date).await {
            Ok(cached) => cached,
            Err(error) => {
                tracing::error!(%error, "kept exchange rates could not be read");
                None
            }
        }
    }

    /// Whether to ask the bank now; if so, remembers that it was asked.
    fn should_ask(&self, wanted: WantedRate, now: OffsetDateTime) -> bool {
        let Ok(mut memory) = self.memory.lock() else { return false };
        let recent = |at: &OffsetDateTime, window| now - *at < window;
        let key = (wanted.bank, wanted.date);
        if memory.unreachable.get(&wanted.bank).is_some_and(|at| recent(at, LEFT_ALONE_FOR))
            || memory.asked.get(&key).is_some_and(|at| recent(at, ASKED_AGAIN_AFTER))
        {
            return false;
        }
        if memory.asked.len() >= REMEMBERED {
            memory.asked.retain(|_, at| recent(at, ASKED_AGAIN_AFTER));
        }
        memory.asked.insert(key, now);
        true
    }

    fn leave_alone(&self, bank: CentralBank, now: OffsetDateTime) {
        if let Ok(mut memory) = self.memory.lock() {
            memory.unreachable.insert(bank, now);
            memory.asked.retain(|(asked, _), _| *asked != bank);
        }
    }
}
