//! Due rules, currencies and rates, notes and their originals, accounts, vehicles, attachments,
//! texts and delivery addresses.

use invoicing::{
    AttachmentInput, BankAccountId, CentralBank, DeliveryAddressInput, InvoiceId, InvoiceRequest,
    InvoiceStatus, InvoiceType, Vehicle, VehicleId, ViolationKind, Violations, WantedRate,
    numbering::{NumberSeriesAction, NumberSource, YearStyle},
    terms::{HeaderTexts, Term},
};
use money::Currency;
use rust_decimal::dec;
use testkit::invoices::*;
use time::macros::date;
use uuid::Uuid;
use vat_categories::VatRate;

#[test]
fn when_an_invoice_is_due() {
    let due = |days, date, default| {
        let mut records = slovak();
        records.organization.default_due_days = default;
        issued(&InvoiceRequest { due_days: days, due_date: date, ..request() }, &records, "1")
            .due_date
    };
    assert_eq!(due(None, None, None), date!(2026 - 12 - 05), "14 days");
    assert_eq!(due(None, None, Some(30)), date!(2026 - 12 - 21), "the organization's default");
    assert_eq!(due(Some(7), None, Some(30)), date!(2026 - 11 - 28), "the caller's");
    assert_eq!(due(Some(0), None, None), TODAY);
    assert_eq!(due(Some(365), None, None), date!(2027 - 11 - 21));
    assert_eq!(due(None, Some(TODAY), Some(30)), TODAY);
}

#[test]
fn due_rules() {
    let with = |due_days, due_date| InvoiceRequest { due_days, due_date, ..request() };
    for (request, paths) in [
        (with(Some(-1), None), vec!["due_days"]),
        (with(Some(366), None), vec!["due_days"]),
        (with(Some(i64::MAX), None), vec!["due_days"]),
        (with(Some(14), Some(TODAY)), vec!["due_date"]),
        (with(Some(400), Some(TODAY)), vec!["due_date", "due_days"]),
        (with(None, Some(date!(2026 - 11 - 20))), vec!["due_date"]),
        (with(None, Some(date!(2126 - 11 - 20))), vec!["due_date"]),
    ] {
        assert_eq!(refused_at(&request, &slovak()), paths);
    }
    let earlier = InvoiceRequest {
        issue_date: Some(date!(2026 - 11 - 20)),
        ..with(None, Some(date!(2026 - 11 - 20)))
    };
    assert!(checked(&earlier, &slovak()).is_ok());
}

#[test]
fn a_date_that_cannot_be_read_is_blamed_once() {
    let mut reported = Violations::new();
    reported.add("issue_date", refusals::Reason::plain("is not a date"));
    let request = InvoiceRequest { due_date: Some(date!(2026 - 01 - 05)), ..request() };
    let mut issuance = invoicing::Issuance::at(NOW, counting_ids());
    let found =
        invoicing::check_read(&request, reported, &slovak(), &mut issuance).expect_err("refused");
    assert_eq!(found.as_slice().len(), 1);
}

#[test]
fn issue_and_delivery_dates() {
    let document = issued(&request(), &slovak(), "1");
    assert_eq!((document.issue_date, document.delivery_date), (TODAY, Some(TODAY)));
    let day = date!(2026 - 10 - 01);
    let request = InvoiceRequest { issue_date: Some(day), ..request() };
    assert_eq!(issued(&request, &slovak(), "1").delivery_date, Some(day));
    let proforma = InvoiceRequest { invoice_type: Some(InvoiceType::Proforma), ..request.clone() };
    assert_eq!(issued(&proforma, &slovak(), "1").delivery_date, None, "it has no tax point");
    let absurd = InvoiceRequest { delivery_date: Some(date!(1999 - 12 - 31)), ..request };
    assert_eq!(refused_at(&absurd, &slovak()), ["delivery_date"]);
}

#[test]
fn the_home_currency_is_the_default() {
    assert_eq!(issued(&request(), &slovak(), "1").currency, Currency::Eur);
    let czech = issued(&request(), &czech(), "1");
    assert_eq!((czech.currency, czech.home_currency), (Currency::Czk, Currency::Czk));
}

