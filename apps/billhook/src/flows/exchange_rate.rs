use crate::config::Config;
use exchange_rates::{CentralBankClient, Settings};
use invoicing::{CentralBank, DailyRates, RateCache, RateError, RateSource, WantedRate, pick_rate};
use money::{Currency, Decimal};
use std::{
    collections::HashMap,
    error::Error,
    sync::Mutex,
    time::{Duration, Instant},
};
use time::Date;

/// How long an answer, or its absence, stands before the bank is asked again for the same day.
const ASKED_AGAIN_AFTER: Duration = Duration::from_secs(15 * 60);

/// How long a bank that cannot be reached is left alone.
const LEFT_ALONE_FOR: Duration = Duration::from_secs(60);

/// Days remembered as asked for at most.
const REMEMBERED: usize = 1_000;

/// The real banks over HTTP, or none when configured off.
pub struct CentralBankRates(Option<CentralBankClient>);

impl CentralBankRates {
    /// The banks as configured.
    ///
    /// # Errors
    /// When the HTTP client cannot be made.
    pub fn new(config: &Config) -> Result<Self, Box<dyn Error + Send + Sync>> {
        if !config.exchange_rates {
            return Ok(Self(None));
        }
        let mut settings = Settings::at(config.ecb_url.as_deref(), config.cnb_url.as_deref())?;
        settings.timeout = config.rate_timeout();
        settings.max_days_back = config.rate_days_back;
        let client = CentralBankClient::new(settings)?;
        Ok(Self(Some(client)))
    }
}

impl RateSource for CentralBankRates {
    async fn published_rates(
        &self,
        bank: CentralBank,
        date: Date,
    ) -> Result<Vec<DailyRates>, RateError> {
        match &self.0 {
            Some(client) => client.published_rates(bank, date).await,
            None => Ok(Vec::new()),
        }
    }
}

/// Finds the rate of a day: in the database, else from the bank, which is asked rarely and never
/// waited for long.
pub struct RateLookup<C, S> {
    cache: C,
    source: S,
    days_back: u16,
    memory: Mutex<Memory>,
}

#[derive(Default)]
struct Memory {
    asked: HashMap<(CentralBank, Date), Instant>,
    unreachable: HashMap<CentralBank, Instant>,
}

impl<C: RateCache, S: RateSource> RateLookup<C, S> {
    /// A lookup with nothing asked yet.
    pub fn new(cache: C, source: S, days_back: u16) -> Self {
        Self { cache, source, days_back, memory: Mutex::default() }
    }

    /// The rate, or `None` when the bank has none or cannot be asked: an invoice is never refused
    /// for it.
    pub async fn rate(&self, wanted: WantedRate, currency: Currency) -> Option<Decimal> {
        let cached = self.cached(wanted).await;
        let exact = cached.as_ref().is_some_and(|day| day.date == wanted.date);
        if exact || !self.should_ask(wanted) {
            return pick_rate(cached.as_slice(), currency, wanted.date, self.days_back);
        }
        let mut days = match self.source.published_rates(wanted.bank, wanted.date).await {
            Ok(days) => days,
            Err(error) => {
                tracing::warn!(bank = wanted.bank.name(), %error, "no exchange rates");
                self.leave_alone(wanted.bank);
                Vec::new()
            }
        };
        if !days.is_empty()
            && let Err(error) = self.cache.keep_rates(wanted.bank, &days).await
        {
            tracing::error!(%error, "exchange rates could not be kept");
        }
        days.extend(cached);
        pick_rate(&days, currency, wanted.date, self.days_back)
    }

    async fn cached(&self, wanted: WantedRate) -> Option<DailyRates> {
        let from = wanted.date - time::Duration::days(self.days_back.into());
        match self.cache.cached_rates(wanted.bank, from, wanted.date).await {
            Ok(cached) => cached,
            Err(error) => {
                tracing::error!(%error, "kept exchange rates could not be read");
                None
            }
        }
    }

    /// Whether to ask the bank now; if so, remembers that it was asked.
    fn should_ask(&self, wanted: WantedRate) -> bool {
        let Ok(mut memory) = self.memory.lock() else { return false };
        let recent = |at: &Instant, window| at.elapsed() < window;
        let key = (wanted.bank, wanted.date);
        if memory.unreachable.get(&wanted.bank).is_some_and(|at| recent(at, LEFT_ALONE_FOR))
            || memory.asked.get(&key).is_some_and(|at| recent(at, ASKED_AGAIN_AFTER))
        {
            return false;
        }
        if memory.asked.len() >= REMEMBERED {
            memory.asked.retain(|_, at| recent(at, ASKED_AGAIN_AFTER));
        }
        memory.asked.insert(key, Instant::now());
        true
    }

    fn leave_alone(&self, bank: CentralBank) {
        if let Ok(mut memory) = self.memory.lock() {
            memory.unreachable.insert(bank, Instant::now());
            memory.asked.retain(|(asked, _), _| *asked != bank);
        }
    }
}
