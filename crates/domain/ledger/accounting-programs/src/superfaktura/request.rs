use crate::{Content, Document, PostedPayment, Reference};
use accounting_export::{Direction, Entry, EntryKind, Partner, VatLine, amount};
use serde_json::{Map, Value, json};

/// The maximum number of VAT rates of an expense.
const MAX_RATES: usize = 3;

/// A request that creates a document: the path, and the value of the form field `data`.
#[derive(Debug, Clone, PartialEq)]
pub struct Post {
    /// The path, relative to the address of SuperFaktúra.
    pub path: &'static str,
    /// The JSON of the field.
    pub data: Value,
}

/// The request that creates a document.
///
/// # Errors
/// Why SuperFaktúra cannot represent it.
pub fn post(document: &Document) -> Result<Post, String> {
    let id = &document.external_id;
    match &document.content {
        Content::Invoice(entry) if entry.direction == Direction::Issued => {
            Ok(Post { path: "/invoices/create", data: invoice(entry, id) })
        }
        Content::Invoice(entry) => Ok(Post { path: "/expenses/add", data: expense(entry, id)? }),
        Content::Payment(payment) => pay(payment, id),
        Content::SetOff(_) => Err("SuperFaktúra has no internal documents".to_owned()),
    }
}

/// The mark by which our documents are recognized.
pub(super) fn mark(external_id: &str) -> String {
    format!("Billhook {external_id}")
}

fn invoice(entry: &Entry, id: &str) -> Value {
    let items: Vec<_> = entry.lines().iter().map(|line| item(entry, line)).collect();
    json!({
        "Invoice": {
            "name": entry.number,
            "invoice_no_formatted": entry.number,
            "type": invoice_type(entry.kind),
            "variable": entry.variable_symbol,
            "created": entry.issue_date.to_string(),
            "delivery": entry.tax_date.to_string(),
            "due": entry.due_date.map(|day| day.to_string()),
            "invoice_currency": entry.currency.code(),
            "internal_comment": mark(id),
        },
        "InvoiceItem": items,
        "Client": client(&entry.partner),
    })
}

const fn invoice_type(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Invoice | EntryKind::DebitNote => "regular",
        EntryKind::CreditNote => "cancel",
    }
}

/// The item of one VAT rate.
fn item(entry: &Entry, line: &VatLine) -> Value {
    json!({
        "name": format!("{} {} {} %", entry.number, line.category, line.rate.normalize()),
        "quantity": "1",
        "unit_price": amount(line.base),
        "tax": line.rate.normalize().to_string(),
    })
}

fn expense(entry: &Entry, id: &str) -> Result<Value, String> {
    let lines = entry.lines();
    if lines.len() > MAX_RATES {
        let rates = lines.len();
        return Err(format!(
            "it has {rates} VAT rates: SuperFaktúra takes {MAX_RATES} of an expense"
        ));
    }
    let mut said = Map::new();
    let mut say = |name: &str, value: Value| said.insert(name.to_owned(), value);
    say("name", entry.number.as_str().into());
    say("document_number", entry.number.as_str().into());
    say("type", expense_type(entry.kind).into());
    say("variable", entry.variable_symbol.clone().into());
    say("created", entry.issue_date.to_string().into());
    say("delivery", entry.tax_date.to_string().into());
    say("due", entry.due_date.map(|day| day.to_string()).into());
    say("currency", entry.currency.code().into());
    say("comment", mark(id).into());
    for (line, suffix) in lines.iter().zip(["", "2", "3"]) {
        say(&format!("amount{suffix}"), amount(line.base).into());
        say(&format!("vat{suffix}"), line.rate.normalize().to_string().into());
    }
    Ok(json!({"Expense": said, "Client": client(&entry.partner)}))
}

const fn expense_type(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Invoice | EntryKind::DebitNote => "invoice",
        // the spelling is SuperFaktúra's
        EntryKind::CreditNote => "recieved_credit_note",
    }
}

fn client(partner: &Partner) -> Value {
    json!({
        "name": partner.name,
        "ico": partner.ico,
        "dic": partner.dic,
        "ic_dph": partner.ic_dph,
        "address": partner.street,
        "city": partner.city,
        "zip": partner.postal_code,
        "country_iso_id": partner.country,
    })
}

fn pay(payment: &PostedPayment, id: &str) -> Result<Post, String> {
    let Some(of) = &payment.of.program_id else {
        return Err("SuperFaktúra did not say the id of the document that is paid".to_owned());
    };
    let method = if payment.is_cash { "cash" } else { "transfer" };
    let (sum, day) = (amount(payment.amount), payment.date.to_string());
    let currency = payment.currency.code();
    Ok(match is_invoice(&payment.of) {
        true => Post {
            path: "/invoice_payments/add/ajax:1/api:1",
            data: json!({"InvoicePayment": {
                "invoice_id": of, "payment_type": method, "amount": sum, "currency": currency,
                "date": day, "document_no": mark(id),
            }}),
        },
        false => Post {
            path: "/expense_payments/add",
            data: json!({"ExpensePayment": {
                "expense_id": of, "payment_type": method, "amount": sum, "currency": currency,
                "created": day,
            }}),
        },
    })
}

/// Whether SuperFaktúra lists the document among its invoices; the others are among its expenses.
pub(super) fn is_invoice(of: &Reference) -> bool {
    of.direction == Direction::Issued
}
