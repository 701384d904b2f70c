use crate::{Content, Document, PostedPayment};
use accounting_export::{Direction, Entry, EntryKind, Partner, VatLine, amount};
use money::Decimal;
use serde_json::{Value, json};

/// The maximum length of a variable symbol, in characters.
const MAX_SYMBOL: usize = 10;

/// A request that creates a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Post {
    /// The path, relative to the address of KROS Fakturácia.
    pub path: &'static str,
    /// The JSON body.
    pub body: Value,
}

/// The request that creates a document.
///
/// # Errors
/// Why KROS Fakturácia cannot represent it.
pub fn post(document: &Document) -> Result<Post, String> {
    let id = &document.external_id;
    match &document.content {
        Content::Invoice(entry) if entry.direction == Direction::Issued => {
            Ok(Post { path: "/api/invoices", body: json!({"data": invoice(entry, id)}) })
        }
        Content::Payment(payment) if payment.of.direction == Direction::Issued => pay(payment, id),
        _ => Err("KROS Fakturácia takes over what was issued, and its payments".to_owned()),
    }
}

fn invoice(entry: &Entry, id: &str) -> Value {
    let items: Vec<_> = entry.lines().iter().map(|line| item(entry, line)).collect();
    json!({
        "externalId": id,
        "documentNumber": entry.number,
        "invoiceType": invoice_type(entry.kind),
        "partner": partner(&entry.partner),
        "items": items,
        "vatPayerType": 1,
        "culture": "sk-SK",
        "currency": entry.currency.code(),
        "exchangeRate": number(entry.exchange_rate.unwrap_or(Decimal::ONE).to_string()),
        "issueDate": entry.issue_date.to_string(),
        "deliveryDate": entry.tax_date.to_string(),
        "dueDate": entry.due_date.unwrap_or(entry.issue_date).to_string(),
        "variableSymbol": symbol(entry.variable_symbol.as_deref()),
    })
}

const fn invoice_type(kind: EntryKind) -> u8 {
    match kind {
        EntryKind::Invoice | EntryKind::DebitNote => 0,
        EntryKind::CreditNote => 1,
    }
}

/// The item of one VAT rate.
fn item(entry: &Entry, line: &VatLine) -> Value {
    let rate = line.rate.normalize();
    json!({
        "name": format!("{} {} {rate} %", entry.number, line.category),
        "amount": 1,
        "measureUnit": "ks",
        "vatRate": number(rate.to_string()),
        "totalPriceInclVat": number(amount(line.base + line.tax)),
    })
}

fn partner(partner: &Partner) -> Value {
    json!({
        "address": {
            "businessName": partner.name,
            "street": partner.street,
            "postCode": partner.postal_code,
            "city": partner.city,
            "country": partner.country,
        },
        "registrationId": partner.ico,
        "taxId": partner.dic,
        "vatId": partner.ic_dph,
    })
}

/// A payment, which KROS Fakturácia matches with its invoice by the symbol alone.
fn pay(payment: &PostedPayment, id: &str) -> Result<Post, String> {
    let Some(symbol) = symbol(payment.of.variable_symbol.as_deref()) else {
        return Err("it has no variable symbol by which KROS Fakturácia finds the invoice".into());
    };
    let body = json!({"data": [{
        "externalId": id,
        "dateOfPayment": payment.date.to_string(),
        "sumOfPayment": number(amount(payment.amount)),
        "variableSymbol": symbol,
        "partnerName": payment.partner.name,
    }]});
    Ok(Post { path: "/api/payments/batch", body })
}

/// The symbol, unless it is too long: a cut symbol would be another symbol.
fn symbol(symbol: Option<&str>) -> Option<&str> {
    symbol.filter(|symbol| !symbol.is_empty() && symbol.chars().count() <= MAX_SYMBOL)
}

/// A JSON number with exactly these digits.
fn number(written: String) -> Value {
    serde_json::from_str(&written).unwrap_or(Value::String(written))
}
