use crate::{
    people::{
        members::{link, post, signed_in},
        oauth::{App, Browser},
    },
    support::*,
};
use access::{PartnerId, Role};
use organizations::OperatorStore;
use reqwest::Method;
use runtime::config::Settings;
use serde_json::{Value, json};
use sign_in::SignInStore;

/// What somebody wants us to run in other people's browsers.
pub const EVIL: &str = "\"><script>document.title = 'owned'</script><img src=x onerror=alert(1)>";

/// A server whose pages all have something to show, with texts that are scripts.
pub struct World {
    pub server: TestServer,
    names: Vec<(&'static str, String)>,
}

impl World {
    pub async fn make(engine: Engine) -> Self {
        let sink = MailSink::new();
        let server = engine.serve(Settings { mail_url: Some(sink.url()), ..settings() }).await;
        let organizations = &server.seeded.organizations;
        let mut world = Self {
            names: vec![
                ("sk", organizations.sk.org_id.to_string()),
                ("sk_buyer", organizations.sk_buyer.org_id.to_string()),
            ],
            server,
        };
        world.partner().await;
        world.claim().await;
        world.documents().await;
        world.webhook().await;
        world.records().await;
        world.links(&sink).await;
        world
    }

    /// One of its names.
    pub fn name(&self, name: &str) -> &str {
        let found = self.names.iter().find(|(known, _)| *known == name);
        &found.unwrap_or_else(|| panic!("{name} is not in this world")).1
    }

    pub(super) fn add(&mut self, name: &'static str, value: &Value) {
        self.names.push((name, value.as_str().unwrap_or_else(|| panic!("{name}")).to_owned()));
    }

    /// The path of a page, with its names filled in.
    pub fn path(&self, page: &str) -> String {
        self.names.iter().fold(page.to_owned(), |path, (name, value)| {
            path.replace(&format!("{{{name}}}"), value)
        })
    }

    /// Its whole address.
    pub fn address(&self, page: &str) -> String {
        format!("{}{}", self.server.base_url, self.path(page))
    }

    /// Invoices, one of them sent; what the buyer received; an expense.
    async fn documents(&mut self) {
        let sk = self.server.sk();
        let items =
            json!([{"description": EVIL, "quantity": "1.5", "unit_price": "40", "vat_rate": 23}]);
        let body = invoice_with(json!({"items": items, "note": EVIL, "order_number": "OBJ/1"}));
        let sent = sk.issue(&body).await.expect(201);
        let path = format!("/v1/agent/peppol/send/{}", sent["id"].as_str().expect("an id"));
        Sending::post(&sk, &path, &json!({})).await.expect(200);
        let mut customer = customer();
        for name in ["ico", "dic", "ic_dph"] {
            customer.as_object_mut().expect("an object").remove(name);
        }
        customer["name"] = json!(EVIL);
        let body = invoice_with(json!({"customer": customer, "internal_note": EVIL}));
        let made = sk.issue(&body).await.expect(201);
        self.add("invoice", &made["id"]);
        self.add("customer", &made["customer"]["id"]);
        let link = made["public_url"].as_str().and_then(|url| url.rsplit('/').next());
        self.add("link", &json!(link));
        let draft = invoice_with(json!({"draft": true}));
        self.add("draft", &sk.issue(&draft).await.expect(201)["id"]);
        let expense = json!({"number": EVIL, "supplier": {"name": EVIL, "ico": "12345678"},
            "issue_date": "2026-11-01", "due_date": "2026-11-15", "total": "10.00", "note": EVIL});
        let expense = Sending::post(&sk, "/v1/agent/expenses", &expense).await.expect(201);
        self.add("expense", &expense["id"]);
        let received = eventually("a document", || async {
            let list = self.server.sk_buyer().get("/v1/agent/peppol/received").await.expect(200);
            list["data"].get(0).map(|it| it["id"].clone())
        })
        .await;
        self.add("received", &received);
        self.answer().await;
        let sends = signed_in(&self.server).await.get(&self.path("/portal/{sk}/test/sends")).await;
        let sends = crate::people::oauth::text(&sends);
        let send =
            sends.split("/sends/").find_map(|rest| rest.get(..36).filter(|id| !id.contains('"')));
        self.add("send", &json!(send));
    }

