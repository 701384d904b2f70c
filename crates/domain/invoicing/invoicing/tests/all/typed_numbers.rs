//! Typed numbers: what a series does with each.

use invoicing::{
    InvoiceType, Violations,
    numbering::{
        IfAdvance, NotInSeries, NumberRefused, NumberSeriesAction, NumberSource, OutOfSeries,
        Series, SeriesFormat, SeriesPosition, TypedNumber, YearStyle,
    },
};

const ADVANCE: Option<NumberSeriesAction> = Some(NumberSeriesAction::Advance);
const EXCEPTION: Option<NumberSeriesAction> = Some(NumberSeriesAction::Exception);

fn series(invoice_type: InvoiceType) -> Series {
    Series { invoice_type, format: SeriesFormat::default_for(invoice_type), year: 2026 }
}

fn of_format(prefix: &str, year: YearStyle, width: u8) -> Series {
    let format = SeriesFormat { prefix: prefix.to_owned(), year, width };
    Series { invoice_type: InvoiceType::Invoice, format, year: 2026 }
}

/// The next count is 7; after the typed number it is the one behind it.
fn placed(
    series: &Series,
    typed: &str,
    action: Option<NumberSeriesAction>,
) -> Result<NumberSource, NumberRefused> {
    let after_typed = series.count_of(typed).map_or(7, |count| (count + 1).max(7));
    series.place(typed, action, SeriesPosition { next: 7, after_typed })
}

#[test]
fn counts_are_read_as_numbers_are_written() {
    for series in [
        of_format("FA", YearStyle::Four, 4),
        of_format("", YearStyle::Two, 6),
        of_format("2026", YearStyle::Four, 1),
        of_format("X/", YearStyle::None, 1),
        of_format("26", YearStyle::None, 10),
    ] {
        for count in [1, 9, 10, 2_026, 9_999, 10_000, 99_999_999_999] {
            assert_eq!(series.count_of(&series.number(count)), Ok(count), "{series:?}");
        }
    }
}

#[test]
fn what_has_no_count_says_why() {
    let of_2026 = series(InvoiceType::Invoice);
    let pattern = || NotInSeries::Pattern("FA2026".to_owned());
    let another = |found: &str| NotInSeries::AnotherYear { found: found.to_owned(), year: 2026 };
    for (number, why) in [
        ("FB20260007", pattern()),
        ("fa20260007", pattern()),
        ("FA2026", pattern()),
        ("FA2026-007", pattern()),
        ("FA2026000７", pattern()),
        ("FA20260007 ", pattern()),
        ("", pattern()),
        ("FA20250007", another("2025")),
        ("FA20270001", another("2027")),
        ("FA202500", pattern()),
        ("FA20260000", NotInSeries::Count(4)),
        ("FA2026007", NotInSeries::Count(4)),
        ("FA202600007", NotInSeries::Count(4)),
        ("FA202699999999999999999999", NotInSeries::Count(4)),
    ] {
        assert_eq!(of_2026.count_of(number), Err(why), "{number}");
    }
    let short = of_format("F", YearStyle::Two, 3);
    assert_eq!(short.count_of("F25007"), Err(another("25")));
    let endless = of_format("F", YearStyle::None, 3);
    assert_eq!(endless.count_of("F25007"), Ok(25_007), "it has no years");
}

#[test]
fn the_next_number_is_of_the_series_whoever_types_it() {
    for invoice_type in InvoiceType::ALL {
        let series = series(invoice_type);
        let next = series.number(7);
        let of_series = NumberSource::Advance { series: series.clone(), count: 7 };
        assert_eq!(placed(&series, &next, None), Ok(of_series.clone()));
        assert_eq!(placed(&series, &next, ADVANCE), Ok(of_series));
        assert_eq!(placed(&series, &next, EXCEPTION), Ok(NumberSource::Own(next)));
    }
}

