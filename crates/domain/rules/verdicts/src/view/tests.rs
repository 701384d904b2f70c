use super::*;

fn view(text: &str) -> View {
    View::of(&Parsed::read(text.as_bytes()).expect("XML")).expect("an invoice")
}

fn value<'a>(entries: &'a [Entry], term: &str) -> Option<&'a str> {
    entries.iter().find(|entry| entry.term == term).map(|entry| &*entry.value)
}

#[test]
fn an_invoice_of_either_syntax_is_shown_whole() {
    for path in ["documents/ubl/invoice.xml", "documents/cii/invoice.xml"] {
        let view = view(&fixtures::text(path));
        for (group, terms) in [
            (&view.head, &["BT-1", "BT-2", "BT-5"][..]),
            (&view.seller, &["BT-27", "BT-31", "BT-40"][..]),
            (&view.buyer, &["BT-44", "BT-55"][..]),
            (&view.totals, &["BT-109", "BT-110", "BT-115"][..]),
            (&view.lines[0], &["BT-153", "BT-129", "BT-131"][..]),
            (&view.vat[0], &["BT-118", "BT-116", "BT-117"][..]),
        ] {
            for term in terms {
                assert!(value(group, term).is_some(), "{path} shows no {term}: {group:?}");
            }
        }
        let day = value(&view.head, "BT-2").expect("a day");
        assert!(day.len() == 10 && day.as_bytes()[4] == b'-', "{path}: {day}");
        assert!(!view.credit_note && view.left_out == 0);
    }
}

#[test]
fn a_credit_note_has_its_own_names() {
    let view = view(&fixtures::text("documents/ubl/credit-note.xml"));
    assert!(view.credit_note);
    assert_eq!(value(&view.head, "BT-3"), Some("381"));
    assert!(value(&view.lines[0], "BT-129").is_some(), "{:?}", view.lines);
}

/// An invoice of UBL with this in it.
fn invoice(body: &str) -> String {
    let urn = "urn:oasis:names:specification:ubl:schema:xsd";
    format!(
        "<x:Invoice xmlns:x='{urn}:Invoice-2' xmlns:a='{urn}:CommonAggregateComponents-2' \
         xmlns:b='{urn}:CommonBasicComponents-2'>{body}</x:Invoice>"
    )
}

#[test]
fn terms_that_share_a_path_are_told_apart() {
    let number = |number: &str, scheme: &str| {
        format!(
            "<a:PartyTaxScheme><b:CompanyID>{number}</b:CompanyID><a:TaxScheme><b:ID>{scheme}</b:ID>\
             </a:TaxScheme></a:PartyTaxScheme>"
        )
    };
    let numbers = number("2020", "TAX") + &number("SK2020", "VAT");
    let view = view(&invoice(&format!(
        "<b:DocumentCurrencyCode>CZK</b:DocumentCurrencyCode>\
         <a:AccountingSupplierParty><a:Party>{numbers}</a:Party></a:AccountingSupplierParty>\
         <a:TaxTotal><b:TaxAmount currencyID='EUR'>1</b:TaxAmount></a:TaxTotal>\
         <a:TaxTotal><b:TaxAmount currencyID='CZK'>25</b:TaxAmount></a:TaxTotal>"
    )));
    assert_eq!(value(&view.seller, "BT-31"), Some("SK2020"));
    assert_eq!(value(&view.seller, "BT-32"), Some("2020"));
    assert_eq!(value(&view.totals, "BT-110"), Some("25"));
    assert_eq!(value(&view.totals, "BT-111"), Some("1"));
}

#[test]
fn names_of_other_namespaces_and_places_are_not_taken() {
    let view = view(&invoice(
        "<ID xmlns='urn:x'>foreign</ID><b:ID> F1 <!-- --></b:ID>\
         <a:OrderReference><b:IssueDate>2026-11-29</b:IssueDate></a:OrderReference>",
    ));
    assert_eq!(value(&view.head, "BT-1"), Some("F1"));
    assert_eq!(value(&view.head, "BT-2"), None);
    let other = Parsed::read(b"<Invoice xmlns='urn:x'/>").expect("XML");
    assert!(View::of(&other).is_none());
}

#[test]
fn what_is_too_much_is_counted() {
    let line = "<a:InvoiceLine><b:ID>1</b:ID></a:InvoiceLine>".repeat(MAX_ROWS + 7);
    let notes = "<b:Note>n</b:Note>".repeat(MAX_VALUES + 3);
    let long = format!("<b:ID>{}</b:ID>", "ž".repeat(MAX_TEXT * 2));
    let view = view(&invoice(&format!("{long}{notes}{line}")));
    assert_eq!((view.lines.len(), view.left_out), (MAX_ROWS, 10));
    assert_eq!(value(&view.head, "BT-1").map(|text| text.chars().count()), Some(MAX_TEXT));
}
