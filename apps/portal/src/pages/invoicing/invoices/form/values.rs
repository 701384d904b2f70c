//! Between what was typed and what the API reads.

use super::{delivery, numbers};
use crate::{
    form::{Form, body, number},
    pages::{finding::NONE, invoicing::terms},
};
use agent_requests::{InvoiceCreate, read_with_violations};
use invoicing::ItemFault;
use invoicing::{
    Document, InvoiceRequest, Line, MAX_ITEMS, PaymentMethod, Violations,
    recording::{AnyDocument, InvoiceContent},
    terms::{HeaderTexts, Term},
};
use serde_json::{Map, Value, json};

const HEAD: [&str; 9] = [
    "type",
    "customer_id",
    "currency",
    "issue_date",
    "delivery_date",
    "due_date",
    "payment_method",
    "bank_account_id",
    "project_id",
];

const MORE: [&str; 4] = ["exemption_reason", "exchange_rate", "original_invoice_id", "vehicle_id"];

pub(super) const ADVANCES: &str = "advance_invoice_ids";

/// How many columns a line has.
const CELLS: usize = 8;

const LINE: [&str; CELLS] = [
    "description",
    "quantity",
    "unit",
    "unit_price",
    "vat_rate",
    "tax_treatment",
    "stock_item_id",
    "warehouse_id",
];

/// The cells of a line, as they were typed.
pub(super) type Cells<'a> = [&'a str; CELLS];

const CUSTOMER: [&str; 5] = ["name", "ico", "dic", "ic_dph", "email"];

const ADDRESS: [&str; 4] = ["street", "city", "postalCode", "country"];

/// The form that is filled from an invoice.
pub(super) fn filled_form(document: &Document, version: i32) -> Form {
    let mut typed = vec![
        ("version", version.to_string()),
        ("issue_date", document.issue_date.to_string()),
        ("delivery_date", document.delivery_date.map(|day| day.to_string()).unwrap_or_default()),
        ("due_date", document.due_date.to_string()),
    ];
    let account = document.bank_account.as_ref();
    typed.extend(account.map(|account| ("bank_account_id", account.id.to_string())));
    typed.extend(content(document, &document.texts));
    typed.extend(settling(document));
    Form::of(typed)
}

/// The values that a copy takes over: no dates, and for an invoice of another system only the customer, the currency
/// and a bank transfer.
pub(super) fn copied(document: &AnyDocument) -> Vec<(&'static str, String)> {
    match document {
        AnyDocument::Issued(document) => {
            [content(document, &document.texts.public()), settling(document)].concat()
        }
        AnyDocument::Recorded(_) => {
            let header = document.header();
            vec![
                ("customer_id", header.customer_id.to_string()),
                ("currency", header.currency.code().to_owned()),
                ("payment_method", PaymentMethod::BankTransfer.name().to_owned()),
            ]
        }
    }
}

/// The values of the credit note that reverses a whole document, including its rows that deduct advances.
pub(super) fn reversed(document: &AnyDocument) -> Vec<(&'static str, String)> {
    match document {
        AnyDocument::Issued(document) => {
            let mut typed = content(document, &document.texts.public());
            typed.extend(document.lines.iter().flat_map(cells));
            typed
        }
        AnyDocument::Recorded(_) => copied(document),
    }
}

fn content(document: &Document, texts: &HeaderTexts) -> Vec<(&'static str, String)> {
    let exemption = InvoiceRequest::from(document).exemption_reason;
    let mut typed = vec![
        ("customer_id", document.customer_id.to_string()),
        ("type", document.invoice_type.name().to_owned()),
        ("currency", document.currency.code().to_owned()),
        ("payment_method", document.payment_method.name().to_owned()),
        ("exemption_reason", exemption.unwrap_or_default()),
    ];
    let original = document.original.as_ref();
    typed.extend(original.map(|original| ("original_invoice_id", original.id.to_string())));
    typed.extend(document.project_id.map(|project| ("project_id", project.to_string())));
    typed.extend(terms::values(texts));
    typed.extend(delivery::values(document));
    typed
}

