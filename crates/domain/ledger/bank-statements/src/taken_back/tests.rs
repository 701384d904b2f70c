use super::*;
use rust_decimal::dec;
use time::{Date, macros::date};
use uuid::Uuid;

const DAY: Date = date!(2026 - 11 - 20);

fn line(amount: Decimal, symbol: &str, account: &str, reference: &str) -> Line {
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Line {
        variable_symbol: text(symbol),
        counterparty_account: text(account),
        bank_reference: text(reference),
        ..Line::of(DAY, amount)
    }
}

/// Two payments of one account and one of another, which more than its invoice came for.
fn paid() -> Vec<PaidBefore> {
    let lines = [
        line(dec!(100), "1", "A", "R000001"),
        line(dec!(100), "2", "A", "R000002"),
        line(dec!(200), "3", "B", "R000003"),
    ];
    let before = |(n, line): (u128, Line)| PaidBefore {
        payment: PaymentId(Uuid::from_u128(n)),
        invoice: InvoiceId(Uuid::from_u128(n)),
        number: format!("FA{n}"),
        amount: line.amount.min(dec!(150)),
        line,
    };
    (1..).zip(lines).map(before).collect()
}

#[test]
fn what_the_bank_takes_back_is_found_by_reference_symbol_or_account() {
    let back = |amount, symbol, account, reference| Line {
        reversal: true,
        ..line(amount, symbol, account, reference)
    };
    let out = line;
    for (line, expected) in [
        (back(dec!(-100), "1", "A", ""), &[1][..]),
        (back(dec!(-100), "1", "", "R999999"), &[1]),
        (back(dec!(-100), "", "A", ""), &[2, 1]),
        (back(dec!(-100), "", "", "R000002"), &[2]),
        (back(dec!(-200), "3", "B", ""), &[3]),
        // banks that keep the direction of the movement they undo
        (back(dec!(100), "1", "A", ""), &[1]),
        (back(dec!(100), "", "A", ""), &[]),
        // money that goes out under the reference of one that came
        (out(dec!(-100), "", "", "R000001"), &[1]),
        (out(dec!(-100), "1", "A", "R000001"), &[1]),
        (out(dec!(-100), "1", "A", ""), &[]),
        (out(dec!(-100), "1", "C", "R000001"), &[]),
        (out(dec!(100), "", "", "R000001"), &[]),
        // another amount, another symbol, nobody
        (back(dec!(-99.99), "1", "A", "R000001"), &[]),
        (back(dec!(-150), "3", "B", ""), &[]),
        (back(dec!(-100), "9", "A", ""), &[]),
        (back(dec!(-100), "", "C", ""), &[]),
        (back(dec!(-100), "", "", "1"), &[]),
    ] {
        let found = taken_back(&line, &paid()).map(|(found, _)| found).unwrap_or_default();
        let found: Vec<_> = found.iter().filter_map(|s| Some(s.undoes?.0.as_u128())).collect();
        assert_eq!(found, expected, "{line:?}");
    }
    let whole = taken_back(&back(dec!(-200), "3", "B", ""), &paid()).expect("found");
    assert_eq!((whole.0[0].amount, whole.1), (dec!(150), Reason::TakesPaymentBack));
    let earlier = Line { booked_on: date!(2026 - 11 - 19), ..back(dec!(-100), "1", "A", "") };
    assert_eq!(taken_back(&earlier, &paid()), None, "before it came");
}
