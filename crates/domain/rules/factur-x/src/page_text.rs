//! The text of the pages, and whether a number or an amount stands in it.

use crate::read::MOST_UNPACKED;
use lopdf::Document;

/// The most pages that are looked at.
const MOST_PAGES: usize = 50;

/// The fewest letters and digits of a text that something can be said about.
const FEWEST: usize = 20;

/// The letters and digits of the pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageText {
    letters: String,
    digits: String,
}

impl PageText {
    /// The text of the first pages; `None` where there is none, as of a scan.
    pub(crate) fn of(document: &Document) -> Option<Self> {
        let numbers: Vec<u32> = document.get_pages().keys().copied().take(MOST_PAGES).collect();
        let text: String = numbers
            .iter()
            .filter_map(|number| document.extract_text_with_limit(&[*number], MOST_UNPACKED).ok())
            .collect();
        Self::of_text(&text)
    }

    fn of_text(text: &str) -> Option<Self> {
        let letters = packed(text);
        let digits = letters.chars().filter(char::is_ascii_digit).collect();
        (letters.chars().count() >= FEWEST).then_some(Self { letters, digits })
    }

    /// Whether a document number stands in it, whatever is between its letters and digits.
    pub(crate) fn has_number(&self, number: &str) -> bool {
        self.letters.contains(&packed(number))
    }

    /// Whether an amount such as `1234.50` stands in it, however its digits are grouped. Cents that are zero may be
    /// left out.
    pub(crate) fn has_amount(&self, amount: &str) -> bool {
        let amount = amount.trim_start_matches(['-', '+']);
        if amount.is_empty() {
            return false;
        }
        let (whole, cents) = amount.split_once('.').unwrap_or((amount, ""));
        let cents = format!("{cents:0<2}");
        let has = |digits: &str| self.digits.contains(digits);
        has(&format!("{whole}{cents}")) || (cents.bytes().all(|byte| byte == b'0') && has(whole))
    }
}

/// The letters and digits of a text, lower case.
fn packed(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::PageText;

    #[test]
    fn digits_may_be_grouped() {
        let text = "Faktúra č. FA-2026 / 42, spolu na úhradu 12\u{a0}345,60 EUR";
        let page = PageText::of_text(text).expect("enough of it");
        assert!(page.has_number("fa-2026/42") && !page.has_number("FA-2026/43"));
        for there in ["12345.60", "12345.6", "-12345.60"] {
            assert!(page.has_amount(there), "{there}");
        }
        for absent in ["12345.61", "99345.60", "12345.00"] {
            assert_eq!(page.has_amount(absent), absent == "12345.00", "{absent}");
        }
        assert!(!page.has_amount(""), "what the XML does not say is not there");
        assert_eq!(PageText::of_text("  12,- "), None);
    }
}