#[test]
fn exchange_rates() {
    let with = |currency, exchange_rate| InvoiceRequest { currency, exchange_rate, ..request() };
    let usd = Some(Currency::Usd);
    for request in [
        with(None, Some(dec!(1.1))),
        with(Some(Currency::Eur), Some(dec!(1))),
        with(usd, Some(dec!(0))),
        with(usd, Some(dec!(-1))),
        with(usd, Some(dec!(10000000))),
        with(usd, Some(dec!(0.000000001))),
    ] {
        assert_eq!(
            refused_at(&request, &slovak()),
            ["exchange_rate"],
            "{:?}",
            request.exchange_rate
        );
    }
    for rate in [dec!(9999999.99999999), dec!(0.00000001), dec!(1.0855)] {
        let draft = checked(&with(usd, Some(rate)), &slovak()).expect("right");
        assert_eq!((draft.document.exchange_rate, draft.wanted_rate), (Some(rate), None));
    }
}

#[test]
fn a_currency_that_cannot_be_read_is_blamed_once() {
    let mut reported = Violations::new();
    reported.add("currency", money::UnknownCurrency);
    let request = InvoiceRequest {
        exchange_rate: Some(dec!(1.1)),
        bank_account_id: Some(USD_ACCOUNT),
        ..request()
    };
    let mut issuance = invoicing::Issuance::at(NOW, counting_ids());
    let found =
        invoicing::check_read(&request, reported, &slovak(), &mut issuance).expect_err("refused");
    assert_eq!(found.as_slice().len(), 1, "{found}");
}

#[test]
fn the_central_bank_is_asked_for_the_tax_point_date() {
    let day = date!(2026 - 11 - 19);
    let wanted =
        |request: InvoiceRequest, records| checked(&request, &records).expect("right").wanted_rate;
    let dollars =
        InvoiceRequest { currency: Some(Currency::Usd), delivery_date: Some(day), ..request() };
    let of = |bank, date| Some(WantedRate { bank, date });
    assert_eq!(wanted(dollars.clone(), slovak()), of(CentralBank::Ecb, day));
    assert_eq!(wanted(dollars.clone(), czech()), of(CentralBank::Cnb, day));
    let proforma = InvoiceRequest { invoice_type: Some(InvoiceType::Proforma), ..dollars };
    assert_eq!(wanted(proforma, slovak()), of(CentralBank::Ecb, TODAY), "else the issue date");
    assert_eq!(wanted(request(), slovak()), None);
    let draft = checked(&InvoiceRequest { currency: Some(Currency::Usd), ..request() }, &slovak())
        .expect("right");
    assert_eq!(draft.clone().with_rate(Some(dec!(1.09))).document.exchange_rate, Some(dec!(1.09)));
    assert_eq!(draft.with_rate(None).document.exchange_rate, None);
}

/// A note of a type to an earlier document of a type and a status.
fn note(
    invoice_type: InvoiceType,
    to: InvoiceType,
    status: InvoiceStatus,
) -> Result<invoicing::Draft, Violations> {
    let mut records = slovak();
    let original = invoicing::recording::OriginalInvoice { status, ..original(to, Currency::Eur) };
    let request = InvoiceRequest {
        invoice_type: Some(invoice_type),
        original_invoice_id: Some(original.id),
        ..request()
    };
    records.original = Some(original);
    checked(&request, &records)
}

#[test]
fn notes_refer_to_their_original() {
    use InvoiceStatus::{Draft, Issued, Paid, PendingApproval};
    use InvoiceType::{CreditNote, DebitNote, Invoice, Proforma, SelfInvoice};
    for note_type in [CreditNote, DebitNote] {
        let document = note(note_type, Invoice, Paid).expect("right").document;
        let original = document.original.expect("the original");
        assert_eq!(
            (original.number.as_str(), original.issue_date),
            ("FA20260001", date!(2026 - 10 - 30))
        );
        assert!(!document.self_billed);
        assert!(note(note_type, SelfInvoice, Issued).expect("right").document.self_billed);
        for (to, status) in [(Proforma, Issued), (Invoice, Draft), (Invoice, PendingApproval)] {
            let found = note(note_type, to, status).expect_err("refused");
            assert_eq!(found.as_slice()[0].field, "original_invoice_id");
        }
    }
    for not_note in [Invoice, Proforma, SelfInvoice, InvoiceType::FinalInvoice] {
        let found = note(not_note, Invoice, Issued).expect_err("refused");
        assert_eq!(
            found.as_slice().iter().map(|v| &*v.field).collect::<Vec<_>>(),
            ["original_invoice_id"]
        );
    }
}

