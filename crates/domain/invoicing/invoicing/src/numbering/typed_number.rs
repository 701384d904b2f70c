//! A number that the caller types, and what the series does with it (Versioning 5).

use super::{NotInSeries, NumberSource, Series, series_format::MAX_NUMBER_LENGTH};
use crate::faults::InvoiceFault;
use crate::{
    InvoiceType, Violations,
    checks::{TextShape, check_text},
};
use refusals::Refusal;
use thiserror::Error;

persistence::named! {
    /// How a series continues when the number of a document was entered by the caller.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum NumberSeriesAction {
        /// The counter stays. When the series comes to the number, it skips it.
        Exception = "exception",
        /// The series continues after the number.
        Advance = "advance",
    }
}

impl NumberSeriesAction {
    /// The requested action. The default is an exception, unless the caller is a person who can be asked.
    #[must_use]
    pub fn of(named: Option<Self>, is_interactive: bool) -> Option<Self> {
        named.or((!is_interactive).then_some(Self::Exception))
    }
}

/// A number as a request has it, unchecked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypedNumber {
    /// The caller's own number; without one it is drawn from the series.
    pub invoice_number: Option<String>,
    pub number_series_action: Option<NumberSeriesAction>,
}

impl TypedNumber {
    /// The number, trimmed.
    pub fn check(&self, found: &mut Violations) -> Option<String> {
        let Some(number) = &self.invoice_number else {
            if self.number_series_action.is_some() {
                found.add("numberSeriesAction", InvoiceFault::ActionWithoutNumber);
            }
            return None;
        };
        check_text("invoice_number", number, 1, MAX_NUMBER_LENGTH, TextShape::Line, found)
    }
}

/// The position of a series. Counts whose numbers were entered by hand are skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeriesPosition {
    /// The count of the next number.
    pub next: i64,
    /// The count of the next number once the series has gone on after the typed one.
    pub after_typed: i64,
}

/// The consequence of continuing the series after a number that is not its next one.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub enum IfAdvance {
    /// The numbers between are given to no document.
    #[error("advance leaves out {skipped} before it")]
    Skips {
        /// The next number afterwards.
        next: String,
        /// How many numbers, of which some may have been taken by hand.
        skipped: i64,
    },
    /// It lies behind, or is no number of the series.
    #[error("the series cannot advance to it")]
    Impossible,
}

/// A person typed a number that is not the next one of the series, and did not say what the series does.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
#[error(
    "{typed} is not the next number of the series, which is {expected}: send numberSeriesAction, exception or advance \
     ({if_advance})"
)]
pub struct OutOfSeries {
    /// The entered number.
    pub typed: String,
    /// The next number of the series, which stays so when the typed one is an exception.
    pub expected: String,
    /// What happens if the series continues after the entered number.
    pub if_advance: IfAdvance,
    /// The series, by the type of its documents.
    pub series: InvoiceType,
    /// The prefix of its numbers.
    pub prefix: String,
}

/// Why an invoice does not get the number that was typed.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub enum NumberRefused {
    /// 409: the person has to say what the series does.
    #[error(transparent)]
    OutOfSeries(Box<OutOfSeries>),
    /// 400: a series cannot go on after a number that it does not have.
    #[error(transparent)]
    NotInSeries(#[from] NotInSeries),
    /// 400: a series does not go back.
    #[error("lies before {next}, the next number of the series, which does not go back")]
    Behind { next: String },
    /// 400: a count with more digits than the series has reached is probably a typing error.
    #[error("has more digits than {next}, the next number of the series")]
    TooWide { next: String },
}

impl Series {
    /// Where the number of a document comes from, for an entered number that no other document has. `action` is
    /// `None` for a person who did not choose one: the number must then be the next one.
    ///
    /// # Errors
    /// [`NumberRefused`].
    pub fn place(
        &self,
        typed: &str,
        action: Option<NumberSeriesAction>,
        position: SeriesPosition,
    ) -> Result<NumberSource, NumberRefused> {
        let advanced = self.count_ahead(typed, position.next);
        match (action, advanced) {
            (Some(NumberSeriesAction::Exception), _) => Ok(NumberSource::Own(typed.to_owned())),
            (None, Ok(count)) if count == position.next => {
                Ok(NumberSource::Advance { series: self.clone(), count })
            }
            (Some(NumberSeriesAction::Advance), advanced) => {
                Ok(NumberSource::Advance { series: self.clone(), count: advanced? })
            }
            (None, advanced) => {
                let if_advance = match advanced {
                    Ok(count) => IfAdvance::Skips {
                        next: self.number(position.after_typed),
                        skipped: count - position.next,
                    },
                    Err(_) => IfAdvance::Impossible,
                };
                let asked = self.out(typed, position.next, if_advance);
                Err(NumberRefused::OutOfSeries(Box::new(asked)))
            }
        }
    }

    /// The count of a number after which the series can go on.
    fn count_ahead(&self, typed: &str, next: i64) -> Result<i64, NumberRefused> {
        let count = self.count_of(typed)?;
        let next_number = self.number(next);
        if count < next {
            return Err(NumberRefused::Behind { next: next_number });
        }
        let most = self.format.most_digits().max(digits(next));
        if digits(count) > most {
            return Err(NumberRefused::TooWide { next: next_number });
        }
        Ok(count)
    }

    fn out(&self, typed: &str, next: i64, if_advance: IfAdvance) -> OutOfSeries {
        OutOfSeries {
            typed: typed.to_owned(),
            expected: self.number(next),
            if_advance,
            series: self.invoice_type,
            prefix: self.format.prefix.clone(),
        }
    }
}

fn digits(count: i64) -> usize {
    count.to_string().len()
}
