use super::*;
use invoicing::{ContactId, Firm, Party};
use rust_decimal::dec;
use std::collections::BTreeMap;
use time::macros::date;
use uuid::Uuid;

fn customer(n: u128) -> ContactId {
    ContactId(Uuid::from_u128(n))
}

fn open(n: u128, symbol: &str, outstanding: Decimal) -> OpenInvoice {
    OpenInvoice {
        id: InvoiceId(Uuid::from_u128(n)),
        number: format!("FA{symbol}"),
        symbol: Some(symbol.to_owned()).filter(|symbol| !symbol.is_empty()),
        customer_id: customer(n),
        outstanding,
        issued_on: date!(2026 - 11 - 01),
    }
}

/// Invoices over 100, 200, 200 and 50; account A has paid for customer 1, B for customer 2.
fn candidates() -> Candidates {
    let payer = |n| BTreeSet::from([customer(n)]);
    Candidates {
        invoices: vec![
            open(1, "20260001", dec!(100)),
            open(2, "20260002", dec!(200)),
            open(3, "20260003", dec!(200)),
            open(4, "7", dec!(50)),
            open(5, "7", dec!(60)),
        ],
        payers: BTreeMap::from([("A".to_owned(), payer(1)), ("B".to_owned(), payer(2))]),
        ..Candidates::default()
    }
}

fn line(amount: Decimal, symbol: &str, account: &str, message: &str) -> Line {
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Line {
        variable_symbol: text(symbol),
        counterparty_account: text(account),
        message: text(message),
        ..Line::of(date!(2026 - 11 - 21), amount)
    }
}

/// The invoices that are named, the amount, whether it is certain, and why.
fn shown(matched: &Match) -> (Vec<u128>, Decimal, bool, Reason) {
    let (suggestions, certain, reason) = match matched {
        Match::Certain(suggestion, reason) => (vec![suggestion.clone()], true, *reason),
        Match::Doubtful(suggestions, reason) => (suggestions.clone(), false, *reason),
        Match::Nothing(reason) | Match::Ignored(reason) => (vec![], false, *reason),
    };
    let amount = suggestions.first().map(|s| s.amount).unwrap_or_default();
    (suggestions.iter().map(|s| s.invoice.0.as_u128()).collect(), amount, certain, reason)
}

#[test]
fn lines_are_matched_by_symbol_amount_and_payer() {
    let candidates = candidates();
    for (amount, symbol, account, message, expected) in [
        (dec!(100), "20260001", "", "", (vec![1], dec!(100), true, Reason::SymbolAndAmount)),
        (dec!(100), "20260001", "A", "", (vec![1], dec!(100), true, Reason::SymbolAndAmount)),
        (dec!(100), "20260001", "C", "", (vec![1], dec!(100), true, Reason::SymbolAndAmount)),
        (dec!(100), "20260001", "B", "", (vec![1], dec!(100), false, Reason::PayerOfAnother)),
        (dec!(30), "20260001", "A", "", (vec![1], dec!(30), true, Reason::SymbolAndPayer)),
        (dec!(30), "20260001", "C", "", (vec![1], dec!(30), false, Reason::AmountBelow)),
        (dec!(30), "20260001", "", "", (vec![1], dec!(30), false, Reason::AmountBelow)),
        (dec!(30), "20260001", "B", "", (vec![1], dec!(30), false, Reason::PayerOfAnother)),
        (dec!(100.01), "20260001", "A", "", (vec![1], dec!(100), false, Reason::AmountAbove)),
        (dec!(50), "7", "C", "", (vec![4], dec!(50), true, Reason::SymbolAndAmount)),
        (dec!(60), "7", "", "", (vec![5], dec!(60), true, Reason::SymbolAndAmount)),
        (dec!(50), "7", "A", "", (vec![4], dec!(50), false, Reason::PayerOfAnother)),
        (dec!(40), "7", "C", "", (vec![4, 5], dec!(40), false, Reason::SeveralInvoices)),
        (dec!(110), "7", "C", "", (vec![4, 5], dec!(50), false, Reason::SeveralInvoices)),
        (dec!(9), "", "", "FA20260002", (vec![2], dec!(9), false, Reason::NumberInMessage)),
        (dec!(9), "", "", "FA2026 0002", (vec![2], dec!(9), false, Reason::NumberInMessage)),
        (dec!(9), "", "", "SS20260002", (vec![], dec!(0), false, Reason::NoOpenInvoice)),
        (dec!(100), "999", "A", "", (vec![1], dec!(100), false, Reason::PayerAndAmount)),
        (dec!(200), "", "B", "", (vec![2], dec!(200), false, Reason::PayerAndAmount)),
        (dec!(200), "", "C", "", (vec![2, 3], dec!(200), false, Reason::AmountOnly)),
        (dec!(9), "999", "A", "7", (vec![], dec!(0), false, Reason::NoOpenInvoice)),
        (dec!(-100), "20260001", "A", "", (vec![], dec!(0), false, Reason::Outgoing)),
        (dec!(0), "20260001", "A", "", (vec![], dec!(0), false, Reason::Zero)),
    ] {
        let line = line(amount, symbol, account, message);
        let matched = Matcher::new(&candidates).place(&line, None);
        assert_eq!(shown(&matched), expected, "{line:?}");
    }
}

