use super::*;
use Validator::{Libxml2, Xerces};

fn check(kind: Kind, validators: &[Validator], good: &[&str], bad: &[&str]) {
    for validator in validators {
        for (texts, expected) in [(good, true), (bad, false)] {
            for text in texts {
                let found = kind.admits(text, *validator);
                assert_eq!(found, expected, "{kind:?} {text:?} {validator:?}");
            }
        }
    }
}

const BOTH: &[Validator] = &[Libxml2, Xerces];

const DAYS: &[&str] = &[
    "2017-11-13",
    "2016-02-29",
    "2017-11-13Z",
    "2017-11-13+01:00",
    "2017-11-13-14:00",
    "-0001-01-01",
    "12017-11-13",
    "2000-02-29",
    "-0004-02-29",
    "12025-01-01+14:00",
];

const NO_DAYS: &[&str] = &[
    "2017-11-31",
    "2017-02-29",
    "2017-1-1",
    "2017-11-13+14:01",
    "0000-01-01",
    "02017-11-13",
    "",
    "é",
    "20171113",
    "11.03.2025",
    "2017-11-13T00:00:00",
    " 2017-11-13 ",
    "2017-13-01",
    "2017-00-10",
    "2017-10-00",
    "+2017-10-10",
    "--2017-10-10",
    "2017-11-13+1:00",
    "2017-11-13z",
    "1900-02-29",
    "2017-11-13-00:60",
    "2017-11-1é",
];

#[test]
fn days_exist() {
    check(Kind::Date, BOTH, DAYS, NO_DAYS);
    let far = "99999999999999999999-01-01";
    check(Kind::Date, &[Libxml2], &["9223372036854775807-01-01"], &[far, &format!("-{far}")]);
    check(Kind::Date, &[Xerces], &[far, &format!("-{far}")], &["99999999999999999999-02-29"]);
    check(Kind::DateTime, &[Libxml2], &[], &[&format!("{far}T00:00:00")]);
}

const TIMES: &[&str] = &[
    "12:00:00",
    "24:00:00",
    "24:00:00.00",
    "12:00:00.5",
    "12:00:00Z",
    "12:00:00+01:00",
    "23:59:59.123+01:00",
    "00:00:00-14:00",
];

const NO_TIMES: &[&str] = &[
    "24:00:01",
    "24:00:00.01",
    "23:59:60",
    "12:00",
    "12:00Z",
    "25:00:00Z",
    "12:00:00.",
    " 12:00:00 ",
    "1:00:00",
    "12:60:00",
    "12:00:00,5",
    "12:00:00z",
    "12:00:00+1:00",
    "12:00:00+14:01",
    "12:00:00+14:00:00",
    "12é00",
];

#[test]
fn times_exist() {
    check(Kind::Time, BOTH, TIMES, NO_TIMES);
    let good = ["2017-11-13T24:00:00Z", "2027-01-04T08:15:30.125+01:00"];
    let bad = [
        "2017-11-13 12:00:00",
        "2017-11-13",
        "2027-13-01T00:00:00Z",
        "2027-01-04T08:15:30+0100",
        "2027-01-04T",
    ];
    check(Kind::DateTime, BOTH, &good, &bad);
}

#[test]
fn numbers_are_plain() {
    let good = ["5.", ".5", "+5", "-.5", "-1.5", " 5 ", "-0", &"1".repeat(40)];
    let bad = [".", "-", "", "1e2", "\u{a0}5", "5 5", "+-5", "1.2.3", "INF", "1,5"];
    check(Kind::Decimal, BOTH, &good, &bad);
    check(Kind::Integer, BOTH, &["-1", "+007", " 2 "], &["", "1.0", "1e2", "+", "+-1"]);
    let bad = ["", "-1", "-01", "1.0", "+", "-", "1e2"];
    check(Kind::Count, BOTH, &["0", " 12 ", "+7", "-0", "-00", "007"], &bad);
    check(Kind::Boolean, BOTH, &["true", "0", " true\n"], &["TRUE", "", "yes", "00"]);
}

#[test]
fn base64_is_complete() {
    let good = ["", "YQ==", "YWI=", "YWJj", "Y Q = =", "Y W Jj", "  YWJj  "];
    let bad = [
        "YQ=",
        "YQ",
        "YQ===",
        "YR==",
        "YWJ=",
        "YQ==YQ==",
        "YWJjYQ==YQ==",
        "=",
        "====",
        "Y",
        "YWJjY",
    ];
    check(Kind::Base64, BOTH, &good, &bad);
    let odd = ["YWJj!", "YW\u{e9}Jj", "YQ=!="];
    check(Kind::Base64, &[Libxml2], &odd, &[]);
    check(Kind::Base64, &[Xerces], &[], &odd);
}

const ADDRESSES: &[&str] = &[
    "",
    "a b",
    "ZZZ",
    "%20",
    "http://[::1]/",
    "a:b:c",
    "#",
    "http://a b",
    "http://ü",
    "<>",
    "http://x:80/",
    "a|b",
    "//",
    "?",
    "?a?b",
    "http://",
    "urn:a",
    "mailto:x@y",
    "a/b:c",
    "../a:b",
    "http://x/#[",
    "{a}",
    "a\\b",
    "https://x.sk/a b?c#d",
];

const ODD_AUTHORITIES: &[&str] = &[
    "http://[x",
    "http://x:port/",
    "http://x:99999999999/",
    "http://a@b@c",
    "http://x]",
    "[",
    "a[b",
    "http://x/a[b",
    "http://x/?[",
];

#[test]
fn nearly_everything_is_an_address() {
    let bad = ["%zz", "%2", "%", "a%2#b", "#%2", ":a", "1:2", "1a:b", "##", "#a#b", "é:b", ".:b"];
    check(Kind::Address, BOTH, ADDRESSES, &bad);
    let without_rest = ["http:", "a:#b"];
    check(Kind::Address, &[Libxml2], &without_rest, &[]);
    check(Kind::Address, &[Xerces], &[], &without_rest);
    check(Kind::Address, &[Libxml2], &[], ODD_AUTHORITIES);
    check(Kind::Address, &[Xerces], ODD_AUTHORITIES, &[]);
}

#[test]
fn texts_have_the_form_of_their_kind() {
    let good = ["en", "EN", "en-GB", "e", "english", " en ", "en-1", "en-12345678"];
    let bad = ["englishxx", "en_GB", "", "en-", "1", "en-123456789"];
    check(Kind::Language, BOTH, &good, &bad);
    check(Kind::Id, BOTH, &["_a-1", "SIG"], &["", "1a", "a b", "a:b"]);
    check(Kind::ShortToken, BOTH, &["C62", " KGM "], &["", "ABCD"]);
    check(Kind::Text, BOTH, &["", " ", "\t"], &[]);
}

#[test]
fn kinds_have_the_names_of_the_schemas() {
    assert_eq!(Kind::of_name("nonNegativeInteger"), Some(Kind::Count));
    assert_eq!(Kind::of_name("float"), None);
    for (name, kind) in Kind::NAMES {
        assert_eq!(Kind::of_name(name), Some(kind));
    }
}
