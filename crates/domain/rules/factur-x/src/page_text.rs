//! The text of the pages, and whether a number or an amount stands in it.

use crate::{amount, number, read::MOST_UNPACKED};
use lopdf::Document;

/// The most pages that are looked at.
const MOST_PAGES: usize = 50;

/// The fewest letters and digits of a text that something can be said about.
const FEWEST: usize = 20;

/// The text of the pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageText(Vec<char>);

impl PageText {
    /// The text of the first pages; `None` where there is none, as of a scan.
    pub(crate) fn of(document: &Document) -> Option<Self> {
        let numbers: Vec<u32> = document.get_pages().keys().copied().take(MOST_PAGES).collect();
        let texts: Vec<String> = numbers
            .iter()
            .filter_map(|number| document.extract_text_with_limit(&[*number], MOST_UNPACKED).ok())
            .collect();
        Self::of_text(&texts.join("\n"))
    }

    pub(crate) fn of_text(text: &str) -> Option<Self> {
        let says = text.chars().filter(|c| c.is_alphanumeric()).count();
        (says >= FEWEST).then(|| Self(text.chars().collect()))
    }

    /// Whether a document number stands in it by itself: `1` is no part of `2026-1`.
    pub(crate) fn has_number(&self, number: &str) -> bool {
        number::stands_in(&self.0, number)
    }

    /// Whether an amount such as `1234.50` stands in it by itself, however its digits are grouped.
    pub(crate) fn has_amount(&self, amount: &str) -> bool {
        amount::stands_in(&self.0, amount)
    }
}

#[cfg(test)]
mod tests {
    use super::PageText;

    #[test]
    fn digits_may_be_grouped() {
        let text = "Faktúra č. FA-2026 / 42, spolu na úhradu 12\u{a0}345,60 EUR";
        let page = PageText::of_text(text).expect("enough of it");
        assert!(page.has_number("fa-2026/42") && !page.has_number("FA-2026/43"));
        for there in ["12345.60", "12345.6", "-12345.60", "12345.600"] {
            assert!(page.has_amount(there), "{there}");
        }
        for absent in ["12345.61", "99345.60", "12345.00", "345.60", "345.00", "42.00", ""] {
            assert!(!page.has_amount(absent), "{absent}");
        }
        assert_eq!(PageText::of_text("  12,- "), None);
    }
}
