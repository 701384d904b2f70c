//! Days in the format 102, `YYYYMMDD`. The year may be in digits of any script, as the official pattern has it.

use xml::white_space::trimmed;

/// Whether the text is a day: white space around it is allowed, and the day need not exist in its month.
pub(super) fn is_day(text: &str) -> bool {
    let text = trimmed(text);
    let Some((year, rest)) = text.char_indices().nth(4).map(|(end, _)| text.split_at(end)) else {
        return false;
    };
    let [m1, m2, d1, d2] = rest.as_bytes() else { return false };
    let month = matches!((m1, m2), (b'1', b'0'..=b'2') | (b'0', b'1'..=b'9'));
    let day =
        matches!((d1, d2), (b'3', b'0' | b'1') | (b'1' | b'2', b'0'..=b'9') | (b'0', b'1'..=b'9'));
    month && day && year.chars().all(is_digit)
}

/// Whether the character is a decimal digit of any script.
fn is_digit(character: char) -> bool {
    let code = character as u32;
    let following = ZEROS.partition_point(|&zero| zero <= code);
    following.checked_sub(1).is_some_and(|place| code - ZEROS[place] < 10)
}

/// The digit zero of each script in Unicode 14.0.0; the other nine follow it.
static ZEROS: [u32; 66] = [
    0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6,
    0x0D66, 0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80,
    0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0,
    0xFF10, 0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0,
    0x11650, 0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x16A60, 0x16AC0,
    0x16B50, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E950, 0x1FBF0,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_eight_digits() {
        for good in ["20240229", " 20240230\n", "٢٠٢٤0101"] {
            assert!(is_day(good), "{good:?}");
        }
        for bad in
            ["", "2024", "2024-01-01", "20241301", "20240100", "2024010", "202401011", "2024010é"]
        {
            assert!(!is_day(bad), "{bad:?}");
        }
    }
}
