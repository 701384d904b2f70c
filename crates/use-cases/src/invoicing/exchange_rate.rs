use invoicing::{
    CentralBank, WantedRate,
    rates::{DailyRates, RateCache, RateSource, is_last_published, pick_rate},
};
use money::{Currency, Decimal};
use std::{
    collections::{HashMap, HashSet},
    future::poll_fn,
    sync::Mutex,
    task::{Poll, Waker},
};
use time::{Date, Duration, OffsetDateTime};

/// How long a bank's answer for a day is trusted: the bank is not asked again within this time.
const ASKED_AGAIN_AFTER: Duration = Duration::minutes(1);

/// How long an unreachable bank is not asked again.
const LEFT_ALONE_FOR: Duration = Duration::minutes(1);

/// Maximum number of cached answers.
const REMEMBERED: usize = 1_000;

/// Finds the exchange rate of a day: in the database, or else from the bank, which is called seldom and with a short
/// timeout. The rate of an earlier day is used only when no later one can have been published.
pub struct RateLookup<S> {
    source: S,
    days_back: u16,
    memory: Mutex<Memory>,
}

type Day = (CentralBank, Date);

#[derive(Default)]
struct Memory {
    /// When the bank last answered for each day.
    answered: HashMap<Day, OffsetDateTime>,
    unreachable: HashMap<CentralBank, OffsetDateTime>,
    /// The days that the bank is being asked about. Other callers wait for the answer.
    asking: HashSet<Day>,
    waiting: Vec<Waker>,
}

/// What to do when the rate is not known yet.
enum Turn<'a> {
    Ask(Asking<'a>),
    /// Another caller is asking for the same rate: wait for it.
    Wait,
    /// The bank has just answered.
    Answered,
    /// The bank was unreachable recently.
    LeaveAlone,
}

impl<S: RateSource> RateLookup<S> {
    /// A lookup with an empty cache.
    pub fn new(source: S, days_back: u16) -> Self {
        Self { source, days_back, memory: Mutex::default() }
    }

    /// The rate, or `None` when the bank has none or cannot be reached. A missing rate never blocks an invoice, and an
    /// invoice never gets the rate of an earlier day while a later one may exist.
    pub async fn rate(
        &self,
        cache: &impl RateCache,
        wanted: WantedRate,
        currency: Currency,
        now: OffsetDateTime,
    ) -> Option<Decimal> {
        loop {
            let cached = self.cached(cache, wanted).await;
            let known = pick_rate(cached.as_slice(), currency, wanted.date, self.days_back);
            if cached.is_some_and(|day| self.is_last(day.date, wanted, now)) {
                return known;
            }
            match self.turn(wanted, now) {
                Turn::Ask(_asking) => return self.fetch_rates(cache, wanted, currency, now).await,
                Turn::Wait => self.other_answer(wanted).await,
                Turn::Answered => return known,
                Turn::LeaveAlone => return None,
            }
        }
    }

    async fn fetch_rates(
        &self,
        cache: &impl RateCache,
        wanted: WantedRate,
        currency: Currency,
        now: OffsetDateTime,
    ) -> Option<Decimal> {
        let days = match self.source.published_rates(wanted.bank, wanted.date).await {
            Ok(days) => days,
            Err(error) => {
                tracing::warn!(bank = wanted.bank.name(), %error, "exchange rates cannot be fetched");
                self.leave_alone(wanted.bank, now);
                return None;
            }
        };
        if !days.is_empty()
            && let Err(error) = cache.keep_rates(wanted.bank, &days).await
        {
            tracing::warn!(%error, "exchange rates cannot be cached");
        }
        self.remember(wanted, now);
        pick_rate(&days, currency, wanted.date, self.days_back)
    }

    async fn cached(&self, cache: &impl RateCache, wanted: WantedRate) -> Option<DailyRates> {
        let from = wanted.date - Duration::days(self.days_back.into());
        match cache.cached_rates(wanted.bank, from, wanted.date).await {
            Ok(cached) => cached,
            Err(error) => {
                tracing::warn!(%error, "cached exchange rates cannot be read");
                None
            }
        }
    }

    fn is_last(&self, last: Date, wanted: WantedRate, now: OffsetDateTime) -> bool {
        let Ok(memory) = self.memory.lock() else { return false };
        let asked = memory.answered.get(&(wanted.bank, wanted.date)).copied();
        is_last_published(last, wanted.date, asked, now)
    }

    fn turn(&self, wanted: WantedRate, now: OffsetDateTime) -> Turn<'_> {
        let Ok(mut memory) = self.memory.lock() else { return Turn::LeaveAlone };
        let recent = |at: Option<&OffsetDateTime>, window| at.is_some_and(|at| now - *at < window);
        let day = (wanted.bank, wanted.date);
        if memory.asking.contains(&day) {
            Turn::Wait
        } else if recent(memory.answered.get(&day), ASKED_AGAIN_AFTER) {
            Turn::Answered
        } else if recent(memory.unreachable.get(&wanted.bank), LEFT_ALONE_FOR) {
            Turn::LeaveAlone
        } else {
            memory.asking.insert(day);
            Turn::Ask(Asking { memory: &self.memory, day })
        }
    }

    /// Waits until no other caller is asking for this rate.
    async fn other_answer(&self, wanted: WantedRate) {
        poll_fn(|context| {
            let Ok(mut memory) = self.memory.lock() else { return Poll::Ready(()) };
            if !memory.asking.contains(&(wanted.bank, wanted.date)) {
                return Poll::Ready(());
            }
            memory.waiting.push(context.waker().clone());
            Poll::Pending
        })
        .await;
    }

    fn remember(&self, wanted: WantedRate, now: OffsetDateTime) {
        if let Ok(mut memory) = self.memory.lock() {
            if memory.answered.len() >= REMEMBERED {
                memory.answered.retain(|_, at| now - *at < ASKED_AGAIN_AFTER);
            }
            memory.answered.insert((wanted.bank, wanted.date), now);
        }
    }

    fn leave_alone(&self, bank: CentralBank, now: OffsetDateTime) {
        if let Ok(mut memory) = self.memory.lock() {
            memory.unreachable.insert(bank, now);
        }
    }
}

/// A request to a bank in progress. Dropping it, also on cancellation, wakes those who wait.
struct Asking<'a> {
    memory: &'a Mutex<Memory>,
    day: Day,
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        let waiting = match self.memory.lock() {
            Ok(mut memory) => {
                memory.asking.remove(&self.day);
                std::mem::take(&mut memory.waiting)
            }
            Err(_) => Vec::new(),
        };
        waiting.into_iter().for_each(Waker::wake);
    }
}
