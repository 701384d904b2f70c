use super::*;
use crate::Place;
use rust_decimal::{Decimal, dec};
use time::macros::date;

const PAYER: &str = "SK0809000000000123123123";

fn line(amount: Decimal, symbol: &str, account: &str, reference: &str) -> Line {
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Line {
        variable_symbol: text(symbol),
        counterparty_account: text(account),
        bank_reference: text(reference),
        ..Line::of(date!(2026 - 11 - 28), amount)
    }
}

fn incoming(lines: &[Line]) -> Incoming {
    let read = |line: &Line| ReadLine { place: Place::Whole, currency: None, line: line.clone() };
    Incoming::of(&Statement {
        format: Format::Camt053,
        account: None,
        currency: None,
        number: None,
        pending: 0,
        lines: lines.iter().map(read).collect(),
        reading: crate::Reading::default(),
    })
}

/// What is kept of lines that came in this form.
fn known(lines: &[Line], format: Format) -> KnownLines {
    let kept = |keyed: KeyedLine| KnownLine {
        key: keyed.key,
        content: keyed.content,
        format,
        line: keyed.read.line,
    };
    KnownLines(incoming(lines).lines.into_iter().map(kept).collect())
}

#[test]
fn a_line_came_before_if_nothing_tells_it_apart() {
    let first = |reference| line(dec!(50), "20260001", PAYER, reference);
    for (before, next, expected) in [
        // the same with its reference; where one export has none, nobody can be sure
        (first("2026112800017"), first("2026112800017"), Seen::Before),
        (first(""), first("2026112800017"), Seen::Perhaps),
        (first("2026112800017"), first(""), Seen::Perhaps),
        // the bank tells them apart
        (first("2026112800017"), first("2026112800018"), Seen::Never),
        // numbers that count, and placeholders, are no references
        (first("1"), first("7"), Seen::Before),
        (first("00001"), first("000000007"), Seen::Before),
        (first("NONREF"), first("Not provided"), Seen::Before),
        // another payer or another symbol under what is no reference, or under one
        (first("1"), line(dec!(50), "20260002", PAYER, "1"), Seen::Never),
        (first("NONREF"), line(dec!(50), "20260001", "SK1", "NONREF"), Seen::Never),
        (first("2026112800017"), line(dec!(50), "20260002", PAYER, "2026112800017"), Seen::Never),
        (first("2026112800017"), line(dec!(51), "20260001", PAYER, "2026112800017"), Seen::Never),
    ] {
        let seen = known(std::slice::from_ref(&before), Format::Camt053)
            .recognise(&incoming(std::slice::from_ref(&next)), Format::Camt053);
        assert_eq!(seen, [expected], "{before:?} {next:?}");
    }
}

#[test]
fn each_kept_line_stands_for_one() {
    let alike = line(dec!(50), "1", PAYER, "");
    let (kept, three) = (known(std::slice::from_ref(&alike), Format::Csv), vec![alike.clone(); 3]);
    let seen = kept.recognise(&incoming(&three), Format::Csv);
    assert_eq!(seen, [Seen::Before, Seen::Never, Seen::Never]);
    // with references in the other form: one may be the one that is kept, the others came for the first time
    let referred = ["R000001", "R000002"].map(|reference| line(dec!(50), "1", PAYER, reference));
    let seen = kept.recognise(&incoming(&referred), Format::Camt053);
    assert_eq!(seen, [Seen::Perhaps, Seen::Never]);
    // the one with the very key comes first
    let mixed = [line(dec!(50), "1", PAYER, "R000001"), alike];
    assert_eq!(kept.recognise(&incoming(&mixed), Format::Csv), [Seen::Never, Seen::Before]);
}

