//! Random documents: the tests of `ubl-builder` and of `cii-builder` write them.

use invoicing::{Document, InvoiceType, PaymentMethod, Unit};
use money::{Currency, Decimal};
use proptest::{collection::vec, option, prelude::*, sample::select};
use testkit::invoices::*;
use vat_categories::{VatCategory, VatRate};

/// Any text, with the characters that need care more often than chance has them.
pub fn any_text() -> impl Strategy<Value = String> {
    let careful = select(vec![
        '&',
        '<',
        '>',
        '"',
        '\'',
        '\n',
        '\r',
        '\t',
        '\0',
        '\u{1b}',
        '\u{7f}',
        '\u{85}',
        '\u{a0}',
        '\u{2028}',
        '\u{fffe}',
        '\u{ffff}',
        '\u{10ffff}',
        'ž',
        ']',
    ]);
    vec(prop_oneof![careful, any::<char>(), proptest::char::range('a', 'z')], 0..12)
        .prop_map(String::from_iter)
}

fn any_line() -> impl Strategy<Value = invoicing::Line> {
    let tax = (select(VatRate::ALL.to_vec()), select(VatCategory::ALL.to_vec()));
    let numbers = (1_i64..1_000_000_000, 0_u32..7, 0_i64..1_000_000_000, 0_u32..7);
    (any_text(), select(Unit::ALL.to_vec()), tax, numbers).prop_map(
        |(description, unit, (vat_rate, vat_category), (quantity, scale, price, price_scale))| {
            let (quantity, unit_price) =
                (Decimal::new(quantity, scale), Decimal::new(price, price_scale));
            invoicing::Line {
                description,
                quantity,
                unit,
                unit_price,
                vat_rate,
                tax_treatment: Default::default(),
                vat_category,
                net_amount: money::line_net(quantity, unit_price).unwrap_or_default(),
                advance: None,
                stock: None,
            }
        },
    )
}

/// Documents that no request could make, too.
pub fn any_document() -> impl Strategy<Value = Document> {
    let kind = (select(InvoiceType::ALL.to_vec()), any::<bool>(), any::<bool>());
    let texts = (any_text(), option::of(any_text()), any_text(), any_text(), any_text());
    let ways = (select(PaymentMethod::ALL.to_vec()), select(Currency::ALL), any::<bool>());
    let rate = option::of((-10_i64..100_000_000, 0_u32..9));
    (kind, texts, ways, rate, vec(any_line(), 0..5)).prop_map(
        |(
            (invoice_type, self_billed, has_account),
            texts,
            (method, currency, paid),
            rate,
            lines,
        )| {
            let mut document = issued(&full_request(), &slovak(), "1");
            let (number, note, seller, street, reason) = texts;
            document.invoice_type = invoice_type;
            document.self_billed = self_billed;
            document.bank_account = document.bank_account.filter(|_| has_account);
            document.texts.order_number.clone_from(&note);
            document.texts.note = note;
            document.number = number;
            document.seller.name = seller;
            document.buyer.address.get_or_insert_default().street = street;
            document.vat_breakdown[0].exemption_reason = Some(reason);
            document.payment_method = method;
            document.currency = currency;
            document.already_paid = paid;
            document.exchange_rate = rate.map(|(digits, scale)| Decimal::new(digits, scale));
            document.lines = lines;
            document
        },
    )
}

fn full_request() -> invoicing::InvoiceRequest {
    invoicing::InvoiceRequest { delivery_address: Some(delivery_address("AT")), ..request() }
}
