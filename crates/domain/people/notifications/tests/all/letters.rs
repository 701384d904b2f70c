//! What the letters say, also of those who try to make them say something else.

use notifications::{
    Address, CertificateEnding, Claim, DedupKey, EmailContent, EndpointDisabled, Link, MAX_SUBJECT,
    MAX_TEXT, Subject, Text, certificate_ending, claim_confirmation, endpoint_disabled,
};
use proptest::prelude::*;
use time::{OffsetDateTime, macros::datetime};

const AT: OffsetDateTime = datetime!(2026-11-21 17:35 UTC);
const LINK: &str = "https://billhook.example.com/claims/dGhlIHNlY3JldA";

fn claim(organization: &str, partner: &str, until: Option<OffsetDateTime>) -> EmailContent {
    let link = Link::parse(LINK).expect("a link");
    claim_confirmation(&Claim { organization, partner, link: &link, until })
}

#[test]
fn the_confirmation_names_both_and_has_the_link_in_two_languages() {
    let letter = claim("Pekáreň Šťastný, s. r. o.", "Účtovný systém ABC", Some(AT));
    assert_eq!(
        letter.subject.as_str(),
        "Potvrďte faktúry cez Peppol / Confirm invoices over Peppol: Pekáreň Šťastný, s. r. o."
    );
    let text = letter.text.as_str();
    let (slovak, english) = text.split_once("--- English ---").expect("two parts");
    for (part, until) in [
        (slovak, "Odkaz platí do 21. 11. 2026 o 18:35. Ak o"),
        (english, "The link is valid until 2026-11-21 at 18:35 (Bratislava). If you"),
    ] {
        assert!(part.contains("Pekáreň Šťastný, s. r. o."), "{part}");
        assert!(part.contains("Účtovný systém ABC"), "{part}");
        assert_eq!(part.lines().filter(|line| *line == LINK).count(), 1, "{part}");
        assert!(part.contains(until), "{part}");
    }
    let endless = claim("A", "B", None);
    assert!(!endless.text.as_str().contains("platí do"));
    assert!(!endless.text.as_str().contains("valid until"));
}

#[test]
fn the_notice_says_which_endpoint_since_when_and_what_to_do() {
    let request = "PATCH /v1/agent/webhooks/0193 {\"enabled\":true}";
    let url = "https://hooks.example.com/a";
    let letter = endpoint_disabled(&EndpointDisabled { url, at: AT, failed: 15, request });
    let (slovak, english) = letter.text.as_str().split_once("--- English ---").expect("two parts");
    assert!(slovak.contains("dňa 21. 11. 2026 o 18:35 bol vypnutý tento webhook:\n"), "{slovak}");
    assert!(english.contains("on 2026-11-21 at 18:35 (Bratislava) this webhook"), "{english}");
    for part in [slovak, english] {
        assert!(part.contains(": 15 d"), "{part}");
        assert!(part.lines().any(|line| line == url), "{part}");
        assert!(part.lines().any(|line| line == request), "{part}");
    }
}

#[test]
fn the_operator_learns_which_certificate_ends_and_what_to_do() {
    let ending = |is_of_smp, days| {
        certificate_ending(&CertificateEnding {
            name: "PSK000028",
            serial: "0a1b",
            is_of_smp,
            network: "live",
            setting: "BILLHOOK_PEPPOL_LIVE_KEYS",
            not_after: AT,
            days,
        })
    };
    let letter = ending(false, 30);
    let (slovak, english) = letter.text.as_str().split_once("--- English ---").expect("two parts");
    assert!(slovak.contains("platí do 21. 11. 2026 o 18:35. Zostáva dní: 30."), "{slovak}");
    assert!(english.contains("of the access point PSK000028"), "{english}");
    assert!(english.contains("ends on 2026-11-21 at 18:35 (Bratislava). Days left: 30."));
    for part in [slovak, english] {
        for said in ["0a1b", "BILLHOOK_PEPPOL_LIVE_KEYS", "peppol doctor --network live"] {
            assert!(part.contains(said), "{said}: {part}");
        }
    }
    let ended = ending(true, -1);
    assert!(ended.text.as_str().contains("of the SMP PSK000028"));
    assert!(ended.text.as_str().contains("ended on 2026-11-21"));
    assert!(!ended.text.as_str().contains("Days left"));
    assert_ne!(ended.subject, letter.subject);
}

/// A partner's name that is a letter of its own.
#[test]
fn names_stay_names() {
    let name =
        "ABC“.\r\n\r\nBcc: x@y.sk\n\u{202e}Kliknite\u{200b} sem:\u{85}https://evil.example.com";
    let letter = claim(name, name, None);
    let flat = "ABC“. Bcc: x@y.sk Kliknite sem: https://evil.example.com";
    assert!(letter.subject.as_str().ends_with(flat), "{}", letter.subject.as_str());
    assert_eq!(letter.text.as_str().matches(flat).count(), 4, "{}", letter.text.as_str());
    let encoded = claim("=\u{200b}?utf-8?q?=0D=0A?=", "B", None);
    assert!(encoded.subject.as_str().ends_with(": = ?utf-8?q?=0D=0A?="));
    let long = claim(&"ž".repeat(5_000), "B", None);
    let cut = format!("„{}…“", "ž".repeat(99));
    assert!(long.text.as_str().contains(&cut), "{}", long.text.as_str());
}

#[test]
fn a_letter_becomes_a_message() {
    let (to, key) =
        (Address::parse("a@b.sk").expect("an address"), DedupKey::parse("k").expect("a key"));
    let message = claim("A", "B", None).to(to.clone(), key.clone());
    assert_eq!((message.to, message.key), (to, key));
    assert_eq!(message.subject, claim("A", "B", None).subject);
}

proptest! {
    #[test]
    fn any_names_make_a_sound_letter(a in any::<String>(), b in "\\PC{0,400}", url in any::<String>()) {
        let off = endpoint_disabled(&EndpointDisabled { url: &url, at: AT, failed: 15, request: &a });
        let lines = |letter: &EmailContent| letter.text.as_str().lines().count();
        prop_assert_eq!(lines(&claim(&a, &b, None)), lines(&claim("A", "B", None)));
        for letter in [claim(&a, &b, Some(AT)), off] {
            prop_assert!(letter.subject.as_str().chars().count() <= MAX_SUBJECT);
            prop_assert!(letter.text.as_str().len() <= MAX_TEXT);
            let html = letter.html.as_ref().expect("HTML").as_str();
            let ours = html.matches('<').count();
            prop_assert_eq!(ours, html.matches('>').count(), "no tag but ours");
            // what the checks for everybody let through, unchanged
            prop_assert_eq!(Subject::new(letter.subject.as_str()), Ok(letter.subject));
            prop_assert_eq!(Text::new(letter.text.as_str()), Ok(letter.text));
        }
    }
}
