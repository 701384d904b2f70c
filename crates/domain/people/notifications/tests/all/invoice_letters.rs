//! Letters about invoices: every language says everything, and nobody's name says more.

use languages::Language;
use notifications::{
    DocumentKind, EmailContent, InvoiceLetter, Link, MAX_SUBJECT, MAX_TEXT, Payee, Purpose,
    Subject, Text,
};
use proptest::prelude::*;
use rust_decimal::dec;
use time::macros::date;

fn letter<'a>(purpose: Purpose, language: Language, link: &'a Link) -> InvoiceLetter<'a> {
    InvoiceLetter {
        purpose,
        language,
        kind: DocumentKind::Invoice,
        number: "FA20260001",
        sender: "Píla Žilina, s. r. o.",
        email: Some("pila@example.sk"),
        phone: Some("+421905123456"),
        total: dec!(1230.5),
        to_pay: dec!(1000),
        currency: "EUR",
        due_date: Some(date!(2026 - 11 - 07)),
        today: date!(2026 - 11 - 22),
        payee: Some(Payee {
            iban: "SK3112000000198742637541",
            bic: Some("TATRSKBX"),
            variable_symbol: Some("20260001"),
        }),
        has_qr: true,
        has_pdf: true,
        link: Some(link),
        is_test: false,
    }
}

fn link() -> Link {
    Link::parse("https://billhook.example.com/i/dGVzdA?a=1&b=2").expect("a link")
}

/// The text with its non-breaking spaces as spaces.
fn plain(content: &EmailContent) -> String {
    content.text.as_str().replace('\u{a0}', " ")
}

#[test]
fn a_reminder_says_what_is_owed_in_every_language() {
    let link = link();
    for (language, subject, facts) in [
        (
            Language::Sk,
            "Pripomienka platby: Faktúra FA20260001 – Píla Žilina, s. r. o.",
            [
                "Zostáva uhradiť: 1 000,00 €",
                "Dátum splatnosti: 7. 11. 2026",
                "Dní po splatnosti: 15",
            ],
        ),
        (
            Language::Cs,
            "Připomenutí platby: Faktura FA20260001 – Píla Žilina, s. r. o.",
            ["Zbývá uhradit: 1 000,00 €", "Datum splatnosti: 7. 11. 2026", "Dní po splatnosti: 15"],
        ),
        (
            Language::En,
            "Payment reminder: Invoice FA20260001 – Píla Žilina, s. r. o.",
            ["Amount due: €1,000.00", "Due date: 7 November 2026", "Days overdue: 15"],
        ),
        (
            Language::De,
            "Zahlungserinnerung: Rechnung FA20260001 – Píla Žilina, s. r. o.",
            ["Offener Betrag: 1.000,00 €", "Fällig am: 07.11.2026", "Tage überfällig: 15"],
        ),
        (
            Language::Hu,
            "Fizetési emlékeztető: Számla FA20260001 – Píla Žilina, s. r. o.",
            [
                "Fizetendő: 1 000,00 €",
                "Fizetési határidő: 2026. 11. 07.",
                "Késedelmes napok száma: 15",
            ],
        ),
    ] {
        let content = letter(Purpose::Reminder, language, &link).write();
        assert_eq!(content.subject.as_str(), subject);
        let text = plain(&content);
        let account = ["IBAN: SK31 1200 0000 1987 4263 7541", "BIC: TATRSKBX"];
        for fact in facts.into_iter().chain(account) {
            assert!(text.lines().any(|line| line == fact), "{fact}\n{text}");
        }
        let html = content.html.expect("HTML");
        let html = html.as_str();
        assert!(html.contains(&format!("<html lang=\"{}\">", language.code())), "{html}");
        assert!(
            html.contains("href=\"https://billhook.example.com/i/dGVzdA?a=1&amp;b=2\""),
            "{html}"
        );
        assert!(html.contains("cid:payment-qr@billhook"));
        // a long address leads over no edge: a button, and the address below it, which may break anywhere
        let shown = html.split("<p").filter(|part| part.contains(">https://")).collect::<Vec<_>>();
        assert!(shown.len() == 1 && shown[0].contains("word-break:break-all"), "{html}");
    }
}

