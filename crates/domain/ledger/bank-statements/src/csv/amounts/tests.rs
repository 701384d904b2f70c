use super::*;
use rust_decimal::dec;

fn amount(text: &str, point: Option<Point>) -> Result<Decimal, Fault> {
    written(text, point).map(|written| written.amount)
}

#[test]
fn amounts_are_read_as_banks_write_them() {
    for (text, expected) in [
        ("1234,56", dec!(1234.56)),
        ("1 234,56", dec!(1234.56)),
        ("1\u{a0}234,5 EUR", dec!(1234.5)),
        ("1.234,56", dec!(1234.56)),
        ("1,234.56", dec!(1234.56)),
        ("1.234.567,00", dec!(1234567)),
        ("1.234.567", dec!(1234567)),
        ("+12.30", dec!(12.30)),
        ("-12,30", dec!(-12.30)),
        ("\u{2212}7 €", dec!(-7)),
        ("12,30-", dec!(-12.30)),
        ("EUR 17,50", dec!(17.50)),
        ("EUR -17,50", dec!(-17.50)),
        ("-€17.50", dec!(-17.50)),
        ("(327,37)", dec!(-327.37)),
        ("( 1 327,37 EUR )", dec!(-1327.37)),
        ("€(327.37)", dec!(-327.37)),
        ("(327,37) €", dec!(-327.37)),
        ("100", dec!(100)),
        ("0,00", dec!(0)),
        ("33,0000", dec!(33)),
        ("1.000,0000", dec!(1000)),
        ("1.234,500", dec!(1234.5)),
    ] {
        assert_eq!(amount(text, None), Ok(expected), "{text}");
    }
    assert_eq!(written("450,00 Kč", None).expect("read").currency, Some(Currency::Czk.into()));
}

#[test]
fn the_other_amounts_say_what_a_point_means() {
    let (comma, dot) = (Some(Point::Comma), Some(Point::Dot));
    assert_eq!(amount("1.000", comma), Ok(dec!(1000)));
    assert_eq!(amount("1.000.000", comma), Ok(dec!(1000000)));
    assert_eq!(amount("1,000", comma), Ok(dec!(1)));
    assert_eq!(amount("1,000", dot), Ok(dec!(1000)));
    assert_eq!(amount("1.000", dot), Ok(dec!(1)));
    for (text, point) in [
        ("12,50", comma),
        ("1.234,50", comma),
        ("33,0000", comma),
        ("1.234,500", comma),
        ("12.5", dot),
        ("1,234.50", dot),
        ("1.000", None),
        ("1,000", None),
        ("100", None),
        ("5,", None),
    ] {
        assert_eq!(point_of(text), point, "{text}");
    }
}

#[test]
fn nothing_is_guessed() {
    for text in [
        "",
        "abc",
        "1.234",
        "1,234",
        "12,345,6",
        "1,2,3",
        "1 234,567",
        "--1",
        "-1-",
        "-EUR -1",
        "-(1)",
        "(-1)",
        "(1",
        "1)",
        "()",
        "((1))",
        "1e3",
        ",5",
        "5,",
        "99999999999999",
        "1..2",
        "0x10",
        "NaN",
        "5 EUR EUR",
        "EUR 5 EUR",
        "5 XYQ",
        "12 ks",
        "1.23,4",
    ] {
        assert_eq!(amount(text, None), Err(Fault::NotAnAmount), "{text}");
    }
    assert_eq!(amount("1,234", Some(Point::Comma)), Err(Fault::NotAnAmount));
    assert_eq!(amount("12.34", Some(Point::Comma)), Err(Fault::NotAnAmount));
}

proptest::proptest! {
    #[test]
    fn an_amount_survives_being_written(cents in 0_i64..1_000_000_000_000) {
        let expected = Decimal::new(cents, 2);
        let text = format!("{expected:.2}").replace('.', ",");
        proptest::prop_assert_eq!(amount(&text, None), Ok(expected.normalize()));
    }

    #[test]
    fn any_text_is_an_amount_or_a_fault(text in ".{0,40}") {
        let _ = (written(&text, None), written(&text, Some(Point::Comma)), point_of(&text));
    }
}