#[test]
fn what_may_have_come_before_is_never_certain() {
    let candidates = candidates();
    let paid = line(dec!(100), "20260001", "A", "");
    let matched = Matcher::new(&candidates).place(&paid, Some(Reason::MayBeRepeat));
    assert_eq!(shown(&matched), (vec![1], dec!(100), false, Reason::MayBeRepeat));
    let back = Line { reversal: true, ..paid };
    assert_eq!(Matcher::new(&candidates).place(&back, None), Match::Ignored(Reason::Reversal));
}

#[test]
fn what_a_line_pays_is_not_outstanding_for_the_next() {
    let candidates = candidates();
    let mut matcher = Matcher::new(&candidates);
    let part = line(dec!(60), "20260001", "A", "");
    assert_eq!(shown(&matcher.place(&part, None)).3, Reason::SymbolAndPayer);
    let rest = line(dec!(40), "20260001", "", "");
    assert_eq!(shown(&matcher.place(&rest, None)).3, Reason::SymbolAndAmount);
    assert_eq!(shown(&matcher.place(&rest, None)).3, Reason::NoOpenInvoice);
}

#[test]
fn two_invoices_that_fit_one_symbol_and_amount_are_asked_about() {
    let twice = vec![open(1, "7", dec!(50)), open(2, "7", dec!(60)), open(3, "7", dec!(50))];
    let candidates = Candidates { invoices: twice, ..Candidates::default() };
    let matched = Matcher::new(&candidates).place(&line(dec!(50), "7", "", ""), None);
    assert_eq!(shown(&matched), (vec![1, 3, 2], dec!(50), false, Reason::SeveralInvoices));
}

#[test]
fn what_is_not_certain_by_itself_is_only_proposed() {
    let candidates = candidates();
    for (unproven, reason) in [
        (Unproven::PartOfBatch, Reason::PartOfBatch),
        (Unproven::DetailsDiffer, Reason::DetailsDiffer),
        (Unproven::StateUnknown, Reason::StateUnknown),
    ] {
        let line = Line { unproven: Some(unproven), ..line(dec!(100), "20260001", "A", "") };
        let matched = Matcher::new(&candidates).place(&line, None);
        assert_eq!(shown(&matched), (vec![1], dec!(100), false, reason));
    }
}