#[test]
fn a_note_has_the_currency_of_its_original() {
    let mut records = slovak();
    records.original = Some(original(InvoiceType::Invoice, Currency::Usd));
    let request = InvoiceRequest {
        invoice_type: Some(InvoiceType::CreditNote),
        original_invoice_id: records.original.as_ref().map(|o| o.id),
        ..request()
    };
    let found = refused(&request, &records);
    let [(field, message)] = &found[..] else { panic!("{found:?}") };
    assert_eq!(field, "currency");
    assert!(message.contains("USD"), "it names the currency to send: {message}");
    let right = InvoiceRequest { currency: Some(Currency::Usd), ..request };
    assert!(checked(&right, &records).is_ok());
}

#[test]
fn what_is_referred_to_exists() {
    let id = Uuid::from_u128(0xBAD);
    let note = Some(InvoiceType::CreditNote);
    for (request, path) in [
        (InvoiceRequest { vehicle_id: Some(VehicleId(id)), ..request() }, "vehicle_id"),
        (InvoiceRequest { vehicle_plate: text("ZA 123 AB"), ..request() }, "vehicle_plate"),
        (
            InvoiceRequest { bank_account_id: Some(BankAccountId(id)), ..request() },
            "bank_account_id",
        ),
        (
            InvoiceRequest {
                original_invoice_id: Some(InvoiceId(id)),
                invoice_type: note,
                ..request()
            },
            "original_invoice_id",
        ),
    ] {
        let found = checked(&request, &slovak()).expect_err("refused");
        assert_eq!((found.as_slice().len(), &*found.as_slice()[0].field), (1, path));
        assert_eq!(found.common_kind(), ViolationKind::NotFound);
    }
}

#[test]
fn vehicles_are_found_by_id_or_plate() {
    let mut records = slovak();
    let vehicle = Vehicle { id: VehicleId(Uuid::from_u128(0xCA)), plate: "ZA123AB".into() };
    records.vehicle = Some(vehicle.clone());
    let with = |vehicle_id, plate| InvoiceRequest { vehicle_id, vehicle_plate: plate, ..request() };
    for request in [
        with(Some(vehicle.id), None),
        with(None, text("za 123 ab")),
        with(Some(vehicle.id), text("ZA123AB")),
    ] {
        assert_eq!(issued(&request, &records, "1").vehicle, Some(vehicle.clone()));
    }
    assert_eq!(refused_at(&with(Some(vehicle.id), text("BA1")), &records), ["vehicle_plate"]);
    assert_eq!(refused_at(&with(None, Some("x".repeat(21))), &slovak()), ["vehicle_plate"]);
    assert_eq!(with(None, text(" za 1 b ")).references().vehicle_plate.as_deref(), Some("ZA1B"));
}

#[test]
fn the_bank_account_has_the_currency() {
    let with =
        |currency, bank_account_id| InvoiceRequest { currency, bank_account_id, ..request() };
    let account = |request| issued(&request, &slovak(), "1").bank_account.map(|a| a.id);
    assert_eq!(account(with(None, None)), Some(EUR_ACCOUNT));
    assert_eq!(account(with(Some(Currency::Usd), None)), Some(USD_ACCOUNT));
    assert_eq!(account(with(Some(Currency::Gbp), None)), None);
    assert_eq!(account(with(None, Some(EUR_ACCOUNT))), Some(EUR_ACCOUNT));
    let found = checked(&with(None, Some(USD_ACCOUNT)), &slovak()).expect_err("refused");
    assert_eq!(&*found.as_slice()[0].field, "bank_account_id");
    assert_eq!(found.common_kind(), ViolationKind::BankAccountCurrency);
}

