//! The exemption-text detector on a table of texts, and on any text at all.

use proptest::prelude::*;
use vat_categories::{TaxTreatment, detect_cross_border};

const TABLE: &str = include_str!("cross_border.tsv");

fn examples() -> impl Iterator<Item = (Option<TaxTreatment>, &'static str)> {
    TABLE.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (expected, text) = line.split_once('\t').expect("two columns");
        let expected = (expected != "-").then(|| expected.parse().expect("a treatment"));
        (expected, text)
    })
}

fn treatment_of(text: &str) -> Option<TaxTreatment> {
    detect_cross_border(text).map(|hint| hint.treatment)
}

#[test]
fn table_of_examples() {
    let wrong: Vec<String> = examples()
        .filter(|(expected, text)| treatment_of(text) != *expected)
        .map(|(expected, text)| {
            format!("{text:?}: expected {expected:?}, read {:?}", detect_cross_border(text))
        })
        .collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn table_is_large_and_covers_both_answers() {
    let positive = examples().filter(|(expected, _)| expected.is_some()).count();
    let negative = examples().count() - positive;
    assert!(positive >= 60 && negative >= 60, "{positive} positive, {negative} negative");
}

#[test]
fn case_and_diacritics_do_not_matter() {
    for (expected, text) in examples() {
        let upper = text.to_uppercase();
        let plain: String = unicode_normalization::UnicodeNormalization::nfd(text)
            .filter(|c| !unicode_normalization::char::is_combining_mark(*c))
            .collect();
        assert_eq!(treatment_of(&upper), expected, "{upper:?}");
        assert_eq!(treatment_of(&plain), expected, "{plain:?}");
    }
}

#[test]
fn a_longer_sentence_around_a_phrase_still_reads_so() {
    for (expected, text) in examples().filter(|(expected, _)| expected.is_some()) {
        if matches!(text, "Export") {
            continue; // counts only as the whole text
        }
        let longer = format!("Faktúra 2026/118: {text}. Ďakujeme za spoluprácu.");
        assert_eq!(treatment_of(&longer), expected, "{longer:?}");
    }
}

#[test]
fn hint_quotes_the_text_as_written() {
    let hint =
        detect_cross_border("Pozn.: PRENESENIE daňovej  povinnosti, ďakujeme").expect("read");
    assert_eq!(hint.found, "PRENESENIE daňovej  povinnosti");
    assert_eq!(hint.to_string(), "a reverse charge (\"PRENESENIE daňovej  povinnosti\")");
    let hint = detect_cross_border("Oslobodené, § 43 ods. 1 zákona").expect("read");
    assert_eq!(hint.found, "§ 43 ods. 1");
}

#[test]
fn long_texts_are_read_quickly() {
    let text = "oslobodené dodanie tovaru § ".repeat(2_000);
    let started = std::time::Instant::now();
    let _ = detect_cross_border(&text);
    assert!(started.elapsed().as_secs() < 5);
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic(text in any::<String>()) {
        if let Some(hint) = detect_cross_border(&text) {
            prop_assert!(text.contains(&hint.found));
            prop_assert!(hint.treatment.is_cross_border());
        }
    }

    #[test]
    fn any_words_of_the_trade_are_read_without_panic(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "§", "43", "ods.", "1", "a", "4", "Art.", "(", ")", "138", "2", "c", "UStG", "Nr.",
                "vývoz", "tovaru", "nie", "reverse", "charge", "-", "\u{200b}", "ﬁ", "İ", "ß", "199a",
            ]),
            0..30,
        ),
        glue in prop::sample::select(vec!["", " "]),
    ) {
        let text = words.join(glue);
        if let Some(hint) = detect_cross_border(&text) {
            prop_assert!(text.contains(&hint.found));
        }
    }
}