#[test]
fn money_that_came_long_before_its_invoice_is_only_proposed() {
    let candidates = candidates();
    for (booked_on, amount, expected) in [
        // the invoice of a payment in advance, and the summary invoice of a month
        (date!(2026 - 10 - 20), dec!(100), Reason::SymbolAndAmount),
        (date!(2026 - 09 - 17), dec!(100), Reason::SymbolAndAmount),
        (date!(2026 - 09 - 02), dec!(100), Reason::SymbolAndAmount),
        (date!(2026 - 09 - 01), dec!(100), Reason::LongBeforeInvoice),
        // the same number and amount of the year before, paid on its day or months late
        (date!(2025 - 11 - 14), dec!(100), Reason::LongBeforeInvoice),
        (date!(2026 - 05 - 14), dec!(100), Reason::LongBeforeInvoice),
        (date!(2023 - 11 - 21), dec!(100), Reason::LongBeforeInvoice),
        (date!(2023 - 11 - 21), dec!(30), Reason::LongBeforeInvoice),
        (date!(2023 - 11 - 21), dec!(101), Reason::AmountAbove),
        // late, and paid at last
        (date!(2029 - 11 - 21), dec!(100), Reason::SymbolAndAmount),
    ] {
        let line = Line { booked_on, ..line(amount, "20260001", "A", "") };
        let (_, _, certain, reason) = shown(&Matcher::new(&candidates).place(&line, None));
        let sure = matches!(expected, Reason::SymbolAndAmount);
        assert_eq!((certain, reason), (sure, expected), "{booked_on} {amount}");
    }
}

#[test]
fn nobody_is_known_by_a_mistyped_account() {
    let mistyped = "SK0909000000000123123123";
    let payers = BTreeMap::from([(mistyped.to_owned(), BTreeSet::from([customer(2)]))]);
    let candidates = Candidates { payers, ..candidates() };
    let matched = |line: &Line| shown(&Matcher::new(&candidates).place(line, None));
    assert_eq!(matched(&line(dec!(100), "20260001", mistyped, "")).3, Reason::SymbolAndAmount);
    assert_eq!(matched(&line(dec!(200), "", mistyped, "")).3, Reason::AmountOnly);
    let keyed = crate::Incoming::of(&crate::Statement {
        format: crate::Format::Csv,
        account: None,
        currency: None,
        number: None,
        pending: 0,
        lines: vec![crate::ReadLine {
            place: crate::Place::Whole,
            currency: None,
            line: Line { reversal: true, ..line(dec!(100), "", mistyped, "") },
        }],
        reading: crate::Reading::default(),
    });
    let wanted = Wanted::of(&keyed.lines);
    assert!(wanted.accounts.is_empty() && wanted.returned.accounts.is_empty(), "{wanted:?}");
}

