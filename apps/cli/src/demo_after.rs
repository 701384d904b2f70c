//! The later steps of the demo's first invoice: a partial payment, a partial set-off, and the dashboard with the
//! rest.

use super::{
    demo_client::{DemoClient, text},
    demo_invoices::customer,
    result::Failure,
};
use serde_json::{Value, json};
use std::path::Path;
use uuid::Uuid;

/// Pays, sets off, and shows the figures of the month.
pub async fn settle_first(client: &DemoClient, first: Uuid, dir: &Path) -> Result<(), Failure> {
    pay_a_part(client, first).await?;
    let expense = enter_expense(client, first).await?;
    set_off(client, (first, &expense), dir).await?;
    show_dashboard(client).await
}

async fn pay_a_part(client: &DemoClient, first: Uuid) -> Result<(), Failure> {
    let path = format!("/v1/agent/invoices/{first}/payments");
    println!("POST {path}   a part of the first invoice is paid");
    let body = json!({"amount": "500.00", "method": "bank_transfer"});
    let paid = client.post(&path, &body).await?;
    let meta = &paid["meta"];
    let amount = text(&paid["data"], "amount");
    println!("  201 {amount} EUR, open {}, {}\n", text(meta, "balance"), text(meta, "status"));
    Ok(())
}

/// An approved invoice of the same firm; its id.
async fn enter_expense(client: &DemoClient, first: Uuid) -> Result<String, Failure> {
    let path = format!("/v1/agent/invoices/{first}");
    let invoice: Value = serde_json::from_slice(&client.get(&path).await?)?;
    let path = "/v1/agent/expenses";
    println!("POST {path}   the customer has an invoice for us too");
    let body = json!({
        "supplier": customer(), "number": "2026/0452", "issue_date": invoice["issue_date"],
        "total": "300.00",
    });
    let expense = client.post(path, &body).await?;
    let id = text(&expense, "id").to_owned();
    let approved = client.post(&format!("{path}/{id}/approve"), &json!({})).await?;
    let (number, total) = (text(&approved, "number"), text(&approved, "total"));
    println!("  201 {number}  {total} EUR, {}\n", text(&approved, "status"));
    Ok(id)
}

async fn set_off(
    client: &DemoClient,
    (invoice, expense): (Uuid, &str),
    dir: &Path,
) -> Result<(), Failure> {
    let path = "/v1/agent/offsets";
    println!("POST {path}   both are set off");
    let body = json!({"invoice_id": invoice, "expense_id": expense, "amount": "300.00"});
    let made = client.post(path, &body).await?;
    let (offset, invoice) = (&made["data"], &made["data"]["invoice"]);
    println!(
        "  201 {} EUR, open of the invoice {}, {}",
        text(offset, "amount"),
        text(invoice, "outstanding"),
        text(invoice, "status"),
    );
    if cfg!(feature = "pdf") {
        let bytes = client.get(&format!("{path}/{}/pdf", text(offset, "id"))).await?;
        let file = dir.join("set-off.pdf");
        std::fs::write(&file, &bytes)?;
        println!("  pdf {} ({} bytes)", file.display(), bytes.len());
    }
    println!();
    Ok(())
}

async fn show_dashboard(client: &DemoClient) -> Result<(), Failure> {
    let path = "/v1/agent/dashboard/summary";
    println!("GET {path}   what the owner sees");
    let summary: Value = serde_json::from_slice(&client.get(path).await?)?;
    for (title, sums) in
        [("open", "open"), ("overdue", "overdue"), ("paid this month", "paid_this_month")]
    {
        let sums = &summary[sums];
        println!("  {title}: {} of {} documents", text(sums, "home_amount"), sums["count"]);
    }
    for rate in summary["vat_this_month"].as_array().into_iter().flatten() {
        println!("  VAT {} %: {}", rate["vat_rate"], text(rate, "home_tax_amount"));
    }
    println!();
    Ok(())
}
