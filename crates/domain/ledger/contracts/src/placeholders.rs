//! Texts of a contract that name the period: `Nájom {month}/{year}`.

use crate::Period;
use time::{Date, macros::format_description};

/// What a text may hold, in braces. Of `month` and `year` those of the period's first day.
pub const PLACEHOLDERS: [&str; 3] = ["period", "month", "year"];

/// The text of a period. Its placeholders have the same length in every period, so a text that is
/// not too long for one is not too long for any.
pub(crate) fn expand(text: &str, period: &Period) -> String {
    if !text.contains('{') {
        return text.to_owned();
    }
    let first = period.first;
    PLACEHOLDERS.iter().fold(text.to_owned(), |text, name| {
        let value = match *name {
            "period" => format!("{} – {}", slovak(first), slovak(period.last)),
            "month" => format!("{:02}", u8::from(first.month())),
            _ => format!("{:04}", first.year()),
        };
        text.replace(&format!("{{{name}}}"), &value)
    })
}

/// The first word in braces that is none of [`PLACEHOLDERS`]: a typing error, which would be printed.
pub(crate) fn unknown_placeholder(text: &str) -> Option<&str> {
    let inside = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let word =
        |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_');
    inside.map(|(word, _)| word).find(|text| word(text) && !PLACEHOLDERS.contains(text))
}

/// `01.11.2026`
fn slovak(date: Date) -> String {
    date.format(format_description!("[day].[month].[year]")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    const NOVEMBER: Period = Period {
        number: 0,
        first: date!(2026 - 11 - 01),
        last: date!(2026 - 11 - 30),
        due_on: date!(2026 - 11 - 15),
    };

    #[test]
    fn a_text_names_its_period() {
        for (text, expanded) in [
            ("Nájom", "Nájom"),
            ("Nájom {month}/{year}", "Nájom 11/2026"),
            ("Služby {period}", "Služby 01.11.2026 – 30.11.2026"),
            ("{year} {year}", "2026 2026"),
            ("{ month } {} {0} {", "{ month } {} {0} {"),
        ] {
            assert_eq!(expand(text, &NOVEMBER), expanded);
        }
    }

    #[test]
    fn a_word_that_is_no_placeholder_is_found() {
        for (text, unknown) in [
            ("{month}{period}{year}", None),
            ("{mesiac} {month}", Some("mesiac")),
            ("{month} {Month}", Some("Month")),
            ("{} { month } {a b} {1} {{", None),
            ("}{moth}", Some("moth")),
        ] {
            assert_eq!(unknown_placeholder(text), unknown, "{text}");
        }
    }
}
