//! Documents as UBL, compared with files: one for each type, VAT case and feature.
//!
//! `UPDATE_GOLDEN=1 cargo test -p ubl-builder golden` rewrites them; then read the diff
//! and let the official rules check (`tests/official-rules.sh`).

use access::Tier;
use invoicing::{
    AddressInput, AnyInvoice, AttachmentId, AttachmentInfo, CustomerInput, Document, InvoiceId,
    InvoiceRequest, InvoiceType, IssuingRecords, ItemInput, PaymentMethod, Unit, files::StoredFile,
    terms::HeaderTexts,
};
use money::Currency;
use rust_decimal::dec;
use testkit::invoices::*;
use time::macros::date;
use ubl_builder::{Options, build};
use uuid::Uuid;
use vat_categories::{TaxTreatment, VatRate};

/// Compares with `fixtures/golden/ubl/<folder>/<name>.xml`.
#[track_caller]
fn golden_in(folder: &str, name: &str, document: &Document, options: &Options<'_>) {
    let ubl = build(document, options);
    fixtures::assert_golden(&format!("ubl/{folder}/{name}.xml"), &ubl.xml);
}

const LIVE: Options<'static> = Options { network: Tier::Live, attachments: &[] };

/// Compares in the folder of the document's profile.
#[track_caller]
fn golden(name: &str, document: &Document) {
    golden_in(build(document, &LIVE).profile.name, name, document, &LIVE);
}

#[track_caller]
fn golden_of(name: &str, request: &InvoiceRequest, records: &IssuingRecords) {
    golden(name, &issued(request, records, "FA20260042"));
}

/// A request with everything: all rates, units, dates, order, note.
fn full() -> InvoiceRequest {
    let board = ItemInput {
        unit: Some(Unit::SquareMetre),
        ..item(
            "Dubová doska\nhrúbka 40 mm <olejovaná>",
            dec!(12.345),
            dec!(48.9999),
            VatRate::TwentyThree,
        )
    };
    let mounting = ItemInput {
        unit: Some(Unit::Hour),
        ..item("Montáž", dec!(7.5), dec!(32), VatRate::TwentyThree)
    };
    InvoiceRequest {
        items: Some(vec![
            board,
            mounting,
            item("Kniha „Drevo a človek“", dec!(2), dec!(19.90), VatRate::Five),
            item("Nájom náradia", dec!(1), dec!(15.005), VatRate::Nineteen),
        ]),
        issue_date: Some(date!(2026 - 11 - 21)),
        delivery_date: Some(date!(2026 - 11 - 19)),
        due_date: Some(date!(2026 - 12 - 05)),
        texts: HeaderTexts {
            order_number: text("OBJ-2026/117"),
            note: text(
                "Ďakujeme za objednávku.\nTovar zostáva do zaplatenia majetkom predávajúceho.",
            ),
            internal_note: text("zľava dohodnutá ústne"),
            ..HeaderTexts::default()
        },
        ..request()
    }
}

fn typed(invoice_type: InvoiceType) -> InvoiceRequest {
    InvoiceRequest { invoice_type: Some(invoice_type), ..full() }
}

/// A note to an earlier invoice.
fn note(invoice_type: InvoiceType, to: InvoiceType) -> (InvoiceRequest, IssuingRecords) {
    let mut records = slovak();
    let original = original(to, Currency::Eur);
    let request = InvoiceRequest { original_invoice_id: Some(original.id), ..typed(invoice_type) };
    records.original = Some(original);
    (request, records)
}

#[test]
fn each_type() {
    golden("invoice", &issued(&full(), &slovak(), "FA20260042"));
    golden("proforma", &issued(&typed(InvoiceType::Proforma), &slovak(), "ZF20260007"));
    golden("final-invoice", &issued(&typed(InvoiceType::FinalInvoice), &slovak(), "VF20260003"));
    let (request, records) = note(InvoiceType::CreditNote, InvoiceType::Invoice);
    golden("credit-note", &issued(&request, &records, "DB20260002"));
    let (request, records) = note(InvoiceType::DebitNote, InvoiceType::Invoice);
    golden("debit-note", &issued(&request, &records, "TB20260002"));
}

#[test]
fn a_credit_note_without_original() {
    let document = issued(&typed(InvoiceType::CreditNote), &slovak(), "DB20260003");
    golden("credit-note-without-original", &document);
}