/// An account has paid for contact 1, and the line is for an invoice of contact 2.
#[test]
fn a_payer_is_known_by_the_firm_not_by_its_contact() {
    let acme = || Party::new("ACME, s. r. o.");
    let firm = |party: Party| Some(Firm::of(&party));
    for (one, other, part, whole) in [
        (
            firm(acme().with_ico("36123455")),
            firm(acme().with_ico("36 123 455")),
            Reason::SymbolAndPayer,
            true,
        ),
        (
            firm(acme().with_dic("2021212121")),
            firm(Party::new("Acme").with_ic_dph("SK2021212121")),
            Reason::SymbolAndPayer,
            true,
        ),
        (
            firm(acme().with_ico("36123455")),
            firm(acme().with_ico("36123456")),
            Reason::PayerOfAnother,
            false,
        ),
        (
            firm(acme().with_ico("31333532").with_ic_dph("SK7020000944")),
            firm(acme().with_ico("35757442").with_ic_dph("SK7020000944")),
            Reason::PayerOfAnother,
            false,
        ),
        // of one name, and without numbers: it may be the same
        (firm(acme()), firm(Party::new("Acme, S. R. O.")), Reason::AmountBelow, true),
        (
            firm(Party::new("Jana Nová")),
            firm(Party::new("Ján Novák")),
            Reason::PayerOfAnother,
            false,
        ),
        (None, None, Reason::PayerOfAnother, false),
    ] {
        let firms = [(customer(1), one.clone()), (customer(2), other.clone())];
        let firms = firms.into_iter().filter_map(|(id, firm)| Some((id, firm?))).collect();
        let candidates = Candidates {
            invoices: vec![open(2, "20260002", dec!(200))],
            payers: BTreeMap::from([("A".to_owned(), BTreeSet::from([customer(1)]))]),
            firms,
            ..Candidates::default()
        };
        let matched = |amount| {
            let line = line(amount, "20260002", "A", "");
            shown(&Matcher::new(&candidates).place(&line, None))
        };
        assert_eq!(matched(dec!(20)).3, part, "{one:?} {other:?}");
        assert_eq!(matched(dec!(200)).2, whole, "{one:?} {other:?}");
        let bare = line(dec!(200), "", "A", "");
        let by_payer = shown(&Matcher::new(&candidates).place(&bare, None)).3;
        let expected = if part == Reason::SymbolAndPayer {
            Reason::PayerAndAmount
        } else {
            Reason::AmountOnly
        };
        assert_eq!(by_payer, expected, "{one:?} {other:?}");
    }
}

/// Invoices of one amount, of one customer each, and lines without symbols from accounts that have paid for others:
/// what would make each line look at each invoice.
#[test]
fn many_invoices_of_one_amount_are_not_looked_at_by_each_line() {
    let invoices: Vec<_> = (0..20_000).map(|n| open(n, "", dec!(12))).collect();
    let account = |n: u128| format!("A{n}");
    let payers = (0..5_000).map(|n| (account(n), BTreeSet::from([customer(100_000 + n)])));
    let candidates = Candidates { invoices, payers: payers.collect(), ..Candidates::default() };
    let mut matcher = Matcher::new(&candidates);
    for n in 0..5_000 {
        let bare = line(dec!(12), "", &account(n), "");
        assert_eq!(shown(&matcher.place(&bare, None)).3, Reason::NoOpenInvoice);
    }
    assert_eq!(LOOKS.with(std::cell::Cell::get), 5_000, "one look for each line");
}

#[test]
fn among_many_of_one_amount_nobody_is_asked_to_choose() {
    let invoices = |count| (1..=count).map(|n| open(n, "", dec!(12))).collect();
    let paid = line(dec!(12), "", "", "");
    for (count, reason) in [(5, Reason::AmountOnly), (6, Reason::NoOpenInvoice)] {
        let candidates = Candidates { invoices: invoices(count), ..Candidates::default() };
        let matched = Matcher::new(&candidates).place(&paid, None);
        assert_eq!(shown(&matched).3, reason, "{count}");
    }
}

proptest::proptest! {
    /// Whatever comes, certain payments of an invoice never exceed what is outstanding.
    #[test]
    fn certain_payments_never_exceed_an_invoice(
        lines in proptest::collection::vec((1_i64..30_000, 0..4_usize, 0..3_usize), 0..40),
    ) {
        let candidates = candidates();
        let mut matcher = Matcher::new(&candidates);
        let mut paid: BTreeMap<InvoiceId, Decimal> = BTreeMap::new();
        for (cents, symbol, account) in lines {
            let symbol = ["20260001", "20260002", "7", ""][symbol];
            let account = ["A", "B", ""][account];
            let line = line(Decimal::new(cents, 2), symbol, account, "");
            if let Match::Certain(suggestion, _) = matcher.place(&line, None) {
                *paid.entry(suggestion.invoice).or_default() += suggestion.amount;
            }
        }
        for invoice in &candidates.invoices {
            let paid = paid.get(&invoice.id).copied().unwrap_or_default();
            proptest::prop_assert!(paid <= invoice.outstanding);
        }
    }
}
