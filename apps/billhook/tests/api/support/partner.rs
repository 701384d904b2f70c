use super::{Caller, TestServer};
use access::{ApiKeyId, NewKey, NewKeyOwner, NewPartner, OrganizationId, PartnerId, Scopes, Tier};
use invoicing::records::{Provision, ProvisionStore};
use runtime::secrets;
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::ports::FeedStore;

/// A partner with its keys, which name no organization.
pub struct Partner {
    /// Its id.
    pub id: PartnerId,
    /// With its test key.
    pub test: Caller,
    /// With its live key.
    pub live: Caller,
}

/// An organization to make, with these last digits in its numbers.
pub fn organization(number: u32) -> Value {
    json!({
        "name": format!("Lesná správa č. {number}"),
        "ico": format!("5{number:07}"), "dic": format!("21{number:08}"),
        "ic_dph": format!("SK21{number:08}"), "email": "klient@firma.example",
        "address": {"street": "Lesná 1", "city": "Zvolen", "postalCode": "960 01", "country": "SK"},
    })
}

impl TestServer {
    /// A partner whose account was registered then.
    pub async fn new_partner(&self, since: OffsetDateTime) -> Partner {
        self.partner_with(since, Scopes::ALL).await
    }

    /// A partner whose keys have these scopes.
    pub async fn partner_with(&self, since: OffsetDateTime, scopes: Scopes) -> Partner {
        let id = PartnerId(Uuid::now_v7());
        let name = "Účtovníci <spolu> & synovia".to_owned();
        let mut provision = Provision {
            partners: vec![NewPartner { id, name, organizations: Vec::new() }],
            ..Provision::default()
        };
        let mut caller = |tier| {
            let key = secrets::new_key(true, tier).expect("a key");
            provision.keys.push(NewKey {
                id: ApiKeyId(Uuid::now_v7()),
                hash: secrets::sha256(key.expose().as_bytes()),
                hint: "svc_pk_".to_owned(),
                tier,
                scopes,
                owner: NewKeyOwner::Partner(id),
                name: None,
                expires_at: None,
                created_by: None,
            });
            let nobody = OrganizationId(Uuid::nil());
            Caller::new(&self.base_url, key.expose(), nobody).acting_for(None)
        };
        let (test, live) = (caller(Tier::Test), caller(Tier::Live));
        self.store().provision(&provision, since).await.expect("a partner");
        Partner { id, test, live }
    }

    /// A partner's test key with these scopes.
    pub async fn key_for(&self, partner: PartnerId, scopes: Scopes) -> Caller {
        let key = secrets::new_key(true, Tier::Test).expect("a key");
        let new = NewKey {
            id: ApiKeyId(Uuid::now_v7()),
            hash: secrets::sha256(key.expose().as_bytes()),
            hint: "svc_pk_".to_owned(),
            tier: Tier::Test,
            scopes,
            owner: NewKeyOwner::Partner(partner),
            name: None,
            expires_at: None,
            created_by: None,
        };
        let provision = Provision { keys: vec![new], ..Provision::default() };
        self.store().provision(&provision, OffsetDateTime::now_utc()).await.expect("a key");
        let nobody = OrganizationId(Uuid::nil());
        Caller::new(&self.base_url, key.expose(), nobody).acting_for(None)
    }

    /// Names and data of the events of a partner's organizations, the oldest first.
    pub async fn events(&self, partner: PartnerId) -> Vec<(String, Value)> {
        let store = self.store();
        store.assign_sequence(1_000).await.expect("placed");
        let items = store.events(partner, None, 1_000).await.expect("the feed").rows;
        let read = |item: webhooks::feed::FeedItem| -> Value {
            serde_json::from_str(item.payload.as_str()).expect("JSON")
        };
        let split = |event: Value| {
            (event["event"].as_str().expect("a name").to_owned(), event["data"].clone())
        };
        items.into_iter().map(read).map(split).collect()
    }
}
