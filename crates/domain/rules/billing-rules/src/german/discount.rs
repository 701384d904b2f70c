//! Cash discounts (Skonto) in the payment terms.

use xml::white_space::{is_space, normalized};

use crate::index::{Element, Index, single};
use crate::verdict::StylesheetAborted;

/// Whether cash discounts (Skonto) are lines of their own that begin with a number sign, and the last is followed by a
/// line break. Of each group of payment terms its first text (BT-20) is given.
pub(crate) fn are_well_formed(
    index: &Index<'_>,
    texts: impl Iterator<Item = Element>,
) -> Result<bool, StylesheetAborted> {
    let notes: Vec<Element> = texts.filter(|&note| !index.value(note).is_empty()).collect();
    // looked at once, by the first line that asks: a text may have ten thousand of them
    let mut end = None;
    for &note in &notes {
        let value = index.value(note);
        for line in value.split('\n') {
            let line = normalized(line);
            if !line.starts_with('#') {
                continue;
            }
            if !is_discount(&line) || !(*end.get_or_insert_with(|| ends_well(index, &notes)))? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// `#SKONTO#TAGE=14#PROZENT=2.00#`, with `BASISBETRAG=100.00#` at the end or not.
fn is_discount(line: &str) -> bool {
    let parts: Vec<&str> = line.split('#').collect();
    let (days, percentage, base) = match parts[..] {
        ["", "SKONTO", days, percentage, ""] => (days, percentage, None),
        ["", "SKONTO", days, percentage, base, ""] => (days, percentage, Some(base)),
        _ => return false,
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let amount = |text: &str| {
        text.split_once('.')
            .is_some_and(|(whole, cents)| digits(whole) && digits(cents) && cents.len() == 2)
    };
    days.strip_prefix("TAGE=").is_some_and(digits)
        && percentage.strip_prefix("PROZENT=").is_some_and(amount)
        && base.is_none_or(|base| {
            let base = base.strip_prefix("BASISBETRAG=");
            base.is_some_and(|value| amount(value.strip_prefix('-').unwrap_or(value)))
        })
}

/// Whether a line break follows the last discount.
fn ends_well(index: &Index<'_>, notes: &[Element]) -> Result<bool, StylesheetAborted> {
    let Some(note) = single(notes.iter().copied())? else { return Ok(false) };
    let value = index.value(note);
    let rest = after_last_discount(&value);
    let blank = rest.bytes().take_while(|&byte| is_space(byte));
    Ok(blank.into_iter().any(|byte| byte == b'\n'))
}

/// What follows the last stretch from number sign to number sign, with something in between,
/// within a line.
fn after_last_discount(text: &str) -> &str {
    let mut rest = text;
    let mut from = 0;
    while let Some(start) = rest[from..].find('#').map(|at| from + at) {
        let line = rest[start..].find(['\n', '\r']).map_or(rest.len(), |at| start + at);
        match rest[start..line].rfind('#') {
            Some(end) if end >= 2 => {
                rest = &rest[start + end + 1..];
                from = 0;
            }
            _ => from = start + 1,
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discounts() {
        assert!(is_discount("#SKONTO#TAGE=14#PROZENT=2.00#"));
        assert!(is_discount("#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=-1.00#"));
        assert!(!is_discount("#SKONTO#TAGE=14#PROZENT=2.0#"));
        assert!(!is_discount("#SKONTO#TAGE=14#PROZENT=2.00"));
        assert_eq!(after_last_discount("a#b#\n"), "\n");
        assert_eq!(after_last_discount("a#b#c#d"), "d");
        assert_eq!(after_last_discount("##\n#x#y"), "y");
    }
}
