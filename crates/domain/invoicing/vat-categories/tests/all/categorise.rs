//! The category table of the specification with its five rules.

use proptest::prelude::*;
use vat_categories::{
    CategoryError, ReasonLanguage, SellerVat, TaxTreatment, VatCategory, VatRate, categorise,
    exempt_vatex, outside_scope_stands_alone, same_rate_same_treatment,
};

const PAYER: SellerVat = SellerVat { payer: true };
const NON_PAYER: SellerVat = SellerVat { payer: false };

use TaxTreatment as T;
use VatCategory as C;

#[test]
fn table_for_a_vat_payer_at_zero() {
    type Row<'a> = (Option<T>, Option<&'a str>, C, Option<&'a str>);
    let table: [Row; 16] = [
        (Some(T::ReverseChargeService), None, C::ReverseCharge, Some("VATEX-EU-AE")),
        (
            Some(T::ReverseChargeService),
            Some("Reverse charge"),
            C::ReverseCharge,
            Some("VATEX-EU-AE"),
        ),
        (
            Some(T::ReverseChargeService),
            Some("vývoz tovaru"),
            C::ReverseCharge,
            Some("VATEX-EU-AE"),
        ),
        (Some(T::IntraEuGoods), None, C::IntraCommunity, Some("VATEX-EU-IC")),
        (Some(T::IntraEuGoods), Some("§ 43"), C::IntraCommunity, Some("VATEX-EU-IC")),
        (Some(T::IntraEuTransfer), None, C::IntraCommunity, Some("VATEX-EU-IC")),
        (Some(T::IntraEuTriangulation), None, C::IntraCommunity, Some("VATEX-EU-IC")),
        (Some(T::ExportGoods), None, C::Export, Some("VATEX-EU-G")),
        (Some(T::ExportGoods), Some("§ 47"), C::Export, Some("VATEX-EU-G")),
        (None, Some("Oslobodené podľa § 31"), C::Exempt, None),
        (Some(T::Domestic), Some("Oslobodené podľa § 31"), C::Exempt, None),
        (None, None, C::ZeroRated, None),
        (Some(T::Domestic), None, C::ZeroRated, None),
        (None, Some(""), C::ZeroRated, None),
        (None, Some("  \t"), C::ZeroRated, None),
        (None, Some("x"), C::Exempt, None),
    ];
    for (treatment, reason, category, vatex) in table {
        let got = categorise(PAYER, VatRate::Zero, treatment, reason);
        assert_eq!(got, Ok(category), "{treatment:?} {reason:?}");
        assert_eq!(category.vatex(), vatex);
    }
}

#[test]
fn a_taxed_line_is_standard_and_ignores_the_reason() {
    for rate in [VatRate::Five, VatRate::Nineteen, VatRate::TwentyThree] {
        for reason in [None, Some("Reverse charge"), Some("§ 31")] {
            assert_eq!(categorise(PAYER, rate, None, reason), Ok(C::Standard));
            assert_eq!(categorise(PAYER, rate, Some(T::Domestic), reason), Ok(C::Standard));
        }
    }
}

#[test]
fn a_cross_border_treatment_needs_rate_zero_and_a_vat_payer() {
    for treatment in T::ALL.into_iter().filter(|treatment| treatment.is_cross_border()) {
        let rate = VatRate::Nineteen;
        assert_eq!(
            categorise(PAYER, rate, Some(treatment), None),
            Err(CategoryError::TreatmentNeedsZeroRate { treatment, rate })
        );
        for rate in VatRate::ALL {
            assert_eq!(
                categorise(NON_PAYER, rate, Some(treatment), None),
                Err(CategoryError::TreatmentNeedsVatPayer { treatment })
            );
        }
    }
}

