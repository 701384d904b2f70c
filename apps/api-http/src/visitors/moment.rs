use crate::visitors::Language;
use std::fmt;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// A point in time as a page shows it.
pub struct Moment {
    /// RFC 3339, for machines.
    pub machine: String,
    /// The time for people: to the minute, in Bratislava.
    pub shown: String,
}

impl Moment {
    /// The texts of a point in time in a language.
    #[must_use]
    pub fn of(at: OffsetDateTime, language: languages::Language) -> Self {
        let local = service_day::local(at);
        let day = languages::short_date(local.date(), language);
        let shown = format!("{day} {}:{:02}", local.hour(), local.minute());
        let machine = at.replace_nanosecond(0).unwrap_or(at).format(&Rfc3339).unwrap_or_default();
        Self { machine, shown }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl Language {
    /// The language of numbers, dates and documents on pages in this language.
    #[must_use]
    pub const fn written(self) -> languages::Language {
        match self {
            Language::Slovak => languages::Language::Sk,
            Language::English => languages::Language::En,
        }
    }
}
