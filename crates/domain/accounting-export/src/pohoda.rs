//! The import of Pohoda (Stormware, dataPack 2.0): each document with one item for each VAT category
//! and rate, as a bookkeeper posts it.

use crate::{Direction, Entry, EntryKind, VatLine};
use money::{CurrencyCode, Decimal};
use std::borrow::Cow;
use xml::Writer;

const DATA: &str = "http://www.stormware.cz/schema/version_2/data.xsd";
const INVOICE: &str = "http://www.stormware.cz/schema/version_2/invoice.xsd";
const TYPE: &str = "http://www.stormware.cz/schema/version_2/type.xsd";

/// Longest texts that Pohoda takes.
const MAX_NUMBER: usize = 20;
const MAX_ORIGINAL: usize = 32;
const MAX_NAME: usize = 96;

/// What stands before the documents.
pub(crate) fn head(ico: &str, id: &str) -> String {
    let mut escaped = String::new();
    xml::escape_attribute(&mut escaped, ico);
    let ico = escaped;
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<dat:dataPack xmlns:dat=\"{DATA}\" \
         xmlns:inv=\"{INVOICE}\" xmlns:typ=\"{TYPE}\" version=\"2.0\" id=\"{id}\" ico=\"{ico}\" \
         application=\"Billhook\" note=\"Billhook\">\n"
    )
}

/// What stands behind them.
pub(crate) const FOOT: &str = "</dat:dataPack>\n";

/// A document; amounts are in the firm's currency `home` or in its own.
pub(crate) fn item(entry: &Entry, home: CurrencyCode) -> String {
    let mut writer = Writer::new();
    let id = entry.id.to_string();
    writer.group("dat:dataPackItem", &[("version", "2.0"), ("id", &id)], |writer| {
        writer.group("inv:invoice", &[("version", "2.0")], |writer| {
            writer.group("inv:invoiceHeader", &[], |writer| header(writer, entry));
            writer.group("inv:invoiceDetail", &[], |writer| {
                posted(entry).iter().for_each(|line| detail(writer, entry, line, home));
            });
            writer.group("inv:invoiceSummary", &[], |writer| summary(writer, entry, home));
        });
    });
    // the declaration stands before all documents, once
    let text = writer.finish();
    text.split_once('\n').map(|(_, item)| item.to_owned()).unwrap_or_default()
}

/// The VAT as it is posted. Without a breakdown the whole amount is one line without VAT: its sum is right,
/// and a person splits it.
fn posted(entry: &Entry) -> Cow<'_, [VatLine]> {
    if entry.vat.is_empty() {
        let category = "without VAT breakdown".to_owned();
        let (rate, tax) = (Decimal::ZERO, Decimal::ZERO);
        return Cow::Owned(vec![VatLine { category, rate, base: entry.total, tax }]);
    }
    Cow::Borrowed(&entry.vat)
}

fn kind(entry: &Entry) -> &'static str {
    match (entry.direction, entry.kind) {
        (Direction::Issued, EntryKind::Invoice) => "issuedInvoice",
        (Direction::Issued, EntryKind::CreditNote) => "issuedCreditNotice",
        (Direction::Issued, EntryKind::DebitNote) => "issuedDebitNote",
        (Direction::Received, EntryKind::Invoice) => "receivedInvoice",
        (Direction::Received, EntryKind::CreditNote) => "receivedCreditNotice",
        (Direction::Received, EntryKind::DebitNote) => "receivedDebitNote",
    }
}

fn header(writer: &mut Writer, entry: &Entry) {
    writer.leaf("inv:invoiceType", &[], kind(entry));
    // a received document gets a number of the firm's own series
    if entry.direction == Direction::Issued {
        writer.group("inv:number", &[], |writer| {
            writer.leaf("typ:numberRequested", &[], &cut(&entry.number, MAX_NUMBER));
        });
    }
    if let Some(symbol) = &entry.variable_symbol {
        writer.leaf("inv:symVar", &[], symbol);
    }
    if entry.direction == Direction::Received {
        writer.leaf("inv:originalDocument", &[], &cut(&entry.number, MAX_ORIGINAL));
    }
    writer.leaf("inv:date", &[], &entry.issue_date.to_string());
    writer.leaf("inv:dateTax", &[], &entry.tax_date.to_string());
    writer.leaf("inv:dateAccounting", &[], &entry.tax_date.to_string());
    if let Some(due) = entry.due_date {
        writer.leaf("inv:dateDue", &[], &due.to_string());
    }
    writer.leaf("inv:text", &[], &entry.number);
    writer.group("inv:partnerIdentity", &[], |writer| {
        writer.group("typ:address", &[], |writer| address(writer, entry));
    });
}

