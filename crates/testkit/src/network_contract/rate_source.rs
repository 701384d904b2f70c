//! The contract of [`RateSource`]: it returns the rates of a day, or of the last day before with rates, and answers
//! in bounded time, whatever the bank does.

use invoicing::{
    CentralBank,
    rates::{RateError, RateSource},
};
use std::{future::Future, time::Duration};
use time::Date;

/// The behaviour of a bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bank {
    /// It publishes [`Published`].
    Publishes,
    /// It is unavailable.
    Down,
    /// It accepts the question and never answers.
    Silent,
    /// It answers with something else.
    Garbage,
}

/// The rates that the bank under test publishes.
#[derive(Debug, Clone)]
pub struct Published {
    /// A day with rates.
    pub day: Date,
    /// A currency with a rate on it.
    pub currency: &'static str,
    /// A later day without rates, whose last published ones are those of `day`.
    pub quiet_day: Date,
    /// A day of which no rates can be used.
    pub none: Date,
}

/// A source of rates.
pub trait RateSourceUnderTest: Sync {
    /// The implementation of the port.
    type Source: RateSource;

    /// The banks to try.
    const BANKS: &'static [CentralBank];

    /// The rates that a bank publishes.
    fn published(&self, bank: CentralBank) -> Published;

    /// A source whose banks are so; `None` where they cannot be.
    fn source(&self, banks: Bank) -> impl Future<Output = Option<Self::Source>> + Send;
}

/// No invoice waits longer for its rate, and tests allow for a machine at work.
const AT_MOST: Duration = Duration::from_secs(10);

/// The error of a bank that is so, within bounded time.
async fn failure<S: RateSourceUnderTest>(subject: &S, banks: Bank) -> Vec<RateError> {
    let Some(source) = subject.source(banks).await else { return Vec::new() };
    let mut errors = Vec::new();
    for bank in S::BANKS {
        let asked = source.published_rates(*bank, subject.published(*bank).day);
        let answer = tokio::time::timeout(AT_MOST, asked).await.expect("an answer in time");
        errors.push(answer.expect_err("no rates"));
    }
    errors
}

pub async fn the_rates_of_a_day_are_found<S: RateSourceUnderTest>(subject: &S) {
    let source = subject.source(Bank::Publishes).await.expect("a source");
    for bank in S::BANKS {
        let Published { day, currency, .. } = subject.published(*bank);
        let days = source.published_rates(*bank, day).await.expect("rates");
        let found = days.iter().find(|rates| rates.date == day).expect("the day's");
        let rate = found.rate(currency).expect("a rate");
        assert!(rate.is_sign_positive() && !rate.is_zero(), "{rate}");
        assert_eq!(found.rate("XXX"), None);
    }
}

pub async fn a_day_without_rates_has_the_last_before_it<S: RateSourceUnderTest>(subject: &S) {
    let source = subject.source(Bank::Publishes).await.expect("a source");
    for bank in S::BANKS {
        let Published { day, quiet_day, .. } = subject.published(*bank);
        let days = source.published_rates(*bank, quiet_day).await.expect("rates");
        let last = days.iter().map(|rates| rates.date).filter(|date| *date <= quiet_day).max();
        assert_eq!(last, Some(day));
    }
}

/// This is not an error: the invoice is issued without a rate, and the bank does not count as unavailable.
pub async fn nothing_published_is_an_answer<S: RateSourceUnderTest>(subject: &S) {
    let source = subject.source(Bank::Publishes).await.expect("a source");
    for bank in S::BANKS {
        let none = subject.published(*bank).none;
        let days = source.published_rates(*bank, none).await.expect("an answer");
        assert!(days.iter().all(|rates| rates.date > none), "{days:?}");
    }
}

pub async fn a_bank_that_is_down_is_unreachable<S: RateSourceUnderTest>(subject: &S) {
    for error in failure(subject, Bank::Down).await {
        assert!(matches!(error, RateError::Unreachable(_)), "{error:?}");
    }
}

pub async fn a_bank_that_is_silent_is_unreachable_in_time<S: RateSourceUnderTest>(subject: &S) {
    for error in failure(subject, Bank::Silent).await {
        assert!(matches!(error, RateError::Unreachable(_)), "{error:?}");
    }
}

pub async fn an_answer_that_is_no_rates_is_malformed<S: RateSourceUnderTest>(subject: &S) {
    for error in failure(subject, Bank::Garbage).await {
        assert!(matches!(error, RateError::Malformed(_)), "{error:?}");
    }
}

/// Makes a test of each function of this contract.
#[macro_export]
macro_rules! rate_source_contract {
    ($open:ident) => {
        $crate::network_contract! { $open, rate_source:
            the_rates_of_a_day_are_found
            a_day_without_rates_has_the_last_before_it
            nothing_published_is_an_answer
            a_bank_that_is_down_is_unreachable
            a_bank_that_is_silent_is_unreachable_in_time
            an_answer_that_is_no_rates_is_malformed
        }
    };
}
