//! What a caller asks for.

use crate::fault::PeriodFault;
use invoicing::Violations;
use refusals::FieldFault;
use time::Date;

/// Days of a period at most.
const MAX_DAYS: i64 = 366;

/// Days from one to another, both inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    pub from: Date,
    pub to: Date,
}

impl Period {
    /// Whether a day is in it.
    #[must_use]
    pub fn contains(&self, day: Date) -> bool {
        (self.from..=self.to).contains(&day)
    }
}

/// An export as a caller asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExportRequest {
    /// Issue dates from.
    pub from: Option<Date>,
    /// To, inside.
    pub to: Option<Date>,
    /// Whether PDFs and XMLs go with it; they do unless the caller says otherwise.
    pub files: Option<bool>,
}

impl ExportRequest {
    /// The period; `found` is what reading has found wrong already.
    ///
    /// # Errors
    /// All that is wrong.
    pub fn check(&self, mut found: Violations) -> Result<Period, Violations> {
        for (day, name) in [(self.from, "from"), (self.to, "to")] {
            if day.is_none() {
                found.add(name, FieldFault::Required);
            }
        }
        if let (Some(from), Some(to)) = (self.from, self.to) {
            if to < from {
                found.add("to", PeriodFault::Order);
            } else if (to - from).whole_days() >= MAX_DAYS {
                found.add("to", PeriodFault::TooLong { most: MAX_DAYS });
            } else if found.is_empty() {
                return Ok(Period { from, to });
            }
        }
        Err(found)
    }
}
