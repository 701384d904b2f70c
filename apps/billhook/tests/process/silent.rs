//! What a company waits for while an access point that another one writes to takes connections and is silent.

use crate::{
    binary::{Folder, http},
    installation::{Installation, beside},
    kills::PATIENCE,
    sending::{all, template, until_queued},
};
use ::billhook::commands::{BUYER, SELLER, World};
use serde_json::{Value, json};
use std::{
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};
use time::OffsetDateTime;

crate::on_both!(a_silent_access_point_delays_no_other_company);

/// Documents that are measured before, and while it is silent.
const MEASURED: usize = 9;
/// Documents of another company for the silent access point: more than there are slots.
const FOR_SILENT: usize = 80;

/// Of another company than the one that writes to the access point, in the sandbox, which has the same slots.
struct Other<'a> {
    base_url: &'a str,
    seeded: &'a Value,
}

impl Other<'_> {
    fn call(&self, path: &str, post: Option<&Value>) -> Value {
        let own = &self.seeded["organizations"]["sk_buyer"];
        let text = |name: &str| own[name].as_str().expect(name).to_owned();
        let url = format!("{}{path}", self.base_url);
        let request = match post {
            Some(body) => http().post(url).body(body.to_string()),
            None => http().get(url),
        };
        let request = request.header("X-API-Key", text("test_key"));
        let answer = request.header("X-Organization-Id", text("org_id")).send().expect("an answer");
        let (status, body) = (answer.status(), answer.text().expect("a body"));
        assert!(status.is_success(), "{path}: {status} {body}");
        serde_json::from_str(&body).expect("JSON")
    }

    /// How long an invoice is on its way.
    fn sends_in(&self) -> Duration {
        let body = json!({
            "customer": {
                "name": "A", "ico": "12345678", "dic": "2021234567",
                "address": {"street": "a", "city": "b", "postalCode": "811 01", "country": "SK"},
            },
            "items": [{"description": "a", "quantity": 1, "unit_price": 1, "vat_rate": 23}],
        });
        let invoice = self.call("/v1/agent/invoices", Some(&body));
        let began = Instant::now();
        let path = format!("/v1/agent/peppol/send/{}", invoice["id"].as_str().expect("an id"));
        let sent = self.call(&path, Some(&json!({})));
        let id = sent["data"]["document_id"].as_str().expect("an id").to_owned();
        let path = format!("/v1/agent/peppol/documents/{id}");
        while self.call(&path, None)["data"]["state"] != "DELIVERED" {
            assert!(began.elapsed() < PATIENCE, "never delivered");
            thread::sleep(Duration::from_millis(5));
        }
        began.elapsed()
    }

    fn times(&self) -> Vec<Duration> {
        let mut times: Vec<_> = (0..MEASURED).map(|_| self.sends_in()).collect();
        times.sort_unstable();
        times
    }
}

fn a_silent_access_point_delays_no_other_company(database: &str) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = Folder::new();
    let opened = World::open(&folder.0, OffsetDateTime::now_utc());
    let world = runtime.block_on(opened).expect("a network");
    let (other, _lives) = beside(database);
    let seller = Installation::start(&world, SELLER, database);
    let buyer = Installation::start(&world, BUYER, &other);
    let participant = "0245:2020876550".parse().expect("a participant");
    runtime.block_on(async {
        world.publish(SELLER, &seller.base_url, None).await.expect("published");
        world.publish(BUYER, &buyer.base_url, Some(&participant)).await.expect("published");
    });
    let company = Other { base_url: &seller.base_url, seeded: &seller.seeded };
    let before = company.times();
    buyer.fall_silent();
    let (address, document) =
        (Mutex::new(seller.base_url.clone()), template(&seller.base_url, &seller.seeded));
    for number in 0..FOR_SILENT {
        until_queued(&address, &seller.seeded, &document, &format!("EXT-{number}"));
    }
    let while_silent = company.times();
    println!("before {before:?}, while it is silent {while_silent:?}");
    let waiting = all(&seller.base_url, &seller.seeded, "sk", "/v1/agent/peppol/queue");
    assert_eq!(waiting.len(), FOR_SILENT, "the access point has taken none");
    // the fastest: the machine has other work too
    assert!(while_silent[0] < before[0] * 6 / 5 + Duration::from_millis(50));
    assert!(while_silent[MEASURED - 1] < Duration::from_secs(10), "none waits for a slot");
}
