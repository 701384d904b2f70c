//! No text that somebody chose can add anything to a message.

use notifications::{
    Address, AddressError, DedupKey, Link, MAX_ADDRESS, MAX_KEY, MAX_LINK, MAX_SUBJECT, MAX_TEXT,
    Subject, Text, TextError,
};
use proptest::prelude::*;

#[test]
fn addresses_are_read() {
    for (text, address) in [
        ("jozef.mak@example.sk", "jozef.mak@example.sk"),
        (" a+b'c@sub.example.com ", "a+b'c@sub.example.com"),
        ("a@xn--ilina-cbb.sk", "a@xn--ilina-cbb.sk"),
    ] {
        assert_eq!(Address::parse(text).map(|it| it.to_string()).as_deref(), Ok(address));
    }
    let long = format!("{}@example.com", "a".repeat(MAX_ADDRESS));
    for (text, error) in [
        ("", AddressError::Form),
        ("a", AddressError::Form),
        ("a@", AddressError::Form),
        ("@b.sk", AddressError::Form),
        ("a@b@c.sk", AddressError::Form),
        ("a b@c.sk", AddressError::Form),
        (".a@b.sk", AddressError::Form),
        ("a..b@c.sk", AddressError::Form),
        ("a.@c.sk", AddressError::Form),
        ("\"a\"@b.sk", AddressError::Form),
        ("Jožko <a@b.sk>", AddressError::NotAscii),
        ("A <a@b.sk>", AddressError::Form),
        ("a@b.sk,c@d.sk", AddressError::Form),
        ("a@b.sk\r\nBcc: c@d.sk", AddressError::Form),
        ("\r\na@b.sk", AddressError::Form),
        ("a@b.sk\n", AddressError::Form),
        ("a@b.sk\0", AddressError::Form),
        ("a@žilina.sk", AddressError::NotAscii),
        (&long, AddressError::TooLong),
    ] {
        assert_eq!(Address::parse(text), Err(error), "{text:?}");
    }
}

#[test]
fn subjects_are_one_line() {
    let longest = "č".repeat(MAX_SUBJECT);
    for fit in ["Potvrďte Peppol", "a\u{1f4a9}", &longest] {
        assert_eq!(Subject::new(fit).map(|it| it.as_str().to_owned()).as_deref(), Ok(fit));
    }
    let spaced = Subject::new(" Faktúra \u{a0} č.  1 ");
    assert_eq!(spaced.map(|it| it.as_str().to_owned()).as_deref(), Ok("Faktúra č. 1"));
    for (text, error) in [
        ("", TextError::Empty),
        ("  ", TextError::Empty),
        ("a\r\nBcc: c@d.sk", TextError::Control),
        ("a\nb", TextError::Control),
        ("a\rb", TextError::Control),
        ("a\0", TextError::Control),
        ("a\u{85}b", TextError::Control),
        ("a\u{2028}b", TextError::Control),
        ("a\u{1b}[2J", TextError::Control),
        ("=?utf-8?q?=0D=0ABcc:_c@d.sk?=", TextError::Encoded),
        (&format!("{longest}č"), TextError::TooLong(MAX_SUBJECT)),
    ] {
        assert_eq!(Subject::new(text), Err(error), "{text:?}");
    }
}

#[test]
fn texts_are_lines() {
    assert_eq!(Text::new("a\r\n\tb\n").map(|it| it.as_str().to_owned()).as_deref(), Ok("a\n\tb\n"));
    assert!(Text::new(&"a".repeat(MAX_TEXT)).is_ok());
    for (text, error) in [
        ("\r\n ", TextError::Empty),
        ("a\rb", TextError::Control),
        ("a\u{8}", TextError::Control),
        ("a\u{1b}]0;b\u{7}", TextError::Control),
        (&"a".repeat(MAX_TEXT + 1), TextError::TooLong(MAX_TEXT)),
    ] {
        assert_eq!(Text::new(text), Err(error), "{text:.20?}");
    }
}

#[test]
fn keys_fit_into_headers_and_names_of_files() {
    let longest = "k".repeat(MAX_KEY);
    for fit in ["a", "claim-0193_7", &longest] {
        assert!(DedupKey::parse(fit).is_ok(), "{fit}");
    }
    for unfit in
        ["", ".", "..", "a/b", "../a", "a.eml", "a b", "a\r\nb", "č", &format!("{longest}k")]
    {
        assert!(DedupKey::parse(unfit).is_err(), "{unfit:?}");
    }
}

#[test]
fn links_can_be_followed() {
    for fit in ["https://billhook.sk/c/AbC_-1?x=1", "http://127.0.0.1:8080/c/1"] {
        assert_eq!(Link::parse(fit).map(|it| it.to_string()).as_deref(), Ok(fit));
    }
    let long = format!("https://{}", "a".repeat(MAX_LINK));
    for unfit in [
        "",
        "https://",
        "https:///a",
        "/c/1",
        "javascript:alert(1)",
        "https://a b",
        "https://a\r\nb",
        "https://ž.sk",
        "https://a/<b>",
        &long,
    ] {
        assert!(Link::parse(unfit).is_err(), "{unfit:?}");
    }
}

/// Printable characters, and those by which texts are broken out of.
fn hostile() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[a-z.@<>,;:\" ]{0,8}",
        Just("\r\n".to_owned()),
        Just("\n".to_owned()),
        Just("@example.com".to_owned()),
        any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(part, 0..6).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn what_is_read_can_stand_in_a_header(text in hostile()) {
        if let Ok(address) = Address::parse(&text) {
            let address = address.as_str();
            let special = |b: u8| b"<>,;:\"()[] ".contains(&b);
            prop_assert!(address.bytes().all(|b| b.is_ascii_graphic() && !special(b)), "{address:?}");
            prop_assert_eq!(address.matches('@').count(), 1);
        }
        if let Ok(subject) = Subject::new(&text) {
            prop_assert!(!subject.as_str().contains(char::is_control));
        }
        if let Ok(text) = Text::new(&text) {
            prop_assert!(!text.as_str().contains('\r'));
        }
    }
}
