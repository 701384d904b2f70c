use crate::error::Form;
use crate::{Fault, Place, ReadError, read as read_bytes};
use rust_decimal::dec;
use time::macros::date;

const OWN: &str = "0000192000145399";

fn head(own: &str) -> String {
    format!(
        "074{own}Kamenina s.r.o.     301126{:014}+{:014}+{:014}0{:014}0007011226\r\n",
        0, 0, 0, 0
    )
}

struct Movement {
    own: &'static str,
    other: &'static str,
    number: &'static str,
    hellers: u64,
    code: char,
    valued: &'static str,
    booked: &'static str,
    currency: &'static str,
}

const PAID: Movement = Movement {
    own: OWN,
    other: "0000000000000000",
    number: "0026000004711",
    hellers: 123_456,
    code: '2',
    valued: "301126",
    booked: "011226",
    currency: "0203",
};

impl Movement {
    fn line(&self) -> String {
        let Self { own, other, number, hellers, code, valued, booked, currency } = self;
        format!(
            "075{own}{other}{number}{hellers:012}{code}002026000100{:4}0308{:010}{valued}{:20}0{currency}{booked}\r\n",
            "0800", 77, "ŽELEZNÁ STUDNIČKA"
        )
    }
}

#[test]
fn a_movement_is_read_by_its_positions() {
    let about = "076REFERENCE00000000000000001301126Úhrada faktúry\r\n078za november\r\n";
    let text = [head(OWN), PAID.line(), about.to_owned()].concat();
    assert!(text.lines().take(2).all(|line| line.chars().count() <= 128));
    let statement = read_bytes(text.as_bytes(), None).expect("a statement");
    assert_eq!(statement.account.as_deref(), Some("19-2000145399"));
    assert_eq!(statement.number.as_deref(), Some("7"));
    let [read] = &statement.lines[..] else { panic!("{statement:?}") };
    let line = &read.line;
    assert_eq!((line.booked_on, line.amount), (date!(2026 - 12 - 01), dec!(1234.56)));
    assert_eq!(read.currency, Some(money::Currency::Czk.into()));
    let symbols = [&line.variable_symbol, &line.constant_symbol, &line.specific_symbol];
    assert_eq!(symbols.map(|s| s.as_deref()), [Some("20260001"), Some("308"), Some("77")]);
    assert_eq!(line.counterparty_account, None);
    assert_eq!(line.counterparty_name.as_deref(), Some("ŽELEZNÁ STUDNIČKA"));
    assert_eq!(line.bank_reference.as_deref(), Some("26000004711"));
    assert_eq!(line.message.as_deref(), Some("Úhrada faktúry za november"));
}

#[test]
fn codes_say_the_direction_and_what_is_taken_back() {
    let amounts = |codes: &[char]| {
        let lines = codes.iter().map(|code| Movement { code: *code, hellers: 100, ..PAID }.line());
        let text = [head(OWN), lines.collect()].concat();
        let statement = read_bytes(text.as_bytes(), None).expect("a statement");
        let said = statement.lines.iter().map(|read| (read.line.amount, read.line.reversal));
        said.collect::<Vec<_>>()
    };
    let (came, went) = (dec!(1), dec!(-1));
    let expected = [(went, false), (came, false), (came, true), (went, true)];
    assert_eq!(amounts(&['1', '2', '4', '5']), expected);
    // Česká spořitelna
    assert_eq!(amounts(&['1', '2', '3', '4']), expected);
}

#[test]
fn accounts_are_read_in_the_order_of_their_bank() {
    let text = |own: &'static str, other: &'static str| {
        [head(own), Movement { own, other, ..PAID }.line()].concat()
    };
    for (own, other, expected, counterparty) in [
        (OWN, "0000192000145399", "19-2000145399", "19-2000145399/0800"),
        ("2389210008000000", "2389210008000000", "2100098382", "2100098382/0800"),
        ("2389210008000000", "0000192000145399", "2100098382", "19-2000145399/0800"),
    ] {
        let statement = read_bytes(text(own, other).as_bytes(), None).expect("a statement");
        assert_eq!(statement.account.as_deref(), Some(expected), "{own}");
        let found = &statement.lines[0].line.counterparty_account;
        assert_eq!(found.as_deref(), Some(counterparty), "{other}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_line_and_position() {
    let at = |line, column| Place::Text { line, column };
    let broken = |movement: Movement| [head(OWN), movement.line()].concat();
    let not = Fault::NotAField;
    for (text, place, fault) in [
        (broken(Movement { code: '7', ..PAID }), at(2, 61), Fault::NotADirection),
        (
            broken(Movement { valued: "310226", booked: "      ", ..PAID }),
            at(2, 92),
            Fault::NotADate,
        ),
        (broken(Movement { own: "0000002389210008", ..PAID }), at(2, 4), Fault::SeveralAccounts),
        (head(OWN) + &head("0000002389210008"), at(2, 4), Fault::SeveralAccounts),
        (head(OWN) + "075123\n", at(2, 1), not(Form::GpcLength)),
        (head(OWN) + "\nhello\n", at(3, 1), not(Form::GpcRecord)),
        (broken(PAID).replace("000000123456", "00000012345X"), at(2, 49), not(Form::GpcAmount)),
    ] {
        assert_eq!(read_bytes(text.as_bytes(), None), Err(ReadError::new(place, fault)), "{text}");
    }
    let zeros = broken(Movement { booked: "000000", ..PAID });
    let statement = read_bytes(zeros.as_bytes(), None).expect("the day on which it counts");
    assert_eq!(statement.lines[0].line.booked_on, date!(2026 - 11 - 30));
}