#[test]
fn a_person_is_asked_what_the_series_does() {
    let series = series(InvoiceType::Proforma);
    for (typed, jump) in [
        // a jump
        ("ZF120260020", Some(("ZF120260021", 13))),
        ("ZF120260008", Some(("ZF120260009", 1))),
        ("ZF120269999", Some(("ZF1202610000", 9_992))),
        // back, of another year, of another type, of another form
        ("ZF120260003", None),
        ("ZF120250020", None),
        ("FA20260007", None),
        ("2026/20", None),
        ("ZF1202600020", None),
        ("ZF1202610000", None),
    ] {
        let asked = OutOfSeries {
            typed: typed.to_owned(),
            expected: "ZF120260007".to_owned(),
            if_advance: jump.map_or(IfAdvance::Impossible, |(next, skipped)| IfAdvance::Skips {
                next: next.to_owned(),
                skipped,
            }),
            series: InvoiceType::Proforma,
            prefix: "ZF1".to_owned(),
        };
        let refused = Err(NumberRefused::OutOfSeries(Box::new(asked)));
        assert_eq!(placed(&series, typed, None), refused, "{typed}");
        assert_eq!(placed(&series, typed, EXCEPTION), Ok(NumberSource::Own(typed.to_owned())));
    }
}

#[test]
fn a_series_goes_on_forwards_only() {
    let series = series(InvoiceType::Invoice);
    let advanced = NumberSource::Advance { series: series.clone(), count: 20 };
    assert_eq!(placed(&series, "FA20260020", ADVANCE), Ok(advanced));
    let next = || "FA20260007".to_owned();
    for (typed, why) in [
        ("FA20260006", NumberRefused::Behind { next: next() }),
        ("FA202610000", NumberRefused::TooWide { next: next() }),
        ("FA20250020", series.count_of("FA20250020").expect_err("another year").into()),
        ("2026/20", series.count_of("2026/20").expect_err("another form").into()),
    ] {
        assert_eq!(placed(&series, typed, ADVANCE), Err(why), "{typed}");
    }
    // one that has outgrown its width goes on
    let position = SeriesPosition { next: 10_000, after_typed: 10_006 };
    let wide = series.place("FA202610005", ADVANCE, position);
    assert_eq!(wide, Ok(NumberSource::Advance { series: series.clone(), count: 10_005 }));
    // unpadded numbers grow as they like, to ten digits
    let unpadded = of_format("X-", YearStyle::None, 1);
    assert!(placed(&unpadded, "X-120", ADVANCE).is_ok());
    let wide = placed(&unpadded, "X-99999999999", ADVANCE);
    assert_eq!(wide, Err(NumberRefused::TooWide { next: "X-7".to_owned() }));
}

#[test]
fn programs_make_exceptions_and_people_are_asked() {
    for (named, interactive, action) in [
        (None, false, EXCEPTION),
        (None, true, None),
        (ADVANCE, false, ADVANCE),
        (ADVANCE, true, ADVANCE),
        (EXCEPTION, true, EXCEPTION),
    ] {
        assert_eq!(NumberSeriesAction::of(named, interactive), action, "{named:?} {interactive}");
    }
}

#[test]
fn an_action_is_about_a_number() {
    let checked = |invoice_number: Option<&str>, number_series_action| {
        let mut found = Violations::new();
        let invoice_number = invoice_number.map(str::to_owned);
        let number = TypedNumber { invoice_number, number_series_action }.check(&mut found);
        (number, found.as_slice().iter().map(|it| it.field.clone()).collect::<Vec<_>>())
    };
    assert_eq!(checked(None, None), (None, vec![]));
    assert_eq!(checked(Some(" 2026/1 "), ADVANCE), (Some("2026/1".to_owned()), vec![]));
    assert_eq!(checked(None, ADVANCE), (None, vec!["numberSeriesAction".to_owned()]));
    assert_eq!(checked(Some("  "), None), (None, vec!["invoice_number".to_owned()]));
    let long = "1".repeat(51);
    assert_eq!(checked(Some(&long), None), (None, vec!["invoice_number".to_owned()]));
}
