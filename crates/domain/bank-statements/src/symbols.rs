//! Slovak payment symbols: their normal form, and where they hide in texts.

/// Digits of a symbol at most.
const MAX_DIGITS: usize = 10;

/// Digits that a number in a text must have to be taken for an invoice's.
const MIN_NUMBER_DIGITS: usize = 5;

/// A symbol in its normal form: one to ten digits without leading zeros. Zeros alone are none.
pub(crate) fn symbol(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let digital = digits.bytes().all(|byte| byte.is_ascii_digit());
    let digits = digits.trim_start_matches('0');
    (digital && (1..=MAX_DIGITS).contains(&digits.len())).then(|| digits.to_owned())
}

/// The symbol that a text names as `/VS123`, `VS:123`, `vs 123` (`name` in capitals).
pub(crate) fn named(text: &str, name: &str) -> Option<String> {
    let text = text.to_ascii_uppercase();
    text.match_indices(name).find_map(|(at, _)| {
        let before = text[..at].chars().next_back();
        let rest = &text[at + name.len()..];
        let rest = rest.trim_start_matches([' ', ':', '.', '=', '-']);
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let apart = before.is_none_or(|c| !c.is_alphanumeric());
        symbol(&rest[..end]).filter(|_| apart)
    })
}

/// Runs of digits in a text that may be the symbol of an invoice: `faktúra FA20260012`.
pub(crate) fn numbers(text: &str) -> impl Iterator<Item = String> + '_ {
    let runs = text.split(|c: char| !c.is_ascii_digit());
    runs.filter(|run| run.len() >= MIN_NUMBER_DIGITS).filter_map(symbol)
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
        let found: Vec<_> = numbers("Úhrada FA20260012, tel. 0905 12 (2026/0001)").collect();
        assert_eq!(found, ["20260012"]);
    }
}