fn address(writer: &mut Writer, entry: &Entry) {
    let partner = &entry.partner;
    for (name, text) in [
        ("typ:company", &partner.name),
        ("typ:city", &partner.city),
        ("typ:street", &partner.street),
        ("typ:zip", &partner.postal_code),
        ("typ:ico", &partner.ico),
        ("typ:dic", &partner.dic),
        ("typ:icDph", &partner.ic_dph),
    ] {
        if !text.is_empty() {
            writer.leaf(name, &[], &cut(text, MAX_NAME));
        }
    }
}

/// The level of a rate, by the Slovak law since 2025 (23, 19 and 5 %), else a former one; the rate itself
/// stands beside it.
fn level(rate: Decimal) -> &'static str {
    match rate.normalize().to_string().as_str() {
        "0" => "none",
        "23" => "high",
        "19" => "low",
        "5" => "third",
        "10" => "historyLow",
        _ => "historyHigh",
    }
}

fn detail(writer: &mut Writer, entry: &Entry, line: &VatLine, home: CurrencyCode) {
    writer.group("inv:invoiceItem", &[], |writer| {
        let rate = line.rate.normalize().to_string();
        writer.leaf("inv:text", &[], &format!("{} {} {rate} %", entry.number, line.category));
        writer.leaf("inv:quantity", &[], "1");
        writer.leaf("inv:payVAT", &[], "false");
        writer.leaf("inv:rateVAT", &[], level(line.rate));
        writer.leaf("inv:percentVAT", &[], &rate);
        writer.group(currency_element(entry, home), &[], |writer| {
            writer.leaf("typ:unitPrice", &[], &amount(line.base));
            writer.leaf("typ:price", &[], &amount(line.base));
            writer.leaf("typ:priceVAT", &[], &amount(line.tax));
        });
    });
}

fn currency_element(entry: &Entry, home: CurrencyCode) -> &'static str {
    if entry.currency == home { "inv:homeCurrency" } else { "inv:foreignCurrency" }
}

fn summary(writer: &mut Writer, entry: &Entry, home: CurrencyCode) {
    writer.leaf("inv:roundingDocument", &[], "none");
    writer.group(currency_element(entry, home), &[], |writer| {
        if entry.currency == home {
            for (level, base, tax) in levels(entry) {
                writer.leaf(base, &[], &amount(level.0));
                if let Some(tax) = tax {
                    writer.leaf(tax, &[], &amount(level.1));
                }
            }
            if !entry.rounding.is_zero() {
                writer.group("typ:round", &[], |writer| {
                    writer.leaf("typ:priceRound", &[], &amount(entry.rounding));
                });
            }
        } else {
            writer.group("typ:currency", &[], |writer| {
                writer.leaf("typ:ids", &[], entry.currency.code());
            });
            writer.leaf("typ:priceSum", &[], &amount(entry.total));
        }
    });
}

type Level = ((Decimal, Decimal), &'static str, Option<&'static str>);

/// The sums of each level, in the order of the schema.
fn levels(entry: &Entry) -> Vec<Level> {
    let posted = posted(entry);
    let sum = |wanted: &[&str]| {
        let lines = posted.iter().filter(|line| wanted.contains(&level(line.rate)));
        lines.fold((Decimal::ZERO, Decimal::ZERO), |(base, tax), line| {
            (base + line.base, tax + line.tax)
        })
    };
    vec![
        (sum(&["none"]), "typ:priceNone", None),
        (sum(&["low", "historyLow"]), "typ:priceLow", Some("typ:priceLowVAT")),
        (sum(&["high", "historyHigh"]), "typ:priceHigh", Some("typ:priceHighVAT")),
        (sum(&["third"]), "typ:price3", Some("typ:price3VAT")),
    ]
}

fn amount(amount: Decimal) -> String {
    format!("{:.2}", money::round(amount))
}

fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
