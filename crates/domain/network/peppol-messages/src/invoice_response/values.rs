//! The forms of values in a response: codes, days, identifiers.

use std::ops::RangeInclusive;

/// The schemes whose identifiers have a form and a check digit, each with the rule that requires it. The rules for
/// other schemes are only warnings.
pub(super) const NUMBERS: [(&str, &str); 5] = [
    ("0007", "PEPPOL-COMMON-R049"),
    ("0088", "PEPPOL-COMMON-R040"),
    ("0151", "PEPPOL-COMMON-R050"),
    ("0192", "PEPPOL-COMMON-R041"),
    ("0208", "PEPPOL-COMMON-R043"),
];

/// Whether a scheme is in the ISO 6523 ICD list, by the EN 16931 code lists 1.3.16 (2026-04).
pub(super) fn is_icd(scheme: &str) -> bool {
    const LAST: u16 = 248;
    const LEFT_OUT: [u16; 4] = [92, 103, 181, 182];
    let is_number = scheme.len() == 4 && scheme.bytes().all(|byte| byte.is_ascii_digit());
    let number = scheme.parse::<u16>().ok().filter(|_| is_number);
    number.is_some_and(|number| (2..=LAST).contains(&number) && !LEFT_OUT.contains(&number))
}

/// Whether a code is in UNCL1001: edition D.17A, which the rules name, and the codes that billing allows since. The
/// published list also contains 1999, which is a year from a description.
pub(super) fn is_document_type(code: &str) -> bool {
    const SINCE: [u16; 11] = [471, 472, 473, 500, 501, 502, 503, 817, 875, 876, 877];
    let is_number = code.bytes().all(|byte| byte.is_ascii_digit()) && !code.starts_with('0');
    let number = code.parse::<u16>().ok().filter(|_| is_number);
    number.is_some_and(|number| {
        SINCE.contains(&number) || D17A.iter().any(|run| run.contains(&number))
    })
}

const D17A: [RangeInclusive<u16>; 38] = [
    1..=470,
    481..=491,
    493..=499,
    520..=539,
    550..=554,
    575..=589,
    610..=610,
    621..=659,
    700..=751,
    760..=761,
    763..=766,
    770..=770,
    775..=775,
    780..=799,
    810..=812,
    820..=825,
    830..=830,
    833..=833,
    840..=841,
    850..=853,
    855..=856,
    860..=865,
    870..=870,
    890..=890,
    895..=896,
    901..=901,
    910..=911,
    913..=917,
    925..=927,
    929..=938,
    940..=941,
    950..=955,
    960..=966,
    970..=972,
    974..=979,
    990..=991,
    995..=996,
    998..=998,
];

/// Whether a day is written in the network's form, without a time zone. The schema checks whether the day exists.
pub(super) fn is_day(text: &str) -> bool {
    let is_part = |(place, byte): (usize, u8)| match place {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    text.len() == 10 && text.bytes().enumerate().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_documents_are_of_the_list() {
        for code in
            ["1", "326", "380", "381", "384", "389", "470", "751", "998", "471", "503", "877"]
        {
            assert!(is_document_type(code), "{code}");
        }
        for code in
            ["", "0", "474", "480", "492", "999", "1999", "0380", "+380", "380.0", "380a", "65916"]
        {
            assert!(!is_document_type(code), "{code}");
        }
        assert_eq!(D17A.iter().map(|run| run.clone().count()).sum::<usize>(), 727);
    }

    #[test]
    fn days_have_no_zone() {
        assert!(is_day("2027-01-05"));
        for text in [
            "",
            "2027-01-05Z",
            "2027-01-05+01:00",
            " 2027-01-05",
            "2027-1-05",
            "2027/01/05",
            "-027-01-05",
        ] {
            assert!(!is_day(text), "{text}");
        }
    }
}
