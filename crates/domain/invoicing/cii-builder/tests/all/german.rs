//! XRechnung for German buyers, in both syntaxes: valid when the invoice says what it asks for, and what is lacking is
//! known by its rule.

use access::Tier;
use billing_rules::{Flag, Recommendation, RuleSet, report};
use cii_builder::{Context, build};
use invoicing::{
    CustomerInput, Document, InvoiceRequest, InvoiceType, IssuingRecords, PaymentMethod,
    terms::{HeaderTexts, Term},
};
use money::Currency;
use rust_decimal::dec;
use testkit::invoices::*;
use ubl_builder::{Options, Profile, build_by};
use vat_categories::{TaxTreatment, VatRate};
use xml::Parsed;

const LIVE: Options<'static> = Options { network: Tier::Live, attachments: &[] };

/// A document as XRechnung in UBL and in CII.
fn both(document: &Document) -> [(RuleSet, String); 2] {
    [
        (RuleSet::XrechnungUbl, build_by(document, &LIVE, &Profile::XRECHNUNG).xml),
        (RuleSet::XrechnungCii, build(document, &LIVE, &Context::XRECHNUNG).expect("written").xml),
    ]
}

/// The fatal rules that a document fails as XRechnung, which are the same in both syntaxes.
#[track_caller]
fn failed(document: &Document) -> Vec<String> {
    let [ubl, cii] = both(document).map(|(rules, text)| {
        let parsed = Parsed::read(text.as_bytes());
        let report = report(&parsed, rules);
        assert!(report.schema_valid, "{text}");
        let fatal = report.fired().iter().filter(|(_, (flag, _))| *flag == Flag::Fatal);
        let fatal: Vec<_> = fatal.map(|(id, _)| (*id).to_owned()).collect();
        let accepted = report.recommendation() == Some(Recommendation::Accept);
        assert_eq!(accepted, fatal.is_empty(), "{fatal:?}\n{text}");
        fatal
    });
    assert_eq!(ubl, cii);
    cii
}

fn german() -> CustomerInput {
    CustomerInput {
        peppol_id: text("0204:04011000-1234512345-06"),
        ..foreign_customer("Stadt Musterstadt", "DE123456789", "DE")
    }
}

fn to_german(request: InvoiceRequest) -> InvoiceRequest {
    InvoiceRequest { customer: Some(german()), ..request }
}

fn services() -> InvoiceRequest {
    let work = treated("Beratung", dec!(640.50), TaxTreatment::ReverseChargeService);
    to_german(with_items(vec![work]))
}

fn document(request: &InvoiceRequest, records: &IssuingRecords) -> Document {
    issued(request, records, "FA20260042")
}

#[test]
fn each_kind_of_document_is_accepted() {
    for kind in [InvoiceType::Invoice, InvoiceType::FinalInvoice] {
        for method in PaymentMethod::ALL {
            let request = InvoiceRequest {
                invoice_type: Some(kind),
                payment_method: Some(method),
                ..services()
            };
            assert_eq!(
                failed(&document(&request, &slovak())),
                Vec::<String>::new(),
                "{kind:?} {method:?}"
            );
        }
    }
    let mut records = slovak();
    let original = original(InvoiceType::Invoice, Currency::Eur);
    let request = InvoiceRequest {
        invoice_type: Some(InvoiceType::CreditNote),
        original_invoice_id: Some(original.id),
        ..services()
    };
    records.original = Some(original);
    assert_eq!(failed(&document(&request, &records)), Vec::<String>::new());
}

#[test]
fn each_case_of_vat_is_accepted() {
    let goods = [TaxTreatment::IntraEuGoods, TaxTreatment::ReverseChargeService];
    for treatment in goods {
        let request = InvoiceRequest {
            delivery_address: Some(delivery_address("DE")),
            ..to_german(with_items(vec![treated("Tisch", dec!(640.50), treatment)]))
        };
        assert_eq!(failed(&document(&request, &slovak())), Vec::<String>::new(), "{treatment:?}");
    }
    let taxed =
        to_german(with_items(vec![item("Miete", dec!(1), dec!(9.99), VatRate::TwentyThree)]));
    assert_eq!(failed(&document(&taxed, &slovak())), Vec::<String>::new());
    let foreign = InvoiceRequest {
        currency: Some(Currency::Usd),
        exchange_rate: Some(dec!(1.0855)),
        ..taxed.clone()
    };
    assert_eq!(failed(&document(&foreign, &slovak())), Vec::<String>::new());
    let outside = to_german(with_items(vec![item("Kranz", dec!(1), dec!(80), VatRate::Zero)]));
    assert_eq!(failed(&document(&outside, &slovak_nonpayer())), Vec::<String>::new());
}

#[test]
fn a_buyer_reference_is_the_buyers_own() {
    let said = |customer: CustomerInput, texts: HeaderTexts| {
        let request = InvoiceRequest { customer: Some(customer), texts, ..services() };
        let document = document(&request, &slovak());
        let cii = build(&document, &LIVE, &Context::XRECHNUNG).expect("written").xml;
        let reference = cii.split_once("<ram:BuyerReference>").map(|(_, rest)| rest);
        let text = reference.and_then(|rest| rest.split_once('<')).map(|(text, _)| text.to_owned());
        (text, failed(&document))
    };
    let none = HeaderTexts::default;
    let of_address = said(german(), none());
    assert_eq!(of_address, (Some("04011000-1234512345-06".to_owned()), vec![]));
    let given = said(german(), HeaderTexts::one(Term::BuyerReference, "991-01484-64"));
    assert_eq!(given, (Some("991-01484-64".to_owned()), vec![]));
    let private = CustomerInput { peppol_id: None, ..german() };
    assert_eq!(said(private.clone(), none()), (None, vec!["BR-DE-15".to_owned()]));
    // an order is another thing
    let order = said(private, HeaderTexts::one(Term::OrderNumber, "OBJ-1"));
    assert_eq!(order, (None, vec!["BR-DE-15".to_owned()]));
}

#[test]
fn what_the_seller_lacks_is_known_by_its_rule() {
    let mut records = slovak();
    records.organization.phone = None;
    assert_eq!(failed(&document(&services(), &records)), ["BR-DE-6"]);
    records.organization.email = None;
    assert_eq!(failed(&document(&services(), &records)), ["BR-DE-6", "BR-DE-7"]);
}
