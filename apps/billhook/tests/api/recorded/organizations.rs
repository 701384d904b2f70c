//! docs/organizations.md

use super::recording::Recording;
use crate::{
    network::organizations::{at, org_id},
    support::*,
};
use serde_json::Value;
use time::{OffsetDateTime, macros::datetime};

const ORGANIZATIONS: &str = "/v1/agent/organizations";
const ENROLL: &str = "POST /v1/agent/peppol/enroll";
/// When the partner's account was registered.
const SEPTEMBER: OffsetDateTime = datetime!(2026-09-15 8:00 UTC);
/// In the time of the lenient sandbox.
const OCTOBER: OffsetDateTime = datetime!(2026-10-15 8:00 UTC);

#[tokio::test]
async fn the_page_of_organizations_is_up_to_date() {
    let server = Engine::Sqlite.serve(at("2026-11-21T10:00:00Z")).await;
    let partner = server.new_partner(SEPTEMBER).await;
    let mut page = Page { recording: Recording::default(), partner };
    page.recording.shown = &["X-Organization-Id", "Accept"];
    page.recording.redactions.replace(&server.base_url, "http://127.0.0.1:8080");
    let first = page.making().await;
    page.enrolling(&first).await;
    let earlier = server.at_time(OCTOBER);
    page.lenient(&earlier).await;
    drop(earlier);
    let path = format!("POST {ORGANIZATIONS}/{first}/peppol/deactivate");
    page.show(&path, None).await;
    page.event(6).await;
    page.claiming().await;
    let live = page.partner.live.clone().acting_for(Some(&first));
    page.recording.call(&live, ENROLL, Some(r#"{"verificationTokenHex":"ab"}"#)).await;
    page.recording.is("organizations.md");
}

struct Page {
    recording: Recording,
    partner: Partner,
}

/// One of four; its numbers pass their checks.
fn firm(number: u32) -> String {
    let (ico, dic) = match number {
        1 => (51_000_008, 2_120_000_014_u32),
        2 => (51_000_016, 2_120_000_025),
        3 => (51_000_024, 2_120_000_036),
        _ => (51_000_032, 2_120_000_047),
    };
    format!(
        r#"{{"name":"Lesná správa č. {number} s. r. o.","ico":"{ico}",
        "dic":"{dic}","email":"klient{number}@firma.example","address":{{
        "street":"Lesná 1","city":"Zvolen","postalCode":"960 01","country":"SK"}}}}"#
    )
}

impl Page {
    async fn show(&mut self, call: &str, body: Option<&str>) -> Value {
        self.recording.call(&self.partner.test, call, body).await
    }

    async fn enroll(&mut self, organization: &str, body: &str) {
        let caller = self.partner.test.clone().acting_for(Some(organization));
        self.recording.call(&caller, ENROLL, Some(body)).await;
    }

    /// An organization that is made without being shown.
    async fn made(&self, caller: &Caller, body: &str) -> String {
        let answer = caller.send(reqwest::Method::POST, ORGANIZATIONS, body.as_bytes().to_vec());
        org_id(&answer.await.expect(201)["data"])
    }

    /// The payload of the partner's nth event.
    async fn event(&mut self, number: usize) {
        let path = "/v1/agent/events?limit=100";
        let bytes = eventually("an event", || async {
            let answer = self.partner.test.get(path).await;
            let count = answer.expect(200)["data"].as_array().map_or(0, Vec::len);
            (count >= number).then_some(answer.bytes)
        })
        .await;
        let payload = payload(&bytes, number - 1);
        self.recording.block("json", &super::pretty::pretty(&payload));
    }

    async fn making(&mut self) -> String {
        let call = format!("POST {ORGANIZATIONS}");
        let made = self.show(&call, Some(&firm(1))).await;
        let second = firm(1).replace("správa č. 1 s. r. o.", "správa, druhá");
        self.show(&call, Some(&second)).await;
        self.show(&call, Some(r#"{"name":"","ico":"123","icDph":"SK2120000014"}"#)).await;
        self.show(&format!("GET {ORGANIZATIONS}?peppol_status=none&name=lesna"), None).await;
        let first = org_id(&made["data"]);
        let patch = format!("PATCH {ORGANIZATIONS}/{first}");
        self.show(&patch, Some(r#"{"email":"faktury@firma.example"}"#)).await;
        first
    }

    async fn enrolling(&mut self, first: &str) {
        self.enroll(first, "{}").await;
        self.enroll(first, r#"{"verificationTokenHex":"000000000000DEAD"}"#).await;
        self.event(1).await;
        self.enroll(first, r#"{"verificationTokenHex":"000000000000beef"}"#).await;
        self.event(2).await;
        let moving = r#"{"verificationTokenHex":"000000000000beef","migrationCode":"M-7"}"#;
        self.enroll(first, moving).await;
        self.event(3).await;
        let without_dic = r#"{"name":"Bez DIČ","ico":"51999999"}"#;
        let other = self.made(&self.partner.test, without_dic).await;
        self.enroll(&other, r#"{"verificationTokenHex":"ab"}"#).await;
    }

    async fn lenient(&mut self, earlier: &AnotherServer) {
        self.recording.redactions.replace(&earlier.base_url, "http://127.0.0.1:8080");
        let then = self.partner.test.clone().at(&earlier.base_url);
        self.recording.call(&then, &format!("POST {ORGANIZATIONS}"), Some(&firm(2))).await;
        let strict = firm(3).replacen('{', "{\"sandbox_like_production\":true,", 1);
        let third = self.made(&then, &strict).await;
        let lenient = br#"{"sandbox_like_production":false}"#.to_vec();
        let path = format!("{ORGANIZATIONS}/{third}");
        then.send(reqwest::Method::PATCH, &path, lenient).await.expect(200);
        self.recording.call(&then.acting_for(Some(&third)), ENROLL, Some("{}")).await;
    }

    async fn claiming(&mut self) {
        let fourth = self.made(&self.partner.test, &firm(4)).await;
        let call = format!("POST {ORGANIZATIONS}/{fourth}/peppol-claim");
        let asked = self.show(&call, None).await;
        let link = asked["confirmation_url"].as_str().expect("a link");
        let (_, token) = link.split_once("/claim/").expect("a token");
        let company = self.partner.test.clone().with_key(None).accepting("application/json");
        self.recording.call(&company, &format!("POST /claim/{token}"), None).await;
        self.event(7).await;
        self.show(&call, None).await;
    }
}

/// The payload of one item of the feed, as it is written there.
fn payload(feed: &[u8], index: usize) -> String {
    #[derive(serde::Deserialize)]
    struct Feed<'a> {
        #[serde(borrow)]
        data: Vec<Item<'a>>,
    }
    #[derive(serde::Deserialize)]
    struct Item<'a> {
        #[serde(borrow)]
        payload: &'a serde_json::value::RawValue,
    }
    let feed: Feed<'_> = serde_json::from_slice(feed).expect("the feed");
    feed.data[index].payload.get().to_owned()
}
