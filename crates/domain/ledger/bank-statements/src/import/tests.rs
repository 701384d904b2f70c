use super::*;
use crate::{
    Fault, Format, KnownLine, Line, OpenInvoice, Place, ReadError, ReadLine, choose_account, read,
};
use invoicing::{BankAccountId, ContactId, InvoiceId};
use money::{Currency, Decimal};
use rust_decimal::dec;
use std::cell::Cell;
use time::macros::{date, datetime};

const OWN: &str = "SK3112000000198742637541";

fn account(currency: Currency) -> BankAccount {
    BankAccount {
        id: BankAccountId(Uuid::from_u128(currency as u128 + 1)),
        currency,
        iban: OWN.into(),
        bic: None,
        bank_name: None,
        is_default: true,
    }
}

fn line(amount: Decimal, reference: Option<&str>) -> Line {
    let reference = reference.map(str::to_owned);
    Line {
        variable_symbol: Some("1".into()),
        bank_reference: reference,
        ..Line::of(date!(2026 - 11 - 21), amount)
    }
}

fn statement(format: Format, lines: Vec<Line>) -> Statement {
    let place = Place::Path("Ntry[1]".into());
    let read = |line| ReadLine { place: place.clone(), currency: None, line };
    Statement {
        format,
        account: Some(OWN.into()),
        currency: None,
        number: None,
        pending: 0,
        lines: lines.into_iter().map(read).collect(),
        reading: crate::Reading::default(),
    }
}

fn made(statement: &Statement, known: &KnownLines) -> Result<NewStatement, ImportRefused> {
    let next = Cell::new(100);
    let new_id = || Uuid::from_u128(next.replace(next.get() + 1));
    let moment = Moment {
        now: datetime!(2026-11-21 10:00 UTC),
        today: date!(2026 - 11 - 21),
        sha256: [7; 32],
    };
    let candidates = Candidates {
        invoices: vec![OpenInvoice {
            id: InvoiceId(Uuid::from_u128(1)),
            number: "FA1".into(),
            symbol: Some("1".into()),
            customer_id: ContactId(uuid::Uuid::nil()),
            outstanding: dec!(100),
            issued_on: date!(2026 - 11 - 01),
        }],
        ..Candidates::default()
    };
    let incoming = Incoming::of(statement);
    let account = account(Currency::Eur);
    import((statement, &incoming), &account, known, &candidates, (moment, &new_id))
}

/// What is known of a statement that was kept.
fn known(new: &NewStatement) -> KnownLines {
    let kept = |line: &LineRecord| KnownLine {
        key: line.key.clone(),
        content: line.content.clone(),
        format: new.record.format,
        line: line.line.clone(),
    };
    KnownLines(new.lines.iter().map(kept).collect())
}

#[test]
fn a_line_counts_once_in_whatever_statement_it_comes() {
    let csv = |lines| statement(Format::Csv, lines);
    let first = made(&csv(vec![line(dec!(100), None)]), &KnownLines::default()).expect("made");
    assert_eq!((first.payments.len(), first.record.counts.recorded), (1, 1));
    let again = made(&csv(vec![line(dec!(100), None)]), &known(&first)).expect("made");
    assert_eq!((again.lines.len(), again.record.counts.repeated), (0, 1));
    // another payment of the same day that says the same
    let twice = csv(vec![line(dec!(100), None), line(dec!(100), None)]);
    let twice = made(&twice, &known(&first)).expect("made");
    assert_eq!((twice.lines.len(), twice.record.counts.repeated), (1, 1));
    // in another form, where the bank gives it a reference: nobody can be sure
    let camt = statement(Format::Camt053, vec![line(dec!(100), Some("R000001"))]);
    let camt = made(&camt, &known(&first)).expect("made");
    assert_eq!((camt.payments.len(), camt.lines[0].reason), (0, Reason::MayBeRepeat));
    // references tell payments apart that say the same
    let two = [line(dec!(50), Some("R000001")), line(dec!(50), Some("R000002"))];
    let two = made(&statement(Format::Camt053, two.to_vec()), &KnownLines::default());
    let two = two.expect("made");
    let keys: std::collections::HashSet<_> = two.lines.iter().map(|line| &line.key).collect();
    assert_eq!(keys.len(), 2);
}

#[test]
fn what_is_taken_back_in_the_same_statement_is_proposed_as_its_undoing() {
    let back = Line { reversal: true, ..line(dec!(-100), None) };
    // the newest line first, as many banks write
    let both = statement(Format::Camt053, vec![back, line(dec!(100), None)]);
    let new = made(&both, &KnownLines::default()).expect("made");
    let states: Vec<_> = new.lines.iter().map(|line| (line.position, line.state)).collect();
    assert_eq!(states, [(1, LineState::Proposed), (2, LineState::Recorded)]);
    assert!(new.lines.is_sorted_by_key(|line| line.id), "ids grow with the place");
    let [proposal] = &new.proposals[..] else { panic!("{:?}", new.proposals) };
    assert_eq!(proposal.undoes, Some(new.lines[1].id.payment()));
    assert_eq!((proposal.line, proposal.reason), (new.lines[0].id, Reason::TakesPaymentBack));
}