/// The values of the document itself: the advances that it settles, and its lines without the rows that come from
/// them.
fn settling(document: &Document) -> Vec<(&'static str, String)> {
    let mut typed: Vec<_> =
        document.advances.iter().map(|it| (ADVANCES, it.id.to_string())).collect();
    typed.extend(document.lines.iter().filter(|line| line.advance.is_none()).flat_map(cells));
    typed
}

fn cells(line: &Line) -> [(&'static str, String); 8] {
    [
        ("description", line.description.clone()),
        ("quantity", line.quantity.normalize().to_string()),
        ("unit", line.unit.name().to_owned()),
        ("unit_price", line.unit_price.normalize().to_string()),
        ("vat_rate", line.vat_rate.percent().to_string()),
        ("tax_treatment", line.tax_treatment.as_str().to_owned()),
        ("stock_item_id", line.stock.map(|it| it.item.to_string()).unwrap_or_default()),
        ("warehouse_id", line.stock.map(|it| it.warehouse.to_string()).unwrap_or_default()),
    ]
}

/// How many lines the form has.
pub(in crate::pages) fn rows(form: &Form) -> usize {
    form.all("description").count()
}

/// The lines as they were typed. The form is gone through once for each column, not for each line.
pub(super) fn typed_lines(form: &Form) -> Vec<Cells<'_>> {
    let columns = LINE.map(|name| form.all(name).collect::<Vec<_>>());
    let cells =
        |row: usize| columns.each_ref().map(|column| column.get(row).copied().unwrap_or_default());
    (0..rows(form)).map(cells).collect()
}

/// The lines that say something, each with its row.
pub(super) fn filled(form: &Form) -> Vec<(usize, Cells<'_>)> {
    let rows = typed_lines(form).into_iter().enumerate();
    rows.filter(|(_, cells)| !cells[0].is_empty() || !cells[3].is_empty()).collect()
}

/// Checks that the form has no more lines than an invoice may have. Nothing else is checked if it has more.
///
/// # Errors
/// The violation.
pub(in crate::pages) fn check_rows(form: &Form) -> Result<(), Violations> {
    let mut found = Violations::new();
    if rows(form) > MAX_ITEMS {
        found.add("items", ItemFault::TooMany { most: MAX_ITEMS });
    }
    found.into_result()
}

/// The lines for the API.
pub(in crate::pages) fn items(form: &Form) -> Value {
    filled(form).into_iter().map(|(_, cells)| item(cells, |it| it)).collect()
}

/// A line for the API; `name` gives the members their names.
fn item(cells: Cells<'_>, name: impl Fn(&'static str) -> &'static str) -> Value {
    let mut item = Map::new();
    for (field, text) in LINE.into_iter().zip(cells) {
        let value = match field {
            "quantity" | "unit_price" => json!(number(text)),
            "vat_rate" => text.parse::<i64>().map_or(json!(text), |rate| json!(rate)),
            _ => json!(text),
        };
        if !text.is_empty() {
            item.insert(name(field).to_owned(), value);
        }
    }
    item.into()
}

/// The body of the API that issues the invoice.
pub(super) fn request(form: &Form, draft: bool) -> (InvoiceRequest, Violations) {
    let mut object = form.object(&HEAD);
    object.extend(form.object(&MORE));
    object.extend(terms::object(form));
    if let Some(rate) = form.filled("exchange_rate") {
        object.insert("exchange_rate".to_owned(), number(rate).into());
    }
    if form.filled("name").is_some() && form.filled("customer_id").is_none() {
        let mut customer = form.object(&CUSTOMER);
        let address = form.object(&ADDRESS);
        if address.keys().any(|name| name != "country") {
            customer.insert("address".to_owned(), address.into());
        }
        object.insert("customer".to_owned(), customer.into());
    }
    object.extend(numbers::members(form));
    object.extend(delivery::address(form).map(|it| ("delivery_address".to_owned(), it)));
    let advances: Vec<_> = form.all(ADVANCES).filter(|id| !id.is_empty()).collect();
    if !advances.is_empty() {
        object.insert(ADVANCES.to_owned(), json!(advances));
    }
    if form.text("project_id") == NONE {
        // it would be that of the original or of the advances otherwise
        object.insert("project_id".to_owned(), Value::Null);
    }
    object.insert("items".to_owned(), items(form));
    object.insert("draft".to_owned(), draft.into());
    read_with_violations::<InvoiceCreate>(&body(object))
}

