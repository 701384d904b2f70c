//! The request for an export.

use crate::fault::PeriodFault;
use invoicing::Violations;
use refusals::FieldFault;
use time::Date;

/// The maximum number of days in a period.
const MAX_DAYS: i64 = 366;

/// The days from one to another, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    pub from: Date,
    pub to: Date,
}

impl Period {
    /// Whether the period contains the day.
    #[must_use]
    pub fn contains(&self, day: Date) -> bool {
        (self.from..=self.to).contains(&day)
    }
}

/// The body of a request for an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExportRequest {
    /// The first issue date.
    pub from: Option<Date>,
    /// The last issue date.
    pub to: Option<Date>,
    /// Whether PDFs and XMLs are included; by default they are.
    pub files: Option<bool>,
}

impl ExportRequest {
    /// Checks the period. `found` holds the violations that parsing has found already.
    ///
    /// # Errors
    /// Every violation.
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
