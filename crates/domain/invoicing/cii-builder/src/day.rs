//! Days in the two syntaxes.

use xml::white_space::trimmed;

/// `2026-11-21` as `20261121` (format 102). A time zone behind it says nothing about the day. `None` when it has
/// not the form of a day.
pub(crate) fn of_format_102(text: &str) -> Option<String> {
    let day = trimmed(text).get(..10)?;
    let form = |(place, byte): (usize, u8)| match place {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    day.bytes().enumerate().all(form).then(|| day.replace('-', ""))
}

#[cfg(test)]
mod tests {
    use super::of_format_102;

    #[test]
    fn a_day_loses_its_hyphens() {
        assert_eq!(of_format_102(" 2026-11-21\n").as_deref(), Some("20261121"));
        assert_eq!(of_format_102("2026-11-21+01:00").as_deref(), Some("20261121"));
        for none in ["", "20261121", "2026-1-21", "21.11.2026", "2026-11-2č"] {
            assert_eq!(of_format_102(none), None, "{none}");
        }
    }
}