/// Rows that earlier versions kept: their keys have no symbol and no counterparty beside a reference, which may be a
/// number that only counts, and symbols were read otherwise.
#[test]
fn what_earlier_versions_kept_is_known_again() {
    let kept = |key: &str, line: Line| {
        let content = super::content(&line);
        KnownLines(vec![KnownLine { key: key.to_owned(), content, format: Format::Camt053, line }])
    };
    let now = line(dec!(50), "20260001", PAYER, "2026112800017");
    for (known, next, expected) in [
        (kept("r|2026-11-28|50|2026112800017|1", now.clone()), &now, Seen::Before),
        (
            kept("r|2026-11-28|50|1|1", line(dec!(50), "20260001", PAYER, "1")),
            &line(dec!(50), "20260001", PAYER, ""),
            Seen::Before,
        ),
        (
            kept(
                "c|2026-11-28|50|20260001|SK0809000000000123123123|1",
                line(dec!(50), "20260001", PAYER, ""),
            ),
            &now,
            Seen::Perhaps,
        ),
        // its constant symbol was taken for its variable symbol then
        (
            kept("r|2026-11-28|50|2026112800017|1", line(dec!(50), "308", PAYER, "2026112800017")),
            &now,
            Seen::Perhaps,
        ),
    ] {
        let seen = known.recognise(&incoming(std::slice::from_ref(next)), Format::Camt053);
        assert_eq!(seen, [expected], "{known:?}");
    }
}

#[test]
fn the_parts_of_a_batch_are_told_apart() {
    let part = |symbol: &str| line(dec!(10), symbol, PAYER, "R000001");
    let parts = [part("1"), part("2"), part("2")];
    let keys: Vec<_> = incoming(&parts).lines.into_iter().map(|line| line.key).collect();
    let apart: std::collections::HashSet<_> = keys.iter().collect();
    assert_eq!(apart.len(), 3, "{keys:?}");
    let seen = known(&parts, Format::Camt053).recognise(&incoming(&parts), Format::Camt053);
    assert_eq!(seen, [Seen::Before; 3]);
}

#[test]
fn lines_without_a_reference_are_told_apart_by_what_they_say() {
    let of = |name: &str, message: &str, reversal: bool| Line {
        counterparty_name: Some(name.to_owned()),
        message: Some(message.to_owned()),
        reversal,
        ..line(dec!(612.11), "", "", "NONREF")
    };
    let first = of("Firma A", "FA20260179", false);
    for (next, expected) in [
        (of("Firma  A ", "FA 20260179", false), Seen::Before),
        (of("Firma B", "FA20260179", false), Seen::Never),
        (of("Firma A", "FA20260180", false), Seen::Never),
        (of("Firma A", "FA20260179", true), Seen::Never),
    ] {
        let before = known(std::slice::from_ref(&first), Format::Csv);
        let seen = before.recognise(&incoming(std::slice::from_ref(&next)), Format::Csv);
        assert_eq!(seen, [expected], "{next:?}");
    }
}

/// A payment of another, who gave fifty too.
#[test]
fn what_one_line_does_not_say_is_not_known_of_the_other() {
    let of = |name: &str, message: &str, account: &str, reference: &str| {
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Line {
            counterparty_name: text(name),
            message: text(message),
            ..line(dec!(50), "", account, reference)
        }
    };
    for (kept, next, expected) in [
        (of("Alfa", "", "", ""), of("", "dar", "", ""), Seen::Perhaps),
        (of("Alfa", "", "", ""), of("", "", "", ""), Seen::Perhaps),
        (of("Alfa", "dar", "", ""), of("Alfa", "", "", ""), Seen::Perhaps),
        (of("Alfa", "dar", PAYER, ""), of("Alfa", "dar", "", ""), Seen::Perhaps),
        (of("Alfa", "dar", PAYER, "R000017"), of("Alfa", "dar", PAYER, "NONREF"), Seen::Perhaps),
        (of("Alfa", "dar", PAYER, "R000017"), of("", "", PAYER, "R000017"), Seen::Before),
        (of("Alfa", "dar", PAYER, "R000017"), of("Alfa", "dar", "", "R000017"), Seen::Before),
        (of("Alfa", "dar", "", ""), of("alfa", "DAR", "", ""), Seen::Before),
        (of("Alfa", "dar", "", ""), of("Beta", "", "", ""), Seen::Never),
        (of("Alfa", "dar", PAYER, ""), of("", "", "SK1", ""), Seen::Never),
    ] {
        let before = known(std::slice::from_ref(&kept), Format::Csv);
        let seen = before.recognise(&incoming(std::slice::from_ref(&next)), Format::Csv);
        assert_eq!(seen, [expected], "{kept:?} {next:?}");
    }
    // one that is kept stands for the one that says the same first
    let kept = of("Alfa", "", "", "");
    let next = [of("", "", "", ""), of("Alfa", "", "", "")];
    let seen =
        known(std::slice::from_ref(&kept), Format::Csv).recognise(&incoming(&next), Format::Csv);
    assert_eq!(seen, [Seen::Never, Seen::Before]);
}
