//! Further records for the pages of the demo: a received document, one that waits, a draft, an overdue invoice, and
//! for both companies an endpoint with failing deliveries, a set-off and an export.

use super::{demo_client::DemoClient, demo_invoices::customer, result::Failure};
use serde_json::{Value, json};

/// Fills the pages that would be empty.
pub async fn fill_pages(seller: &DemoClient, buyer: &DemoClient) -> Result<(), Failure> {
    let own: Value = serde_json::from_slice(&seller.get("/v1/agent/organizations").await?)?;
    let received = json!({"customer": party(&own["data"][0]), "items": [line("Prenájom lešenia", "12", "45.50")]});
    // nothing listens there, so the page shows failed attempts
    let endpoint = json!({"url": seller.address("/health"), "events": ["invoice.created"]});
    for company in [seller, buyer] {
        company.post("/v1/agent/webhooks", &endpoint).await?;
    }
    let issued = send(buyer, &received).await?;
    set_off(buyer, &issued, &own["data"][0]).await?;
    for company in [seller, buyer] {
        export(company, &issued).await?;
    }
    let draft = json!({"customer": customer(), "draft": true, "items": [line("Dubové dosky", "8", "61.90")]});
    seller.post("/v1/agent/invoices", &draft).await?;
    let held = json!({"customer": customer(), "items": [line("Smrekové hranoly", "30", "17.25")]});
    seller.put("/v1/agent/peppol/send-settings", &json!({"mode": "manual"})).await?;
    send(seller, &held).await?;
    seller.put("/v1/agent/peppol/send-settings", &json!({"mode": "immediate"})).await
}

/// Issues an invoice and sends it.
async fn send(client: &DemoClient, body: &Value) -> Result<Value, Failure> {
    let issued = client.post("/v1/agent/invoices", body).await?;
    let id = issued["id"].as_str().unwrap_or_default();
    client.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await?;
    Ok(issued)
}

/// Sets an invoice off against one of its customer.
async fn set_off(client: &DemoClient, issued: &Value, firm: &Value) -> Result<(), Failure> {
    let expense = json!({
        "supplier": party(firm), "number": "2026/0077", "issue_date": issued["issue_date"],
        "total": "120.00",
    });
    let expense = client.post("/v1/agent/expenses", &expense).await?;
    let id = expense["id"].as_str().unwrap_or_default();
    client.post(&format!("/v1/agent/expenses/{id}/approve"), &json!({})).await?;
    let both = json!({"invoice_id": issued["id"], "expense_id": id, "amount": "120.00"});
    client.post("/v1/agent/offsets", &both).await?;
    Ok(())
}

/// The documents of the month for the accountant.
async fn export(client: &DemoClient, issued: &Value) -> Result<(), Failure> {
    let today = issued["issue_date"].as_str().unwrap_or_default();
    let month = today.get(..7).unwrap_or_default();
    let period = json!({"from": format!("{month}-01"), "to": today});
    client.post("/v1/agent/exports", &period).await?;
    Ok(())
}

/// A company as the customer of another.
fn party(organization: &Value) -> Value {
    let known = ["name", "ico", "dic", "ic_dph", "address"];
    let filled = known.into_iter().filter(|name| !organization[*name].is_null());
    filled.map(|name| (name.to_owned(), organization[name].clone())).collect()
}

fn line(description: &str, quantity: &str, unit_price: &str) -> Value {
    json!({"description": description, "quantity": quantity, "unit_price": unit_price, "vat_rate": 23})
}
