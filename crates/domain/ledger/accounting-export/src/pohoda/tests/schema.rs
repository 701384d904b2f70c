//! What Stormware's schema says of the elements that an export has, written down apart from what writes them: facts of
//! `data.xsd`, `invoice.xsd` and `type.xsd` (dataPack 2.0), the stricter one where versions differ.

use rust_decimal::Decimal;
use xml::Parsed;

/// What an element holds.
enum Holds {
    /// Elements, each at most once, in any order (`xs:all`).
    Once,
    /// Elements, as often as they like, at least one.
    Many,
    /// Text of at most so many characters.
    Text(usize),
    /// Text of any length.
    Note,
    Number,
    Day,
    OneOf(&'static [&'static str]),
}

const TYPES: &[&str] = &[
    "issuedInvoice",
    "issuedCreditNotice",
    "issuedDebitNote",
    "receivedInvoice",
    "receivedCreditNotice",
    "receivedDebitNote",
];
const LEVELS: &[&str] =
    &["none", "high", "low", "third", "historyHigh", "historyLow", "historyThird"];

/// Parent, element, what it holds.
const ELEMENTS: &[(&str, &str, Holds)] = &[
    ("", "dataPack", Holds::Many),
    ("dataPack", "dataPackItem", Holds::Once),
    ("dataPackItem", "invoice", Holds::Once),
    ("invoice", "invoiceHeader", Holds::Once),
    ("invoice", "invoiceDetail", Holds::Many),
    ("invoice", "invoiceSummary", Holds::Once),
    ("invoiceHeader", "invoiceType", Holds::OneOf(TYPES)),
    ("invoiceHeader", "number", Holds::Once),
    ("number", "numberRequested", Holds::Text(20)),
    ("invoiceHeader", "symVar", Holds::Text(20)),
    ("invoiceHeader", "originalDocument", Holds::Text(32)),
    ("invoiceHeader", "date", Holds::Day),
    ("invoiceHeader", "dateTax", Holds::Day),
    ("invoiceHeader", "dateAccounting", Holds::Day),
    ("invoiceHeader", "dateDue", Holds::Day),
    ("invoiceHeader", "classificationVAT", Holds::Once),
    ("classificationVAT", "ids", Holds::Text(19)),
    ("classificationVAT", "classificationVATType", Holds::OneOf(&["inland", "nonSubsume"])),
    ("invoiceHeader", "text", Holds::Text(240)),
    ("invoiceHeader", "partnerIdentity", Holds::Once),
    ("partnerIdentity", "address", Holds::Once),
    ("address", "company", Holds::Text(255)),
    ("address", "city", Holds::Text(45)),
    ("address", "street", Holds::Text(64)),
    ("address", "zip", Holds::Text(15)),
    ("address", "ico", Holds::Text(15)),
    ("address", "dic", Holds::Text(18)),
    ("address", "icDph", Holds::Text(18)),
    ("address", "country", Holds::Once),
    ("country", "ids", Holds::Text(19)),
    ("invoiceHeader", "note", Holds::Note),
    ("invoiceDetail", "invoiceItem", Holds::Once),
    ("invoiceItem", "text", Holds::Text(90)),
    ("invoiceItem", "quantity", Holds::Number),
    ("invoiceItem", "payVAT", Holds::OneOf(&["true", "false"])),
    ("invoiceItem", "rateVAT", Holds::OneOf(LEVELS)),
    ("invoiceItem", "percentVAT", Holds::Number),
    ("invoiceItem", "homeCurrency", Holds::Once),
    ("invoiceItem", "foreignCurrency", Holds::Once),
    ("invoiceItem", "classificationVAT", Holds::Once),
    ("homeCurrency", "unitPrice", Holds::Number),
    ("homeCurrency", "price", Holds::Number),
    ("homeCurrency", "priceVAT", Holds::Number),
    ("foreignCurrency", "unitPrice", Holds::Number),
    ("foreignCurrency", "price", Holds::Number),
    ("foreignCurrency", "priceVAT", Holds::Number),
    ("invoiceSummary", "roundingDocument", Holds::OneOf(&["none"])),
    ("invoiceSummary", "homeCurrency", Holds::Once),
    ("invoiceSummary", "foreignCurrency", Holds::Once),
    ("homeCurrency", "priceNone", Holds::Number),
    ("homeCurrency", "priceLow", Holds::Number),
    ("homeCurrency", "priceLowVAT", Holds::Number),
    ("homeCurrency", "priceHigh", Holds::Number),
    ("homeCurrency", "priceHighVAT", Holds::Number),
    ("homeCurrency", "price3", Holds::Number),
    ("homeCurrency", "price3VAT", Holds::Number),
    ("homeCurrency", "round", Holds::Once),
    ("round", "priceRound", Holds::Number),
    ("foreignCurrency", "currency", Holds::Once),
    ("currency", "ids", Holds::Text(19)),
    ("foreignCurrency", "rate", Holds::Number),
    ("foreignCurrency", "amount", Holds::Number),
    ("foreignCurrency", "priceSum", Holds::Number),
];

/// What is wrong with a file, if anything.
pub(super) fn check(file: &str) -> Result<(), String> {
    let parsed = Parsed::read(file.as_bytes()).map_err(|error| error.to_string())?;
    for node in parsed.root().descendants().filter(|node| node.is_element()) {
        let name = node.tag_name().name();
        let parent = node.parent_element().map_or("", |parent| parent.tag_name().name());
        let known = ELEMENTS.iter().find(|(of, element, _)| (*of, *element) == (parent, name));
        let (_, _, holds) = known.ok_or(format!("{name} in {parent}"))?;
        let children: Vec<_> = node
            .children()
            .filter(|node| node.is_element())
            .map(|node| node.tag_name().name())
            .collect();
        let text = node.text().unwrap_or_default();
        let is_right = match holds {
            Holds::Once => children
                .iter()
                .all(|name| children.iter().filter(|other| *other == name).count() == 1),
            Holds::Many => !children.is_empty(),
            Holds::Text(most) => !text.is_empty() && text.chars().count() <= *most,
            Holds::Note => !text.is_empty(),
            Holds::Number => text.parse::<Decimal>().is_ok() && text != "-0.00",
            Holds::Day => text.len() == 10,
            Holds::OneOf(words) => words.contains(&text),
        };
        if !is_right {
            return Err(format!("{name} in {parent}: {text:?} {children:?}"));
        }
    }
    Ok(())
}
