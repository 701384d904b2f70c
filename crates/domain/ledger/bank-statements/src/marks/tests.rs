use super::*;
use crate::{Candidates, LineId, OpenInvoice, Reason, StatementId, Wanted};
use invoicing::{ContactId, InvoiceId};
use rust_decimal::dec;
use time::macros::{date, datetime};
use uuid::Uuid;

fn record(state: LineState, line: Line) -> LineRecord {
    LineRecord {
        id: LineId(Uuid::nil()),
        statement: StatementId(Uuid::nil()),
        position: 1,
        key: String::new(),
        content: String::new(),
        line,
        state,
        reason: Reason::NoOpenInvoice,
        invoice: None,
        invoice_number: None,
        created_at: datetime!(2026-11-21 10:00 UTC),
    }
}

fn line(amount: Decimal) -> Line {
    Line::of(date!(2026 - 11 - 20), amount)
}

/// An open invoice and a waiting line find each other if and only if the line would be for it.
#[test]
fn a_line_is_found_by_the_invoice_that_it_may_be_for() {
    let invoice = OpenInvoice {
        id: InvoiceId(Uuid::from_u128(1)),
        number: "FA20260012".into(),
        symbol: Some("20260012".into()),
        customer_id: ContactId(Uuid::nil()),
        outstanding: dec!(100.50),
        issued_on: date!(2026 - 11 - 01),
    };
    let text = |text: &str| Some(text.to_owned());
    for (line, expected) in [
        (line(dec!(100.5)), true),
        (line(dec!(100.500)), true),
        (Line { variable_symbol: text("20260012"), ..line(dec!(7)) }, true),
        (Line { message: text("úhrada FA 2026/0012"), ..line(dec!(7)) }, true),
        (Line { other_texts: text("/ROC/FA20260012"), ..line(dec!(7)) }, true),
        (Line { specific_symbol: text("20260012"), ..line(dec!(7)) }, false),
        (Line { message: text("SS 20260012"), ..line(dec!(7)) }, false),
        (Line { variable_symbol: text("20260013"), ..line(dec!(7)) }, false),
        (line(dec!(-100.50)), false),
    ] {
        let kept = marks(&record(LineState::Unmatched, line.clone()));
        let is_found = invoice.marks().iter().any(|mark| kept.contains(mark));
        assert_eq!(is_found, expected, "{line:?}");
        let candidates = Candidates { invoices: vec![invoice.clone()], ..Candidates::default() };
        let matched = crate::Matcher::new(&candidates).place(&line, None);
        let fits = matches!(matched, crate::Match::Certain(..) | crate::Match::Doubtful(..));
        assert_eq!(fits, expected, "{line:?}: {matched:?}");
    }
}

/// What came and what took it back find each other, whichever is read first.
#[test]
fn what_came_and_what_took_it_back_are_found_by_each_other() {
    let text = |text: &str| Some(text.to_owned());
    let came = Line {
        variable_symbol: text("7"),
        counterparty_account: text("A"),
        bank_reference: text("R000001"),
        ..line(dec!(100))
    };
    let back = |line: Line| Line { reversal: true, ..line };
    for (later, expected) in [
        (back(Line { variable_symbol: text("7"), ..line(dec!(-100)) }), true),
        (back(Line { counterparty_account: text("A"), ..line(dec!(-100.00)) }), true),
        (back(Line { bank_reference: text("R000001"), ..line(dec!(100)) }), true),
        (Line { bank_reference: text("R000001"), ..line(dec!(-100)) }, true),
        // less the fee of the bank
        (back(Line { variable_symbol: text("7"), ..line(dec!(-99)) }), true),
        // neither the bank's word nor its reference
        (Line { variable_symbol: text("7"), ..line(dec!(-100)) }, false),
        (Line { variable_symbol: text("7"), ..line(dec!(-99)) }, false),
        (back(Line { variable_symbol: text("7"), ..line(dec!(99)) }), false),
        (back(Line { variable_symbol: text("8"), ..line(dec!(-100)) }), false),
        (back(line(dec!(-100))), false),
    ] {
        let of_came = marks(&record(LineState::Unmatched, came.clone()));
        let wanted = Wanted::of_lines([&later]).returned.came;
        assert_eq!(wanted.iter().any(|mark| of_came.contains(mark)), expected, "{later:?}");
        let of_later = marks(&record(LineState::Ignored, later.clone()));
        let wanted = Wanted::of_lines([&came]).returns;
        assert_eq!(wanted.iter().any(|mark| of_later.contains(mark)), expected, "{later:?}");
    }
}

#[test]
fn what_waits_for_nothing_and_takes_nothing_back_has_no_marks() {
    for (state, amount) in [
        (LineState::Recorded, dec!(100)),
        (LineState::Proposed, dec!(100)),
        (LineState::Ignored, dec!(-100)),
    ] {
        let line = Line { variable_symbol: Some("7".into()), ..line(amount) };
        assert_eq!(marks(&record(state, line)), [""; 0]);
    }
}