#[test]
fn rule_1_names_the_treatment_to_set() {
    let table = [
        ("prenesenie daňovej povinnosti", T::ReverseChargeService),
        ("Ausfuhrlieferung", T::ExportGoods),
        ("innergemeinschaftliche Lieferung", T::IntraEuGoods),
        ("trojstranný obchod", T::IntraEuTriangulation),
        ("premiestnenie vlastného tovaru", T::IntraEuTransfer),
    ];
    for (reason, treatment) in table {
        for absent in [None, Some(T::Domestic)] {
            let error = categorise(PAYER, VatRate::Zero, absent, Some(reason)).unwrap_err();
            assert_eq!(error.treatment_to_set(), Some(treatment));
            assert!(error.to_string().contains(treatment.as_str()), "{error}");
        }
        assert!(categorise(PAYER, VatRate::Zero, Some(treatment), Some(reason)).is_ok());
        let error = categorise(NON_PAYER, VatRate::Zero, None, Some(reason)).unwrap_err();
        assert!(matches!(error, CategoryError::ReasonNeedsVatPayer { .. }));
        assert_eq!(error.treatment_to_set(), None);
    }
}

#[test]
fn rule_5_a_supplier_that_is_no_vat_payer_charges_none() {
    for rate in [VatRate::Five, VatRate::Nineteen, VatRate::TwentyThree] {
        assert_eq!(
            categorise(NON_PAYER, rate, None, None),
            Err(CategoryError::RateNeedsVatPayer { rate })
        );
    }
    for reason in [None, Some("Nie som platiteľ DPH"), Some("§ 31")] {
        assert_eq!(categorise(NON_PAYER, VatRate::Zero, None, reason), Ok(C::OutsideScope));
    }
    assert_eq!(C::OutsideScope.vatex(), Some("VATEX-EU-O"));
}

#[test]
fn rule_2_and_4_predicates() {
    let needing = |predicate: fn(C) -> bool| -> Vec<&str> {
        C::ALL.into_iter().filter(|category| predicate(*category)).map(C::code).collect()
    };
    assert_eq!(needing(C::requires_delivery_country), ["K"]);
    assert_eq!(needing(C::requires_supplier_vat_id), ["AE", "K", "G", "E"]);
    for treatment in T::ALL {
        let category = treatment.cross_border_category();
        let by_category = category.is_some_and(C::requires_delivery_country);
        assert_eq!(treatment.requires_delivery_country(), by_category);
    }
}

#[test]
fn rule_3_outside_scope_stands_alone() {
    assert!(outside_scope_stands_alone(&[]).is_ok());
    assert!(outside_scope_stands_alone(&[C::OutsideScope, C::OutsideScope]).is_ok());
    assert!(outside_scope_stands_alone(&[C::Standard, C::Exempt, C::Export]).is_ok());
    let mixed =
        outside_scope_stands_alone(&[C::OutsideScope, C::OutsideScope, C::Exempt]).unwrap_err();
    assert_eq!((mixed.line, mixed.outside_line, mixed.found), (2, 0, C::Exempt));
    assert!(mixed.to_string().contains("BR-O-11"));
}

#[test]
fn lines_with_the_same_rate_share_the_treatment() {
    let zero = VatRate::Zero;
    let taxed = VatRate::TwentyThree;
    assert!(same_rate_same_treatment(&[]).is_empty());
    assert!(
        same_rate_same_treatment(&[
            (zero, T::ExportGoods),
            (taxed, T::Domestic),
            (zero, T::ExportGoods)
        ])
        .is_empty()
    );
    let conflicts = same_rate_same_treatment(&[
        (taxed, T::Domestic),
        (zero, T::ExportGoods),
        (zero, T::Domestic),
        (zero, T::ExportGoods),
        (zero, T::IntraEuGoods),
    ]);
    let lines: Vec<_> = conflicts.iter().map(|c| (c.line, c.first_line, c.found)).collect();
    assert_eq!(lines, [(2, 1, T::Domestic), (4, 1, T::IntraEuGoods)]);
    assert!(conflicts[0].to_string().contains("export_goods"));
}