#[test]
fn texts_have_bounds() {
    let long = |n| Some("č".repeat(n));
    for (request, path) in [
        (
            InvoiceRequest { texts: HeaderTexts::one(Term::Note, "č".repeat(2001)), ..request() },
            "note",
        ),
        (InvoiceRequest { texts: HeaderTexts::one(Term::Note, "a\0"), ..request() }, "note"),
        (
            InvoiceRequest {
                texts: HeaderTexts::one(Term::InternalNote, "č".repeat(2001)),
                ..request()
            },
            "internal_note",
        ),
        (
            InvoiceRequest {
                texts: HeaderTexts::one(Term::OrderNumber, "č".repeat(101)),
                ..request()
            },
            "order_number",
        ),
        (
            InvoiceRequest { texts: HeaderTexts::one(Term::OrderNumber, "a\nb"), ..request() },
            "order_number",
        ),
        (InvoiceRequest { invoice_number: long(51), ..request() }, "invoice_number"),
        (InvoiceRequest { invoice_number: text(""), ..request() }, "invoice_number"),
        (InvoiceRequest { invoice_number: text("a\u{ffff}"), ..request() }, "invoice_number"),
        (InvoiceRequest { exemption_reason: long(501), ..request() }, "exemption_reason"),
        (InvoiceRequest { exemption_reason: text(" "), ..request() }, "exemption_reason"),
    ] {
        assert_eq!(refused_at(&request, &slovak()), [path]);
    }
    let longest = InvoiceRequest {
        texts: HeaderTexts {
            note: long(2000),
            internal_note: long(2000),
            order_number: long(100),
            buyer_reference: long(100),
            project_reference: long(100),
        },
        invoice_number: long(50),
        exemption_reason: long(500),
        ..request()
    };
    assert!(checked(&longest, &slovak()).is_ok());
}

#[test]
fn empty_texts_are_as_good_as_none() {
    let request = InvoiceRequest {
        texts: HeaderTexts {
            note: text(""),
            internal_note: text(" "),
            order_number: text(""),
            buyer_reference: text(" "),
            project_reference: text(" "),
        },
        ..request()
    };
    let document = issued(&request, &slovak(), "1");
    assert_eq!(document.texts, HeaderTexts::default());
}

#[test]
fn where_the_number_comes_from() {
    let source = |request| checked(&request, &slovak()).expect("right").number;
    let own = InvoiceRequest { invoice_number: text(" 2026/15 "), ..request() };
    assert_eq!(source(own), NumberSource::Own("2026/15".into()));
    let last_year = InvoiceRequest { issue_date: Some(date!(2025 - 12 - 31)), ..request() };
    let NumberSource::Series(series) = source(last_year) else { panic!("series") };
    assert_eq!((series.invoice_type, series.year), (InvoiceType::Invoice, 2025));
    assert_eq!(series.format.year, YearStyle::Four);
    let action = Some(NumberSeriesAction::Advance);
    let alone = InvoiceRequest { number_series_action: action, ..request() };
    assert_eq!(refused_at(&alone, &slovak()), ["numberSeriesAction"]);
}

#[test]
fn delivery_addresses() {
    let whole = || delivery_address("at");
    let with = |address| InvoiceRequest { delivery_address: Some(address), ..request() };
    let document = issued(&with(DeliveryAddressInput { name: None, ..whole() }), &slovak(), "1");
    assert_eq!(document.delivery_address.map(|a| (a.name, a.country)), Some((None, "AT".into())));
    let nothing = DeliveryAddressInput::default();
    let paths = ["street", "city", "zip", "country"].map(|p| format!("delivery_address.{p}"));
    assert_eq!(refused_at(&with(nothing), &slovak()), paths);
    for (address, part) in [
        (DeliveryAddressInput { street: text(" "), ..whole() }, "street"),
        (DeliveryAddressInput { zip: Some("1".repeat(301)), ..whole() }, "zip"),
        (DeliveryAddressInput { country: text("AUT"), ..whole() }, "country"),
        (DeliveryAddressInput { name: text("a\u{7}"), ..whole() }, "name"),
    ] {
        assert_eq!(refused_at(&with(address), &slovak()), [format!("delivery_address.{part}")]);
    }
}

