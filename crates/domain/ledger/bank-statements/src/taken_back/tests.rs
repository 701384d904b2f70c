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
        symbol: Some(format!("10{n}")),
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
        // less the fee of the bank, or another part of it
        (back(dec!(-99.99), "1", "A", "R000001"), &[1]),
        (back(dec!(-150), "3", "B", ""), &[3]),
        (back(dec!(-98), "", "A", ""), &[2, 1]),
        (back(dec!(-98), "", "", "R000002"), &[2]),
        (back(dec!(-50), "", "A", ""), &[]),
        (back(dec!(-102), "", "A", ""), &[]),
        // another symbol: that of the invoice, or none that is known and the account alone
        (back(dec!(-100), "102", "", ""), &[2]),
        (back(dec!(-98), "101", "C", ""), &[1]),
        (back(dec!(-100), "9", "A", ""), &[2, 1]),
        // what is not said to be sent back has the amount
        (out(dec!(-98), "1", "A", "R000001"), &[]),
        (back(dec!(98), "1", "A", "R000001"), &[]),
        // nobody
        (back(dec!(-100), "9", "", ""), &[]),
        (back(dec!(-100), "", "C", ""), &[]),
        (back(dec!(-100), "", "", "1"), &[]),
    ] {
        let found = Earlier::of(&paid(), &[]).taken_back(&line, false).payments;
        let found: Vec<_> = found.iter().filter_map(|s| Some(s.undoes?.0.as_u128())).collect();
        assert_eq!(found, expected, "{line:?}");
    }
    let written =
        Line { message: Some("vratka faktura 10001".into()), ..back(dec!(-99), "", "", "") };
    let mut numbered = paid();
    numbered[1].symbol = Some("10001".into());
    let found = Earlier::of(&numbered, &[]).taken_back(&written, false).payments;
    assert_eq!(found.first().map(|it| it.invoice.0.as_u128()), Some(2), "by what was written");
    let whole = Earlier::of(&paid(), &[]).taken_back(&back(dec!(-200), "3", "B", ""), false);
    assert_eq!(whole.payments[0].amount, dec!(150));
    let earlier = Line { booked_on: date!(2026 - 11 - 19), ..back(dec!(-100), "1", "A", "") };
    let before_it_came = Earlier::of(&paid(), &[]).taken_back(&earlier, false);
    assert_eq!(before_it_came, TakenBack::default());
}

fn waiting(n: u128, symbol: &str, account: &str) -> WaitingBefore {
    let reference = format!("R00001{n}");
    WaitingBefore {
        id: LineId(Uuid::from_u128(n)),
        statement: StatementId(Uuid::nil()),
        // whatever it waits for
        state: if n.is_multiple_of(2) { LineState::Unmatched } else { LineState::Proposed },
        line: line(dec!(100), symbol, account, &reference),
    }
}

#[test]
fn what_waits_is_overtaken_for_sure_or_perhaps() {
    let back = |symbol: &str, reference: &str| Line {
        reversal: true,
        ..line(dec!(-100), symbol, "A", reference)
    };
    let out = |reference: &str| line(dec!(-100), "", "A", reference);
    let alike = [waiting(7, "7", "A"), waiting(8, "7", "A")];
    let different = [waiting(7, "7", "A"), waiting(8, "8", "A")];
    for (proposed, line, perhaps, expected) in [
        (&alike[..1], back("7", ""), false, &[(7, true)][..]),
        (&alike[..1], back("", "R000017"), false, &[(7, true)]),
        // money that only went out, or a line that came before in another form
        (&alike[..1], out("R000017"), false, &[(7, false)]),
        (&alike[..1], back("7", ""), true, &[(7, false)]),
        // a payment that was rejected, and perhaps made again
        (&alike[..1], Line { amount: dec!(100), ..back("7", "") }, false, &[(7, false)]),
        // the newest of those that say the same; which of two others, nobody knows
        (&alike[..], back("7", ""), false, &[(8, true)]),
        (&different[..], back("", ""), false, &[(8, false), (7, false)]),
        (&different[..], back("7", ""), false, &[(7, true)]),
        (&different[..], back("9", ""), false, &[]),
    ] {
        let found = Earlier::of(&[], proposed).taken_back(&line, perhaps);
        let found: Vec<_> =
            found.waiting.iter().map(|it| (it.line.0.as_u128(), it.is_certain)).collect();
        assert_eq!(found, expected, "{line:?}");
    }
    // of another amount it may be, and stays
    let mut earlier = Earlier::of(&[], &alike[..1]);
    let less = earlier.taken_back(&Line { amount: dec!(-98), ..back("7", "") }, false);
    assert_eq!((less.waiting.len(), less.waiting[0].is_certain), (1, false));
    // a payment may be meant instead
    let both = Earlier::of(&paid(), &[waiting(9, "1", "A")]).taken_back(&back("1", ""), false);
    assert_eq!((both.payments.len(), both.waiting[0].is_certain), (1, false));
    // each is taken back once
    let mut earlier = Earlier::of(&[], &alike);
    let taken = [1, 2, 3].map(|_| earlier.taken_back(&back("7", ""), false).waiting);
    let lines = taken.map(|found| found.first().map(|it| it.line.0.as_u128()));
    assert_eq!(lines, [Some(8), Some(7), None]);
}

#[test]
fn the_work_grows_with_the_lines_not_with_what_came_before() {
    let looks = |earlier: u128| {
        let proposed: Vec<_> = (0..earlier).map(|n| waiting(n, "7", "A")).collect();
        let mut earlier = Earlier::of(&[], &proposed);
        crate::matching::LOOKS.with(|looks| looks.set(0));
        for n in 0..100 {
            let symbol = if n % 2 == 0 { "7" } else { "" };
            earlier.taken_back(&Line { reversal: true, ..line(dec!(100), symbol, "A", "") }, true);
        }
        crate::matching::LOOKS.with(std::cell::Cell::get)
    };
    let (few, many) = (looks(20), looks(1_000));
    assert!(few > 0 && many <= few, "{few} {many}");
}