#[test]
fn each_self_billed_type() {
    let request = typed(InvoiceType::SelfInvoice);
    golden("self-invoice", &issued(&request, &slovak(), "SF20260001"));
    let (request, records) = note(InvoiceType::CreditNote, InvoiceType::SelfInvoice);
    golden("credit-note", &issued(&request, &records, "DB20260004"));
    let (request, records) = note(InvoiceType::DebitNote, InvoiceType::SelfInvoice);
    golden("debit-note", &issued(&request, &records, "TB20260004"));
    let request =
        InvoiceRequest { bank_account_id: Some(EUR_ACCOUNT), ..typed(InvoiceType::SelfInvoice) };
    golden("self-invoice-with-account", &issued(&request, &slovak(), "SF20260002"));
}

#[test]
fn a_self_invoice_for_a_supplier_who_charges_no_vat() {
    let customer = CustomerInput { ic_dph: None, dic: text("1081234567"), ..slovak_customer() };
    let request = InvoiceRequest {
        customer: Some(customer),
        invoice_type: Some(InvoiceType::SelfInvoice),
        ..with_items(vec![item("Med", dec!(20), dec!(7.50), VatRate::Zero)])
    };
    golden_of("self-invoice-outside-scope", &request, &slovak());
}

#[test]
fn a_self_invoice_for_a_foreign_supplier() {
    let request = InvoiceRequest {
        invoice_type: Some(InvoiceType::SelfInvoice),
        customer: Some(foreign_customer("Truhlářství Novák", "CZ27082440", "CZ")),
        currency: Some(Currency::Czk),
        exchange_rate: Some(dec!(24.315)),
        ..with_items(vec![treated(
            "Broušení nástrojů",
            dec!(4800),
            TaxTreatment::ReverseChargeService,
        )])
    };
    golden_of("self-invoice-foreign-supplier", &request, &slovak());
}

#[test]
fn each_cross_border_case() {
    let german = || foreign_customer("Möbel Huber GmbH", "DE123456789", "DE");
    for (name, treatment) in [
        ("reverse-charge", TaxTreatment::ReverseChargeService),
        ("intra-eu-goods", TaxTreatment::IntraEuGoods),
        ("intra-eu-transfer", TaxTreatment::IntraEuTransfer),
        ("intra-eu-triangulation", TaxTreatment::IntraEuTriangulation),
    ] {
        let request = InvoiceRequest {
            customer: Some(german()),
            delivery_address: Some(delivery_address("AT")),
            ..with_items(vec![treated("Stôl", dec!(640.50), treatment)])
        };
        golden_of(name, &request, &slovak());
    }
    let request = InvoiceRequest {
        customer: Some(foreign_customer("Oak & Sons Ltd", "GB123456789", "GB")),
        exemption_reason: text("Vývoz tovaru podľa § 47 zákona o DPH"),
        ..with_items(vec![treated("Oak table", dec!(640.50), TaxTreatment::ExportGoods)])
    };
    golden_of("export", &request, &slovak());
}

#[test]
fn each_domestic_case_at_rate_zero() {
    let lesson = || item("Kurz rezbárstva", dec!(3), dec!(55), VatRate::Zero);
    let exempt = InvoiceRequest {
        exemption_reason: text("Oslobodené od dane podľa § 31 zákona č. 222/2004 Z. z."),
        ..with_items(vec![lesson()])
    };
    golden_of("exempt", &exempt, &slovak());
    let taxed = item("Materiál", dec!(1), dec!(9.99), VatRate::TwentyThree);
    let mixed = InvoiceRequest { items: Some(vec![taxed, lesson()]), ..exempt.clone() };
    golden_of("exempt-and-taxed", &mixed, &slovak());
    golden_of("zero-rated", &with_items(vec![lesson()]), &slovak());
    golden_of("outside-scope", &with_items(vec![lesson()]), &slovak_nonpayer());
    let reason = text("Nie som platiteľ DPH (§ 4 zákona o DPH)");
    let own_text = InvoiceRequest { exemption_reason: reason, ..with_items(vec![lesson()]) };
    golden_of("outside-scope-own-text", &own_text, &slovak_nonpayer());
}

#[test]
fn foreign_currencies() {
    let dollars = InvoiceRequest {
        currency: Some(Currency::Usd),
        exchange_rate: Some(dec!(1.0855)),
        ..full()
    };
    golden_of("foreign-currency", &dollars, &slovak());
    let unknown_rate = InvoiceRequest { exchange_rate: None, ..dollars.clone() };
    golden_of("foreign-currency-without-rate", &unknown_rate, &slovak());
    let outside = with_items(vec![item("Veniec", dec!(1), dec!(80), VatRate::Zero)]);
    let outside = InvoiceRequest {
        currency: Some(Currency::Usd),
        exchange_rate: Some(dec!(1.0855)),
        ..outside
    };
    golden_of("foreign-currency-outside-scope", &outside, &slovak_nonpayer());
    golden_of("czech", &full(), &czech());
    let euros = InvoiceRequest {
        currency: Some(Currency::Eur),
        exchange_rate: Some(dec!(0.04112)),
        ..full()
    };
    golden_of("czech-in-euros", &euros, &czech());
}

