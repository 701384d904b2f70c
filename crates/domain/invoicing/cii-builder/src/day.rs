//! Days in the two syntaxes.

use xml::white_space::trimmed;

/// `2026-11-21` as `20261121` (format 102). A time zone behind it says nothing about the day. `None` when it has
/// not the form of a day, or anything else stands behind it.
pub(crate) fn of_format_102(text: &str) -> Option<String> {
    let (day, zone) = trimmed(text).split_at_checked(10)?;
    if !is_zone(zone) {
        return None;
    }
    let form = |(place, byte): (usize, u8)| match place {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    day.bytes().enumerate().all(form).then(|| day.replace('-', ""))
}

/// Nothing, `Z`, or hours and minutes such as `+01:00`.
fn is_zone(text: &str) -> bool {
    let of_hours = |(place, byte): (usize, u8)| match place {
        0 => matches!(byte, b'+' | b'-'),
        3 => byte == b':',
        _ => byte.is_ascii_digit(),
    };
    matches!(text, "" | "Z") || (text.len() == 6 && text.bytes().enumerate().all(of_hours))
}

#[cfg(test)]
mod tests {
    use super::of_format_102;

    #[test]
    fn a_day_loses_its_hyphens() {
        assert_eq!(of_format_102(" 2026-11-21\n").as_deref(), Some("20261121"));
        for zone in ["Z", "+01:00", "-11:30"] {
            assert_eq!(of_format_102(&format!("2026-11-21{zone}")).as_deref(), Some("20261121"));
        }
        for none in [
            "",
            "20261121",
            "2026-1-21",
            "21.11.2026",
            "2026-11-2č",
            "2026-12-02xyz",
            "2026-12-02T10:00:00",
            "2026-12-02+1",
            "2026-12-02 Z",
        ] {
            assert_eq!(of_format_102(none), None, "{none}");
        }
    }
}
