//! What a company keeps beside its documents.

use super::world::{EVIL, World};
use crate::{
    ledger::bank_statements::{csv, iban, issued},
    portal::session::{Portal, without_query},
    support::*,
};
use serde_json::json;

impl World {
    /// A statement of the bank, a set-off, a contract and an export.
    pub(super) async fn records(&mut self) {
        let sk = self.server.sk();
        let mut portal = Portal::open(&self.server).await;
        let (_, paid) = issued(&sk).await;
        let lines = [("123.00", &*paid, "x"), ("5.00", "1", "<script>alert(1)</script>")];
        let statement = csv(&iban(&sk).await, &lines);
        let answer = portal.upload("/statements/new", "file", &statement).await;
        assert_eq!(answer.status, 303, "{}", crate::people::oauth::text(&answer));
        self.add_last("statement", answer.header("location"));

        let made = sk.issue(&invoice()).await.expect(201);
        let (id, customer) = (made["id"].as_str().expect("an id"), &made["customer"]["id"]);
        let expense = json!({"supplier_id": customer, "number": EVIL,
            "issue_date": made["issue_date"], "total": "50.00"});
        let expense = Sending::post(&sk, "/v1/agent/expenses", &expense).await.expect(201);
        let expense = expense["id"].as_str().expect("an id");
        let approve = format!("/v1/agent/expenses/{expense}/approve");
        Sending::post(&sk, &approve, &json!({})).await.expect(200);
        let form = [("invoice_id", id), ("expense_id", expense), ("amount", "50,00")];
        self.add_last("offset", &portal.done("/offsets/new", &form).await);

        self.project(&sk).await;
        self.stock(&sk).await;

        let contract = [
            ("do", "make"),
            ("name", EVIL),
            ("customer_id", customer.as_str().expect("an id")),
            ("interval", "monthly"),
            ("start_date", "2027-01-01"),
            ("description", "Hosting, {period}"),
            ("quantity", "1"),
            ("unit_price", "20"),
            ("vat_rate", "23"),
        ];
        self.add_last("contract", &portal.done("/contracts/new", &contract).await);
        let asked = [("from", "2026-10-01"), ("to", "2026-10-31")];
        self.add_last("export", &portal.done("/exports/new", &asked).await);

        portal.path = format!("/partner/{}/test", self.name("partner"));
        let hook = portal.post("/webhooks/new", &[("url", "http://127.0.0.1:9/partner")]).await;
        assert_eq!(hook.status, 200, "{}", crate::people::oauth::text(&hook));
        let list = portal.page("/webhooks").await;
        let ids = list.split("/webhooks/").filter_map(|rest| rest.get(..36));
        let ids: Vec<_> = ids.filter(|id| uuid::Uuid::try_parse(id).is_ok()).collect();
        self.add_last("partner_webhook", ids.first().expect("an endpoint"));
    }

    /// A project with a budget, and an invoice and an expense of it.
    async fn project(&mut self, sk: &Caller) {
        let body =
            json!({"code": "P-7", "name": EVIL, "note": EVIL, "budget": {"amount": "100.00"}});
        let made = Sending::post(sk, "/v1/agent/projects", &body).await.expect(201);
        let project = made["data"]["id"].as_str().expect("an id").to_owned();
        let invoice = invoice_with(json!({"project_id": project}));
        Sending::post(sk, "/v1/agent/invoices", &invoice).await.expect(201);
        self.add_last("project", &project);
    }

    /// An item of the stock that is low, a document that has moved it, and a draft of another.
    async fn stock(&mut self, sk: &Caller) {
        let make = |path: &'static str, body: serde_json::Value| async move {
            let path = format!("/v1/agent/stock/{path}");
            let made = Sending::post(sk, &path, &body).await.expect(201);
            made["data"]["id"].as_str().expect("an id").to_owned()
        };
        let warehouse = make("warehouses", json!({"name": EVIL})).await;
        let item = make("items", json!({"name": EVIL, "sku": "S-1", "minimum": 5})).await;
        let line = json!([{"item_id": item, "quantity": "2.5", "unit_cost": "3"}]);
        let receipt = json!({"type": "receipt", "warehouse_id": warehouse, "lines": line});
        let document = make("documents", receipt.clone()).await;
        let confirm = format!("/v1/agent/stock/documents/{document}/confirm");
        sk.send(reqwest::Method::POST, &confirm, Vec::new()).await.expect(200);
        let draft = make("documents", receipt).await;
        self.add_last("stock_item", &item);
        self.add_last("warehouse", &warehouse);
        self.add_last("stock_document", &draft);
        self.add_last("confirmed_document", &document);
    }

    /// The name of what a path ends in.
    fn add_last(&mut self, name: &'static str, path: &str) {
        let last = without_query(path).rsplit('/').next().expect("an id");
        self.add(name, &json!(last));
    }
}
