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
        (broken(Movement { currency: "0352", ..PAID }), at(2, 119), Fault::NotACurrency),
        (broken(Movement { currency: "9999", ..PAID }), at(2, 119), Fault::NotACurrency),
        (broken(Movement { currency: "0EUR", ..PAID }), at(2, 119), Fault::NotACurrency),
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

#[test]
fn the_currency_is_its_number() {
    let read = |currency| {
        let text = [head(OWN), Movement { currency, ..PAID }.line()].concat();
        read_bytes(text.as_bytes(), None).expect("a statement").lines[0].currency
    };
    for (number, code) in [
        ("0946", "RON"),
        ("0752", "SEK"),
        ("0578", "NOK"),
        ("0208", "DKK"),
        ("0392", "JPY"),
        ("0978", "EUR"),
        ("0036", "AUD"),
        ("0975", "BGN"),
    ] {
        assert_eq!(read(number).map(|it| it.to_string()).as_deref(), Some(code), "{number}");
    }
    // none, or the kind of the data as the central bank's format has it
    for nothing in ["    ", "0000", "1101"] {
        assert_eq!(read(nothing), None, "{nothing}");
    }
}

#[test]
fn each_account_has_its_statement() {
    const OTHER: &str = "2389210008000000";
    let of = |own: &'static str, hellers, currency| {
        head(own) + &Movement { own, hellers, currency, ..PAID }.line()
    };
    let read = |text: String| crate::read_all(text.as_bytes(), None, &[]).expect("statements");
    let said = |text: String| {
        let of = |statement: crate::Statement| {
            let amounts: Vec<_> = statement.lines.iter().map(|read| read.line.amount).collect();
            (statement.account.unwrap_or_default(), amounts)
        };
        read(text).into_iter().map(of).collect::<Vec<_>>()
    };
    let (own, other) = ("19-2000145399".to_owned(), "2100098382".to_owned());
    assert_eq!(
        said([of(OWN, 100, "0203"), of(OTHER, 200, "0203"), of(OWN, 300, "0203")].concat()),
        [(own.clone(), vec![dec!(1), dec!(3)]), (other.clone(), vec![dec!(2)])]
    );
    // all heads first
    let mixed = [
        head(OWN),
        head(OTHER),
        Movement { own: OTHER, hellers: 200, ..PAID }.line(),
        Movement { hellers: 100, ..PAID }.line(),
    ];
    assert_eq!(said(mixed.concat()), [(own.clone(), vec![dec!(1)]), (other, vec![dec!(2)])]);
    // one number in two currencies is two accounts; a head without movements is none of its own
    let two = [of(OWN, 100, "0203"), of(OWN, 200, "0978"), head(OWN)].concat();
    assert_eq!(said(two), [(own.clone(), vec![dec!(1)]), (own.clone(), vec![dec!(2)])]);
    assert_eq!(said(head(OWN) + &head(OWN)), [(own, vec![])]);
}
