//! Slovak payment symbols: their normal form, and where they hide in texts.

use party_identifiers::compact;

/// Digits of a symbol at most.
const MAX_DIGITS: usize = 10;

/// Digits that a number in a text must have to be taken for an invoice's.
const MIN_NUMBER_DIGITS: usize = 5;

/// Digits of one that is written in parts, as `2026 0012` or `2026/12`: shorter ones are houses and days.
const MIN_PARTED_DIGITS: usize = 6;

/// Parts that a number is written in at most.
const MAX_PARTS: usize = 4;

/// What may stand between the parts.
const BETWEEN: [char; 5] = [' ', '/', '-', '.', '_'];

/// A symbol in its normal form: one to ten digits without leading zeros. Zeros alone are none.
pub(crate) fn symbol(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let digital = digits.bytes().all(|byte| byte.is_ascii_digit());
    let digits = digits.trim_start_matches('0');
    (digital && (1..=MAX_DIGITS).contains(&digits.len())).then(|| digits.to_owned())
}

/// What may stand between the name of a symbol and its digits: `VS: 123`, `/VS/123`.
const NAMED: [char; 6] = [' ', ':', '.', '=', '-', '/'];

/// The symbol that a text names as `/VS123`, `/VS/123`, `VS:123`, `vs 123` (`name` in capitals).
pub(crate) fn named(text: &str, name: &str) -> Option<String> {
    let text = text.to_ascii_uppercase();
    text.match_indices(name).find_map(|(at, _)| {
        let before = text[..at].chars().next_back();
        let rest = &text[at + name.len()..];
        let rest = rest.trim_start_matches(NAMED);
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let apart = before.is_none_or(|c| !c.is_alphanumeric());
        symbol(&rest[..end]).filter(|_| apart)
    })
}

/// The symbol within a creditor reference (ISO 11649: `RF`, two check digits, the reference), if its check digits are
/// right (ISO 7064, MOD 97-10) and it is one.
pub(crate) fn of_creditor_reference(text: &str) -> Option<String> {
    let text = compact(text);
    let rest = text.strip_prefix("RF")?;
    let (check, reference) = rest.split_at_checked(2)?;
    let whole = check.bytes().all(|byte| byte.is_ascii_digit()) && reference.len() <= 21;
    let turned = format!("{reference}RF{check}");
    (whole && remainder(&turned)? == 1).then(|| symbol(reference)).flatten()
}

/// The remainder by 97, a letter being two digits; none of a text with anything else in it.
fn remainder(text: &str) -> Option<u32> {
    text.chars().try_fold(0, |sum, c| {
        let value = c.to_digit(36).filter(|_| c.is_ascii())?;
        Some((sum * if value > 9 { 100 } else { 10 } + value) % 97)
    })
}

/// Numbers in a text that may be the symbol of an invoice: `faktúra FA20260012`, `FA 2026 0012`, `2026/0012`. What is
/// named as a specific or constant symbol is none.
pub(crate) fn numbers(text: &str) -> impl Iterator<Item = String> + '_ {
    let runs = digit_runs(text);
    let mut found = Vec::new();
    for (n, (from, to)) in runs.iter().enumerate() {
        if is_other_symbol(&text[..*from]) {
            continue;
        }
        let mut digits = text[*from..*to].to_owned();
        if digits.len() >= MIN_NUMBER_DIGITS {
            found.extend(symbol(&digits));
        }
        let mut end = *to;
        for (from, to) in runs.iter().skip(n + 1).take(MAX_PARTS - 1) {
            let mut gap = text[end..*from].chars();
            let parted = gap.next().is_some_and(|c| BETWEEN.contains(&c)) && gap.next().is_none();
            if !parted {
                break;
            }
            digits += &text[*from..*to];
            end = *to;
            if digits.len() >= MIN_PARTED_DIGITS {
                found.extend(symbol(&digits));
            }
        }
    }
    found.into_iter()
}

/// Where digits stand in a text: from, to.
fn digit_runs(text: &str) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in text.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        match runs.last_mut() {
            Some((_, to)) if *to == at => *to = at + 1,
            _ => runs.push((at, at + 1)),
        }
    }
    runs
}

/// Whether a text ends by naming a specific or constant symbol.
fn is_other_symbol(before: &str) -> bool {
    let before = before.trim_end_matches(NAMED);
    ["SS", "KS"].iter().any(|name| {
        let Some(at) = before.len().checked_sub(name.len()) else { return false };
        let named = before.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(name));
        named && before[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_has_one_to_ten_digits() {
        for (text, expected) in [
            ("0020260001", Some("20260001")),
            (" 2026 0001", Some("20260001")),
            ("0000000000", None),
            ("", None),
            ("12345678901", None),
            ("00012345678901", None),
            ("12a", None),
        ] {
            assert_eq!(symbol(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn symbols_are_found_in_references() {
        for (text, name, expected) in [
            ("/VS0020260001/SS/KS0308", "VS", Some("20260001")),
            ("/VS0020260001/SS/KS0308", "KS", Some("308")),
            ("/VS0020260001/SS/KS0308", "SS", None),
            ("/VS/20260001/SS//KS/0308", "VS", Some("20260001")),
            ("/VS/20260001/SS//KS/0308", "KS", Some("308")),
            ("/VS/20260001/SS//KS/0308", "SS", None),
            ("uhrada vs: 20260001", "VS", Some("20260001")),
            ("VS 12,SS 34", "SS", Some("34")),
            ("AVS123", "VS", None),
            ("PVS 1 VS2", "VS", Some("2")),
            ("VS", "VS", None),
        ] {
            assert_eq!(named(text, name).as_deref(), expected, "{text} {name}");
        }
    }

    #[test]
    fn numbers_in_messages_may_be_symbols() {
        for (text, expected) in [
            ("Úhrada FA20260012, byt 12 (2026/0001)", &["20260012", "20260001"][..]),
            ("FA 2026 0012", &["20260012"]),
            ("FA2026-00-12", &["202600", "20260012"]),
            ("faktura 2026  0012", &[]),
            ("/VS/SS20260012/KS0308", &[]),
            ("ss: 20260012, KS 12345", &[]),
            ("/VS//SS/20260012/KS/0308", &[]),
            ("KLASS 20260012", &["20260012"]),
            ("1 2 3 4 5", &[]),
            ("ž 12345678901", &[]),
        ] {
            assert_eq!(numbers(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn a_creditor_reference_is_read_if_it_checks() {
        for (text, expected) in [
            ("RF18539007547034", None), // right, and longer than a symbol
            ("RF712348231", Some("2348231")),
            ("rf71 2348 231", Some("2348231")),
            ("RF722348231", None),
            ("RF7", None),
            ("RFŽ12348231", None),
            ("20260001", None),
        ] {
            assert_eq!(of_creditor_reference(text).as_deref(), expected, "{text}");
        }
    }
}