#[test]
fn each_payment_method() {
    for method in PaymentMethod::ALL {
        let request = InvoiceRequest { payment_method: Some(method), ..request() };
        golden_of(&format!("payment-{}", method.name().replace('_', "-")), &request, &slovak());
    }
    let mut without_account = slovak();
    without_account.bank_accounts.clear();
    golden_of("payment-without-account", &request(), &without_account);
}

#[test]
fn paid() {
    let request = InvoiceRequest {
        already_paid: Some(true),
        payment_method: Some(PaymentMethod::Card),
        ..full()
    };
    golden_of("paid", &request, &slovak());
}

#[test]
fn delivery_elsewhere() {
    let request = InvoiceRequest { delivery_address: Some(delivery_address("sk")), ..request() };
    golden_of("delivery-address", &request, &slovak());
}

#[test]
fn every_unit() {
    let items = Unit::ALL.map(|unit| ItemInput {
        unit: Some(unit),
        ..item(unit.name(), dec!(1.5), dec!(2), VatRate::Nineteen)
    });
    golden_of("units", &with_items(items.to_vec()), &slovak());
}

#[test]
fn attachments() {
    let file = |n, name: &str, mime: &str, content: &[u8], description| StoredFile {
        info: AttachmentInfo {
            id: AttachmentId(Uuid::from_u128(n)),
            filename: name.into(),
            mime_code: mime.into(),
            description,
            size: content.len() as u64,
        },
        content: content.to_vec(),
    };
    let files = [
        file(
            1,
            "dodací \"list\" & protokol.pdf",
            "application/pdf",
            b"%PDF-1.7\n%%EOF\n",
            text("Dodací list"),
        ),
        file(2, "výkaz.csv", "text/csv", b"den;hodiny\n2026-11-19;7.5\n", None),
    ];
    let document = issued(&full(), &slovak(), "FA20260042");
    let options = Options { network: Tier::Live, attachments: &files };
    golden_in("bis-billing-3", "attachments", &document, &options);
}

#[test]
fn the_test_network() {
    let document = issued(&full(), &slovak(), "FA20260042");
    let options = Options { network: Tier::Test, attachments: &[] };
    golden_in("bis-billing-3", "test-network", &document, &options);
}

/// What Peppol needs and the data lacks still gives a document; these break the official rules.
#[test]
fn incomplete_data() {
    let customer = CustomerInput {
        name: text("Ján Novák"),
        address: Some(AddressInput::Text(
            "Horná 5\n974 01 Banská Bystrica\n3. poschodie\nbyt 12".into(),
        )),
        ..CustomerInput::default()
    };
    let plain = InvoiceRequest { customer: Some(customer), ..request() };
    golden_in("incomplete", "plain-address", &issued(&plain, &slovak(), "A"), &LIVE);
    let name_only = CustomerInput { name: text("Ján Novák"), ..CustomerInput::default() };
    let name_only = InvoiceRequest { customer: Some(name_only), ..request() };
    golden_in("incomplete", "name-only", &issued(&name_only, &slovak(), "FA20260043"), &LIVE);
}

/// What a received payment taxed is taken off by rows, and what was paid of a proforma was paid before.
#[test]
fn a_final_invoice_settles_advances() {
    let advance = |n, kind, number| {
        let paid =
            InvoiceRequest { invoice_type: Some(kind), already_paid: Some(true), ..request() };
        let draft = checked(&paid, &slovak()).expect("right");
        let invoice = AnyInvoice::from(draft.issue(number).expect("writable").invoice);
        AnyInvoice { id: InvoiceId(Uuid::from_u128(n)), ..invoice }
    };
    let advances = vec![
        advance(1, InvoiceType::Invoice, "FA20260041"),
        advance(2, InvoiceType::Proforma, "ZF20260007"),
    ];
    let request = InvoiceRequest {
        invoice_type: Some(InvoiceType::FinalInvoice),
        advance_invoice_ids: Some(advances.iter().map(|advance| advance.id).collect()),
        ..with_items(vec![item("Krov", dec!(1), dec!(8640), VatRate::TwentyThree)])
    };
    golden_of("final-after-advances", &request, &IssuingRecords { advances, ..slovak() });
}