    /// The buyer answers what it received, and the seller has the answer.
    async fn answer(&self) {
        let (sk, buyer) = (self.server.sk(), self.server.sk_buyer());
        let receive = json!({"receive": true}).to_string().into_bytes();
        sk.send(Method::PUT, "/v1/agent/peppol/invoice-responses", receive).await.expect(200);
        let path = self.path("/v1/agent/peppol/received/{received}");
        let answer = json!({"response": "under_query", "note": EVIL,
            "reasons": [{"code": "OTH", "text": EVIL}], "actions": [{"code": "PIN"}]});
        buyer.clone().once("answer").post(&format!("{path}/respond"), &answer).await.expect(201);
        eventually("the answer", || async {
            let received = buyer.get(&path).await.expect(200);
            (received["data"]["responses"][0]["state"] == "delivered").then_some(())
        })
        .await;
    }

    /// The user belongs to the partner too.
    async fn partner(&mut self) {
        let partner = self.partner_role(Role::Owner).await;
        self.names.push(("partner", partner.to_string()));
    }

    /// The user has this role at the partner from now on.
    pub(super) async fn partner_role(&self, role: Role) -> PartnerId {
        let store = self.server.store();
        let partners = store.partners(None, 1).await.expect("asked");
        let partner = partners.rows.first().expect("the partner").id;
        let user = store.user_for_sign_in(&self.server.seeded.user.email).await.expect("asked");
        let user = user.expect("the user").id;
        store.set_partner_member(partner, user, role).await.expect("set");
        partner
    }

    /// A claim of the partner, which its customer has not answered.
    async fn claim(&mut self) {
        let partner = self.server.demo_partner();
        let body =
            json!({"name": EVIL, "ico": "50000001", "dic": "2100000001", "email": "a@b.example"});
        let made = Sending::post(&partner, "/v1/agent/organizations", &body).await.expect(201);
        let id = made["data"]["org_id"].as_str().expect("an id").to_owned();
        let path = format!("/v1/agent/organizations/{id}/peppol-claim");
        let claimed = Sending::post(&partner, &path, &json!({})).await.expect(200);
        let link = claimed["confirmation_url"].as_str().and_then(|url| url.rsplit('/').next());
        self.add("claim", &json!(link));
    }

    async fn webhook(&mut self) {
        let body = json!({"url": "http://127.0.0.1:9/hook?a=b", "events": ["invoice.created"]});
        let made = Sending::post(&self.server.sk(), "/v1/agent/webhooks", &body).await;
        let made = made.expect(201);
        self.add("webhook", &made["id"]);
        let test = format!("/v1/agent/webhooks/{}/test", made["id"].as_str().expect("an id"));
        let sent = Sending::post(&self.server.sk(), &test, &json!({})).await.expect(202);
        self.add("delivery", &sent["id"]);
    }

    /// What comes by mail, and an application that asks for access.
    async fn links(&mut self, sink: &MailSink) {
        let mut browser = signed_in(&self.server).await;
        let members = self.path("/members/organization/{sk}");
        let invited = [("email", "nova@uctovnictvo.example"), ("role", "viewer")];
        let sent = post(&mut browser, &members, &format!("{members}/invite"), &invited).await;
        assert_eq!(sent.status, 303);
        let mut forgetful = Browser::new(&self.server.base_url);
        let user = self.server.seeded.user.email.clone();
        let asked = [("email", &*user)];
        assert_eq!(post(&mut forgetful, "/forgotten", "/forgotten", &asked).await.status, 200);
        for (name, to, path) in
            [("invitation", invited[0].1, "/invitation/"), ("reset", &*user, "/reset/")]
        {
            let link = link(sink, to, path).await;
            self.names.push((name, link[path.len()..].to_owned()));
        }
        let app = App::register(&self.server, "none").await;
        let begun = browser.get(&app.authorize(&[])).await;
        let grant = begun.header("location").strip_prefix("/consent/").expect("a consent");
        let grant = grant.to_owned();
        self.names.push(("grant", grant));
    }
}