/// The body of the API that changes the invoice.
pub(super) fn patch(form: &Form) -> Map<String, Value> {
    let camel = |name: &'static str| match name {
        "unit_price" => "unitPrice",
        "vat_rate" => "vatRate",
        "tax_treatment" => "taxTreatment",
        "stock_item_id" => "stockItemId",
        "warehouse_id" => "warehouseId",
        name => name,
    };
    let items: Vec<_> = filled(form).into_iter().map(|(_, cells)| item(cells, camel)).collect();
    let mut patch = Map::from_iter([("items".to_owned(), items.into())]);
    for (name, member) in [
        ("issue_date", "issueDate"),
        ("due_date", "dueDate"),
        ("payment_method", "paymentMethod"),
        ("bank_account_id", "bankAccountId"),
    ] {
        if let Some(text) = form.filled(name) {
            patch.insert(member.to_owned(), text.into());
        }
    }
    if let Some(rate) = form.filled("exchange_rate") {
        patch.insert("exchangeRate".to_owned(), number(rate).into());
    }
    // a form without the choice leaves the project unchanged
    patch.extend(form.all("project_id").next().map(|id| ("projectId".to_owned(), id.into())));
    patch.extend(delivery::changed_address(form).map(|it| ("deliveryAddress".to_owned(), it)));
    // an empty value clears the stored one
    let texts = Term::ALL.iter().map(|term| (term.name(), term.member()));
    let emptied = [("delivery_date", "deliveryDate"), ("exemption_reason", "exemptionReason")];
    for (name, member) in texts.chain(emptied) {
        patch.insert(member.to_owned(), form.text(name).into());
    }
    if let Ok(version) = form.text("version").parse::<i64>() {
        patch.insert("version".to_owned(), version.into());
    }
    patch
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_are_not_sent() {
        let form = Form::parse(
            b"description=&quantity=1&unit=ks&unit_price=&vat_rate=23&tax_treatment=domestic\
              &description=Pr%C3%A1ca&quantity=1,5&unit=hod&unit_price=10,20&vat_rate=23&tax_treatment=domestic",
        );
        assert_eq!((rows(&form), filled(&form).len(), filled(&form)[0].0), (2, 1, 1));
        let (request, found) = request(&form, true);
        assert!(found.is_empty(), "{found:?}");
        let line = &request.items.as_deref().unwrap_or_default()[0];
        assert_eq!(line.quantity.map(|it| it.to_string()).as_deref(), Some("1.5"));
    }

    #[test]
    fn lines_that_lack_cells_are_read_by_their_row() {
        let form = Form::parse(b"description=a&description=b&quantity=1&unit_price=2&unit_price=3");
        let lines = typed_lines(&form);
        assert_eq!(lines[0], ["a", "1", "", "2", "", "", "", ""]);
        assert_eq!((lines.len(), lines[1]), (2, ["b", "", "", "3", "", "", "", ""]));
    }

    #[test]
    fn a_form_has_as_many_lines_as_an_invoice() {
        let form = |rows| Form::parse("description=&".repeat(rows).as_bytes());
        assert!(check_rows(&form(MAX_ITEMS)).is_ok());
        let refused = check_rows(&form(MAX_ITEMS + 1)).expect_err("too many");
        assert_eq!(refused.as_slice()[0].field, "items");
    }
}
