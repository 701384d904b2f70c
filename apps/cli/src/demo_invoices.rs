//! The documents that the demo issues: one of each type, each with a feature of its own.

use serde_json::{Value, json};
use uuid::Uuid;

/// The customer of the demo, who is once the seller.
pub fn customer() -> Value {
    json!({
        "name": "Dunajská stavebná a. s.",
        "ico": "35876549",
        "dic": "2020876550",
        "ic_dph": "SK2020876550",
        "address": {"street": "Vajnorská 100", "city": "Bratislava", "postalCode": "831 04", "country": "SK"},
        "email": "faktury@dunajska.example",
    })
}

fn item(description: &str, quantity: &str, unit: &str, price: &str, rate: u8) -> Value {
    json!({
        "description": description, "quantity": quantity, "unit": unit,
        "unit_price": price, "vat_rate": rate,
    })
}

/// A document of the demo: its title for people, and its body.
pub struct DemoInvoice {
    /// The feature that it shows.
    pub title: &'static str,
    /// The body of the request.
    pub body: Value,
}

/// The documents, in the order in which they are issued. The notes refer to the first of them, and the final invoice
/// settles the proforma.
pub fn demo_invoices(issued: &[Uuid]) -> Vec<DemoInvoice> {
    let first = issued.first().copied();
    vec![
        invoice(),
        proforma(),
        self_invoice(),
        final_invoice(issued.get(1).copied()),
        credit_note(first),
        debit_note(first),
    ]
}

fn invoice() -> DemoInvoice {
    DemoInvoice {
        title: "an invoice with two VAT rates and a payment QR",
        body: json!({
            "type": "invoice", "customer": customer(), "order_number": "OBJ-2026-118",
            "items": [
                item("Smrekové rezivo, hranol 100 × 100 mm", "2.45", "m3", "312.50", 23),
                item("Doprava na stavbu", "86", "km", "0.95", 23),
                item("Odborná literatúra: Tesárske spoje", "3", "ks", "18.90", 5),
            ],
            "note": "Ďakujeme za objednávku.",
        }),
    }
}

fn proforma() -> DemoInvoice {
    DemoInvoice {
        title: "a proforma: a request to pay in advance, which was paid",
        body: json!({
            "type": "proforma", "customer": customer(), "due_days": 7, "already_paid": true,
            "items": [item("Záloha na krov rodinného domu", "1", "súbor", "2500", 23)],
        }),
    }
}

fn self_invoice() -> DemoInvoice {
    DemoInvoice {
        title: "a self-billed invoice: we write it for our supplier",
        body: json!({
            "type": "self_invoice", "customer": customer(),
            "items": [item("Výkup guľatiny III. triedy", "14.2", "m3", "71.30", 23)],
        }),
    }
}

fn final_invoice(advance: Option<Uuid>) -> DemoInvoice {
    DemoInvoice {
        title: "a final invoice, which settles the advance",
        body: json!({
            "type": "final_invoice", "customer": customer(),
            "advance_invoice_ids": advance.into_iter().collect::<Vec<_>>(),
            "items": [item("Krov rodinného domu, montáž", "1", "súbor", "8640", 23)],
        }),
    }
}

fn credit_note(first: Option<Uuid>) -> DemoInvoice {
    DemoInvoice {
        title: "a credit note to the first invoice",
        body: json!({
            "type": "credit_note", "customer": customer(), "original_invoice_id": first,
            "items": [item("Vrátené rezivo", "0.45", "m3", "312.50", 23)],
        }),
    }
}

fn debit_note(first: Option<Uuid>) -> DemoInvoice {
    DemoInvoice {
        title: "a debit note to the first invoice",
        body: json!({
            "type": "debit_note", "customer": customer(), "original_invoice_id": first,
            "items": [item("Vykládka na stavbe", "2", "hod", "34", 23)],
        }),
    }
}