fn csv(name: &str) -> AttachmentInput {
    AttachmentInput {
        filename: text(name),
        mime_code: text("text/csv"),
        content: Some(b"den;hodiny\n2026-11-19;7.5\n".to_vec()),
        description: text(" Výkaz "),
    }
}

fn attached(files: Vec<AttachmentInput>) -> InvoiceRequest {
    InvoiceRequest { attachments: Some(files), ..request() }
}

#[test]
fn attachments_are_kept_in_order() {
    let draft = checked(&attached(vec![csv("a.csv"), csv("b.csv")]), &slovak()).expect("right");
    let infos = &draft.document.attachments;
    let names: Vec<&str> = infos.iter().map(|info| &*info.filename).collect();
    assert_eq!(names, ["a.csv", "b.csv"]);
    assert_eq!((infos[0].size, infos[0].description.as_deref()), (26, Some("Výkaz")));
    assert_eq!(draft.files.len(), 2);
    assert_ne!(infos[0].id, infos[1].id);
}

#[test]
fn each_field_of_an_attachment() {
    let pdf = || AttachmentInput { mime_code: text("application/pdf"), ..csv("a.pdf") };
    for (file, name) in [
        (AttachmentInput { filename: None, ..csv("") }, "filename"),
        (AttachmentInput { mime_code: None, ..csv("a.csv") }, "mime_code"),
        (AttachmentInput { content: None, ..csv("a.csv") }, "base64_content"),
        (AttachmentInput { content: Some(vec![]), ..csv("a.csv") }, "base64_content"),
        (AttachmentInput { description: Some("x".repeat(501)), ..csv("a.csv") }, "description"),
        (AttachmentInput { mime_code: text("application/msword"), ..csv("a.doc") }, "mime_code"),
        (csv("../a.csv"), "filename"),
        (csv("a.txt"), "filename"),
        (AttachmentInput { content: Some(b"%PDF-1.7\n".to_vec()), ..csv("a.csv") }, "mime_code"),
        (AttachmentInput { content: Some(vec![0; 9]), ..pdf() }, "base64_content"),
    ] {
        let request = attached(vec![csv("a.csv"), file.clone()]);
        assert_eq!(refused_at(&request, &slovak()), [format!("attachments[1].{name}")], "{file:?}");
    }
}

#[test]
fn attachments_have_limits() {
    let eleven = (0..11).map(|_| csv("a.csv")).collect();
    assert_eq!(refused_at(&attached(eleven), &slovak()), ["attachments"]);
    let half = AttachmentInput { content: Some(vec![b'a'; (5 << 20) + 1]), ..csv("a.csv") };
    assert_eq!(refused_at(&attached(vec![half.clone(), half]), &slovak()), ["attachments"]);
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let bad_item = item("", dec!(0), dec!(-1), VatRate::Nineteen);
    let request = InvoiceRequest {
        customer: None,
        due_days: Some(400),
        exchange_rate: Some(dec!(2)),
        delivery_address: Some(DeliveryAddressInput {
            country: text("?"),
            ..delivery_address("AT")
        }),
        bank_account_id: Some(USD_ACCOUNT),
        vehicle_plate: text("X"),
        attachments: Some(vec![csv("a.txt")]),
        texts: HeaderTexts::one(Term::Note, "x".repeat(3000)),
        ..with_items(vec![bad_item])
    };
    let mut paths = refused_at(&request, &slovak());
    paths.sort();
    assert_eq!(
        paths,
        [
            "attachments[0].filename",
            "bank_account_id",
            "customer",
            "delivery_address.country",
            "due_days",
            "exchange_rate",
            "items[0].description",
            "items[0].quantity",
            "items[0].unit_price",
            "note",
            "vehicle_plate",
        ]
    );
}