#[test]
fn nothing_is_booked_on_a_day_to_come() {
    let tomorrow = Line { booked_on: date!(2026 - 11 - 22), ..line(dec!(1), None) };
    let refused = made(&statement(Format::Csv, vec![tomorrow]), &KnownLines::default());
    let refused = refused.expect_err("refused");
    assert_eq!(refused.field(), "Ntry[1]");
    assert!(matches!(refused, ImportRefused::Future { .. }), "{refused}");
}

#[test]
fn the_account_is_the_organizations_and_so_is_its_currency() {
    let accounts = [account(Currency::Eur), account(Currency::Usd)];
    let [eur, usd] = [accounts[0].id, accounts[1].id];
    let of = |iban: Option<&str>, currency: Option<&str>, line: Option<&str>| {
        let mut made = statement(Format::Csv, vec![self::line(dec!(1), None)]);
        made.account = iban.map(str::to_owned);
        made.currency = currency.map(|code| code.parse().expect("a code"));
        made.lines[0].currency = line.map(|code| code.parse().expect("a code"));
        made
    };
    let (own, other) = (Some(OWN), Some("SK0809000000000123123123"));
    for (statement, named, expected) in [
        (of(own, None, None), None, Err("body")),
        (of(own, None, None), Some(eur), Ok(eur)),
        (of(own, None, Some("EUR")), None, Ok(eur)),
        (of(own, Some("USD"), None), None, Ok(usd)),
        (of(own, None, Some("USD")), None, Ok(usd)),
        (of(None, None, None), Some(usd), Ok(usd)),
        (of(own, Some("USD"), Some("USD")), Some(usd), Ok(usd)),
        (of(None, None, None), None, Err("body")),
        (of(other, None, None), None, Err("body")),
        (of(other, None, None), Some(eur), Err("bank_account_id")),
        (of(own, None, None), Some(BankAccountId(Uuid::nil())), Err("bank_account_id")),
        (of(own, Some("CZK"), None), None, Err("body")),
        (of(own, Some("USD"), None), Some(eur), Err("body")),
        (of(own, Some("EUR"), Some("USD")), None, Err("Ntry[1]")),
        (of(own, None, Some("ISK")), None, Err("Ntry[1]")),
    ] {
        let chosen = choose_account(&statement, &accounts, named);
        let shown = chosen.map(|account| account.id).map_err(|refused| refused.field());
        assert_eq!(shown, expected.map_err(str::to_owned), "{statement:?}");
    }
}

#[test]
fn errors_say_where_and_what() {
    let error =
        ReadError::new(Place::Cell { line: 3, cell: 2, name: "Suma".into() }, Fault::NotAnAmount);
    assert!(error.to_string().starts_with("line 3, cell 2 (Suma) must be an amount"), "{error}");
    let error = read(b"\x00", None).expect_err("no text");
    assert!(error.to_string().starts_with("line 1, column 1 is neither UTF-8"), "{error}");
}

#[test]
fn what_waits_is_withdrawn_when_the_bank_takes_it_back() {
    let too_much = || line(dec!(101), None);
    let back = || Line { reversal: true, ..line(dec!(-101), None) };
    // in one statement
    let both = statement(Format::Camt053, vec![back(), too_much()]);
    let new = made(&both, &KnownLines::default()).expect("made");
    let kept: Vec<_> = new.lines.iter().map(|line| (line.state, line.reason)).collect();
    let ignored = |reason| (LineState::Ignored, reason);
    assert_eq!(kept, [ignored(Reason::Reversal), ignored(Reason::Returned)]);
    assert_eq!((&new.proposals[..], &new.overtaken[..]), (&[][..], &[][..]));
    assert_eq!((new.record.counts.proposed, new.record.counts.ignored), (0, 2));
    // in a later one
    let waits = WaitingBefore {
        id: LineId(Uuid::from_u128(5)),
        statement: StatementId(Uuid::from_u128(4)),
        state: LineState::Proposed,
        line: too_much(),
    };
    for (later, is_certain) in [(back(), true), (Line { amount: dec!(101), ..back() }, false)] {
        let candidates = Candidates { waiting: vec![waits.clone()], ..Candidates::default() };
        let new = made_of(&statement(Format::Camt053, vec![later]), &candidates);
        let (line, statement, state) = (waits.id, waits.statement, waits.state);
        assert_eq!(new.overtaken, [Overtaken { line, statement, state, is_certain }]);
        assert_eq!(new.lines[0].reason, Reason::Reversal);
    }
}

fn made_of(statement: &Statement, candidates: &Candidates) -> NewStatement {
    let moment = Moment {
        now: datetime!(2026-11-21 10:00 UTC),
        today: date!(2026 - 11 - 21),
        sha256: [7; 32],
    };
    let (incoming, known) = (Incoming::of(statement), KnownLines::default());
    let account = account(Currency::Eur);
    let new_id = || Uuid::from_u128(9);
    import((statement, &incoming), &account, &known, candidates, (moment, &new_id)).expect("made")
}
