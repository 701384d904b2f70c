use super::*;
use std::collections::hash_map::DefaultHasher;

fn d(text: &str) -> XsDecimal {
    XsDecimal::parse(text).expect("a number")
}

fn divided(one: &str, two: &str) -> String {
    d(one).divided_by(&d(two)).expect("no zero").to_string()
}

#[test]
fn reads_what_the_schema_type_allows() {
    for good in ["+5", "5.", ".5", " 5 ", "-0.00", "007"] {
        assert!(XsDecimal::parse(good).is_some(), "{good:?}");
    }
    let long = format!("1.{}", "0".repeat(90));
    assert_eq!(XsDecimal::parse(&long), Some(d("1")));
    for bad in ["", "1e2", "NaN", "abc", ".", "-", "1 2", "1,5", "--1", "1.2.3"] {
        assert!(XsDecimal::parse(bad).is_none(), "{bad:?}");
    }
    let sevens = "7".repeat(50);
    for bad in ["e2", "NaN", "-", " 2", ",5", ".2.3", "..", "+"] {
        assert!(XsDecimal::parse(&format!("{sevens}{bad}")).is_none(), "{bad:?}");
    }
}

#[test]
fn halves_go_up() {
    assert_eq!(d("-0.125").rounded_to_cents().to_string(), "-0.12");
    assert_eq!(d("0.125").rounded_to_cents().to_string(), "0.13");
    let tiny = d(&format!("-0.{}{}", "0".repeat(21), i128::MAX));
    assert_eq!(tiny.rounded_to_cents(), XsDecimal::ZERO);
    assert_eq!(d("1.005").rounded_to_cents().to_string(), "1.01");
    let long = "9".repeat(50);
    assert_eq!(d(&format!("{long}.125")).rounded_to_cents().to_string(), format!("{long}.13"));
    assert_eq!(d(&format!("-{long}.125")).rounded_to_cents().to_string(), format!("-{long}.12"));
    assert_eq!(d(&format!("-{long}.126")).rounded_to_cents().to_string(), format!("-{long}.13"));
}

/// What SaxonC-HE 13.1.1 answers.
#[test]
fn division_keeps_the_decimals_that_the_official_engine_keeps() {
    assert_eq!(divided("1", "3"), "0.333333333333333333");
    assert_eq!(divided("2", "3"), "0.666666666666666667");
    assert_eq!(divided("0.01", "7"), "0.00142857142857142857");
    assert_eq!(divided("-2", "3"), "-0.666666666666666667");
    assert_eq!(divided("1", "300"), "0.003333333333333333");
    assert_eq!(divided("1", "300.00"), "0.00333333333333333333");
    assert_eq!(divided("1", "300."), "0.00333333333333333333");
    assert_eq!(divided("1.000", "3"), "0.333333333333333333");
    assert_eq!(divided("83.33333333333333", "12"), "6.94444444444444416666666666666667");
    assert_eq!(divided("83.33333333333333", "1200"), "0.06944444444444444166666666666667");
    assert_eq!(d("1").divided_by(&d("0.0")), None);
}

#[test]
fn the_half_of_the_last_decimal_is_dropped() {
    assert_eq!(divided("1", "524288"), "0.000001907348632812");
    assert_eq!(divided("-1", "524288"), "-0.000001907348632812");
    assert_eq!(divided("3", "1048576"), "0.000002861022949219");
}

#[test]
fn long_numbers_are_calculated_with_as_short_ones() {
    assert_eq!(divided("12345678901234567890.12", "3"), "4115226300411522630.04");
    let share = d("19").divided_by(&d("100")).expect("no zero");
    let product = d("12345678901234567890.12").times(&share);
    assert_eq!(product.to_string(), "2345678991234567899.1228");
    let (nines, one) = ("9".repeat(60), format!("1{}", "0".repeat(60)));
    assert_eq!(d(&nines).plus(&d("1")).to_string(), one);
    assert_eq!(d(&one).minus(&d("1")), d(&nines));
    assert_eq!(d(&one).minus(&d(&nines)).to_string(), "1");
    assert_eq!(d(&one).times(&d(&format!("0.{}1", "0".repeat(59)))).to_string(), "1");
    assert_eq!(divided(&nines, "9").len(), 60);
}

/// 2500.75 pieces at 83.33333333333333 a dozen: no number of it is long, the quotient is.
#[test]
fn a_quotient_that_does_not_come_out_is_multiplied_exactly() {
    let unit = d("83.33333333333333").divided_by(&d("12")).expect("no zero");
    let goods = d("2500.75").times(&unit);
    assert_eq!(goods.to_string(), "17366.3194444444437497916666666666750025");
    assert_eq!(goods.rounded_to_cents().to_string(), "17366.32");
}

#[test]
fn doubles_compare_by_their_exact_value() {
    assert_eq!(d("99.1").cmp_f64(100.1 - 1.0), Some(Ordering::Greater));
    assert_eq!(d("99.5").cmp_f64(99.5), Some(Ordering::Equal));
    assert_eq!(d("-0.5").cmp_f64(-0.25), Some(Ordering::Less));
    assert_eq!(d("0").cmp_f64(f64::NAN), None);
    assert_eq!(d("0").cmp_f64(f64::NEG_INFINITY), Some(Ordering::Greater));
    assert_eq!(d(&"9".repeat(400)).cmp_f64(f64::INFINITY), Some(Ordering::Less));
    assert_eq!(d("0").cmp_f64(1e-300), Some(Ordering::Less));
    assert_eq!(d(&format!("1{}", "0".repeat(22))).cmp_f64(1e22), Some(Ordering::Equal));
    assert_eq!(
        XsDecimal::of_double(0.1).expect("finite").to_string(),
        "0.1000000000000000055511151231257827021181583404541015625"
    );
}

#[test]
fn equal_numbers_are_equal_however_they_are_written() {
    let hash = |number: &XsDecimal| {
        let mut state = DefaultHasher::new();
        number.hash(&mut state);
        state.finish()
    };
    let big = "123456789".repeat(6);
    for (one, two) in [
        ("1.10", "1.1".to_owned()),
        ("300.", "300".to_owned()),
        ("1", format!("1.{}", "0".repeat(60))),
        (big.as_str(), format!("{big}.")),
        (big.as_str(), format!("{big}.000")),
    ] {
        assert_eq!(d(one), d(&two));
        assert_eq!(hash(&d(one)), hash(&d(&two)), "{one} {two}");
    }
    assert!(d("99999999999999999999999999999999999999") > d("0.00000000000000000001"));
    assert!(d("-99999999999999999999999999999999999999") < d("0.00000000000000000001"));
    assert!(d(&big) > d("1") && d(&format!("-{big}")) < d("-1"));
}

/// Zero has room at any scale, also where a power of ten has none.
#[test]
fn numbers_of_many_decimals_are_below_or_above_zero() {
    let small = format!("0.{}5", "0".repeat(38));
    let negative = d(&format!("-{small}"));
    for zero in [XsDecimal::ZERO, d("0.00"), d("-0")] {
        assert!(negative < zero, "{zero}");
        assert!(zero > negative, "{zero}");
        assert!(d(&small) > zero && zero < d(&small), "{zero}");
    }
    assert_eq!(negative.abs(), d(&small));
    let twice = d("-0.1").minus(&d(&small));
    assert_eq!(twice.abs(), d("0.1").plus(&d(&small)));
}
