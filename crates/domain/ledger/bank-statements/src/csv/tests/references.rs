//! References of the payer: creditor references, and numbers of invoices.

use super::*;

fn first(heading: &str, cells: &str) -> Line {
    let text = format!("Dátum;Suma;{heading}\n28.11.2026;69,00;{cells}\n");
    read_text(&text).lines[0].line.clone()
}

fn said(heading: &str, cells: &str) -> (Option<String>, Option<String>) {
    let line = first(heading, cells);
    (line.variable_symbol, line.other_texts)
}

#[test]
fn a_reference_names_a_symbol_or_may_name_an_invoice() {
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    for heading in [
        "Referencia platiteľa",
        "Reference plátce",
        "E2E referencia",
        "End-to-End ID",
        "EndToEndId",
        "Kundenreferenz (End-to-End)",
        "Platobná referencia",
        "Customer reference",
        "Kundenreferenz",
    ] {
        for (cell, variable, others) in [
            ("RF71 2348 231", "2348231", ""),
            ("rf712348231", "2348231", ""),
            ("RF722348231", "", "RF722348231"),
            ("FA20260012", "", "FA20260012"),
            ("2026-0012", "", "2026-0012"),
            ("20260012", "", "20260012"),
            ("/VS20260012/SS/KS", "20260012", ""),
            ("/VS/SS20260012/KS", "", ""),
            ("NOTPROVIDED", "", ""),
            ("-", "", ""),
            ("1", "", ""),
        ] {
            assert_eq!(said(heading, cell), (text(variable), text(others)), "{heading} {cell}");
        }
    }
}

#[test]
fn a_symbol_in_its_column_and_in_a_reference_are_one_or_none() {
    for (cells, variable, others) in [
        ("20260001;/VS20260001/SS/KS;", Some("20260001"), None),
        ("20260001;FA20260001;", Some("20260001"), Some("FA20260001")),
        ("2348231;RF712348231;", Some("2348231"), None),
        ("20260001;RF712348231;", None, Some("20260001 | 2348231")),
        ("20260001;/VS20260002/SS/KS;", None, Some("20260001 | 20260002")),
        (";/VS20260001/SS/KS;VS 20260002", None, Some("20260001 | 20260002")),
        (";;RF71 2348 231", Some("2348231"), None),
        ("RF712348231;;", Some("2348231"), None),
    ] {
        let (symbol, other) = said("VS;Referencia platiteľa;Správa", cells);
        assert_eq!((symbol.as_deref(), other.as_deref()), (variable, others), "{cells}");
    }
}