#[test]
fn exempt_text_gives_its_vatex_code() {
    let table = [
        ("Oslobodené podľa § 31 zákona o DPH", Some("VATEX-EU-132-1I")),
        ("§ 28 poštové služby", Some("VATEX-EU-132-1A")),
        ("§ 29 zákona o DPH", Some("VATEX-EU-132")),
        ("§ 37", Some("VATEX-EU-135-1")),
        ("Nájom podľa § 38 ods. 3", Some("VATEX-EU-135-1")),
        ("Art. 132(1)(i) of Directive 2006/112/EC", Some("VATEX-EU-132-1I")),
        ("čl. 132 ods. 1 písm. b) smernice", Some("VATEX-EU-132-1B")),
        ("Article 132", Some("VATEX-EU-132")),
        ("Services connected with export, Art. 146(1)(e)", Some("VATEX-EU-146-1E")),
        ("Úprava zdaňovania prirážky – cestovné kancelárie", Some("VATEX-EU-D")),
        ("Úprava zdaňovania prirážky – použitý tovar § 66", Some("VATEX-EU-F")),
        ("Úprava zdaňovania prirážky – umelecké diela", Some("VATEX-EU-I")),
        ("Margin scheme – collector's items and antiques", Some("VATEX-EU-J")),
        ("Medical care", Some("VATEX-EU-132")),
        ("§ 31 UStG", None),
        ("§ 31 zákona č. 595/2003 Z. z. o dani z príjmov", None),
        ("Oslobodené od dane", None),
        ("", None),
    ];
    for (text, code) in table {
        assert_eq!(exempt_vatex(text), code, "{text:?}");
    }
}

#[test]
fn default_reasons_exist_exactly_where_a_code_does_and_do_not_contradict() {
    for category in C::ALL {
        for language in [ReasonLanguage::Slovak, ReasonLanguage::English] {
            let reason = category.default_reason(language);
            assert_eq!(reason.is_some(), category.vatex().is_some());
            let read = reason.and_then(vat_categories::detect_cross_border);
            let category_read = read.and_then(|hint| hint.treatment.cross_border_category());
            let expected = Some(category).filter(|c| !matches!(c, C::OutsideScope));
            assert_eq!(category_read, expected.filter(|_| reason.is_some()), "{reason:?}");
        }
    }
}

#[test]
fn json_names() {
    assert_eq!(serde_json::to_string(&VatRate::TwentyThree).unwrap(), "23");
    assert_eq!(serde_json::from_str::<VatRate>("19").unwrap(), VatRate::Nineteen);
    for bad in ["21", "-1", "23.0", "2.3e1", "\"23\"", "null", "99999999999999999999"] {
        assert!(serde_json::from_str::<VatRate>(bad).is_err(), "{bad}");
    }
    let error = serde_json::from_str::<VatRate>("21").unwrap_err().to_string();
    assert!(error.contains("use 0, 5, 19 or 23"), "{error}");
    for treatment in T::ALL {
        let json = format!("\"{treatment}\"");
        assert_eq!(serde_json::to_string(&treatment).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(&json).unwrap(), treatment);
        assert_eq!(treatment.as_str().parse::<T>().unwrap(), treatment);
    }
    assert!("Domestic".parse::<T>().unwrap_err().to_string().contains("export_goods"));
    for category in C::ALL {
        let json = format!("\"{category}\"");
        assert_eq!(serde_json::to_string(&category).unwrap(), json);
        assert_eq!(category.code().parse::<C>().unwrap(), category);
    }
}

proptest! {
    #[test]
    fn every_line_has_a_category_or_a_named_fault(
        payer in any::<bool>(),
        rate in prop::sample::select(VatRate::ALL.to_vec()),
        treatment in prop::option::of(prop::sample::select(T::ALL.to_vec())),
        reason in prop::option::of(any::<String>()),
    ) {
        match categorise(SellerVat { payer }, rate, treatment, reason.as_deref()) {
            Ok(category) => {
                prop_assert_eq!(category == C::Standard, !rate.is_zero());
                prop_assert_eq!(category == C::OutsideScope, !payer);
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}