/// No text of a language was forgotten, or left in another.
#[test]
fn languages_have_words_of_their_own() {
    let link = link();
    let lines = |language, purpose, today| {
        let letter = InvoiceLetter { today, ..letter(purpose, language, &link) };
        let content = letter.write();
        content.text.as_str().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    for purpose in [Purpose::Invoice, Purpose::Reminder] {
        let counts = Language::ALL.map(|it| lines(it, purpose, date!(2026 - 11 - 22)).len());
        assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
        for (n, one) in Language::ALL.into_iter().enumerate() {
            for other in &Language::ALL[n + 1..] {
                let (mine, theirs) = (
                    lines(one, purpose, date!(2026 - 11 - 22)),
                    lines(*other, purpose, date!(2026 - 11 - 22)),
                );
                let same = mine.iter().zip(&theirs).filter(|(a, b)| a == b && a.len() > 40).count();
                // the link alone
                assert_eq!(same, 1, "{one:?} {other:?}");
            }
        }
    }
}

#[test]
fn what_is_asked_follows_from_what_is_owed() {
    let link = link();
    let base = letter(Purpose::Reminder, Language::En, &link);
    let text = |letter: InvoiceLetter<'_>| plain(&letter.write());
    let soon = text(InvoiceLetter { today: date!(2026 - 11 - 01), ..base });
    assert!(soon.contains("is due soon") && !soon.contains("Days overdue"), "{soon}");
    let today = text(InvoiceLetter { today: date!(2026 - 11 - 07), ..base });
    assert!(today.contains("is due soon"), "on the due date it is not late: {today}");
    let cash = text(InvoiceLetter { payee: None, ..base });
    assert!(cash.contains("Please pay the amount due.") && !cash.contains("IBAN"), "{cash}");
    let sent = InvoiceLetter { purpose: Purpose::Invoice, ..base };
    let paid = text(InvoiceLetter { to_pay: dec!(0), ..sent });
    assert!(paid.contains("paid already") && !paid.contains("IBAN"), "{paid}");
    let credit = text(InvoiceLetter { kind: DocumentKind::CreditNote, ..sent });
    assert!(!credit.contains("Amount due") && !credit.contains("pay "), "{credit}");
    let bare =
        text(InvoiceLetter { has_qr: false, has_pdf: false, link: None, due_date: None, ..sent });
    for word in ["QR", "PDF", "http", "Due date"] {
        assert!(!bare.contains(word), "{word}: {bare}");
    }
    let test = InvoiceLetter { is_test: true, ..base }.write();
    assert!(test.subject.as_str().starts_with("[TEST] Payment reminder: "));
    assert!(test.text.as_str().starts_with("TEST: this message is from the test environment."));
}

proptest! {
    #[test]
    fn any_names_make_a_sound_letter(
        number in any::<String>(),
        sender in "\\PC{0,400}",
        email in any::<String>(),
        kind in 0_usize..6,
        language in 0_usize..5,
    ) {
        let link = link();
        let base = letter(Purpose::Reminder, Language::ALL[language], &link);
        let kind = DocumentKind::ALL[kind];
        let content =
            InvoiceLetter { number: &number, sender: &sender, email: Some(&email), kind, ..base }.write();
        prop_assert!(content.subject.as_str().chars().count() <= MAX_SUBJECT);
        prop_assert!(content.text.as_str().len() <= MAX_TEXT);
        prop_assert_eq!(Subject::new(content.subject.as_str()), Ok(content.subject));
        prop_assert_eq!(Text::new(content.text.as_str()), Ok(content.text));
        // as many elements as without the names: nothing broke out
        let own = InvoiceLetter { kind, ..base }.write().html.expect("HTML");
        let html = content.html.expect("HTML");
        prop_assert_eq!(html.as_str().matches('<').count(), own.as_str().matches('<').count());
        prop_assert_eq!(html.as_str().matches('"').count() >= own.as_str().matches('"').count(), true);
    }
}
