//! What no port does yet, done by hand: a key is revoked, a user leaves.

use crate::database::Database;
use access::{AccessStore, KeyOwner, NewKeyOwner, Role, Tier};
use invoicing::{Provision, ProvisionStore};
use testkit::build::{NOW, key, user};

crate::on_both!(a_revoked_key_is_no_key, a_user_who_left_has_no_role);

async fn user_with_key(database: &Database) -> [u8; 32] {
    let organization = database.organization().await;
    let user = user(organization, Role::Owner);
    let key = key(NewKeyOwner::User { user: user.id, organization }, Tier::Test);
    let hash = key.hash;
    let provision = Provision { users: vec![user], keys: vec![key], ..Provision::default() };
    database.store.provision(&provision, NOW).await.expect("provisioned");
    hash
}

async fn a_revoked_key_is_no_key(database: &Database) {
    let hash = user_with_key(database).await;
    assert!(database.store.key(&hash, None).await.expect("asked").is_some());
    database.place.execute("update api_keys set revoked_at = created_at").await;
    assert_eq!(database.store.key(&hash, None).await.expect("asked"), None);
}

async fn a_user_who_left_has_no_role(database: &Database) {
    let hash = user_with_key(database).await;
    database.place.execute("delete from memberships").await;
    let found = database.store.key(&hash, None).await.expect("asked").expect("a key");
    assert!(matches!(found.key.owner, KeyOwner::User { role: None, .. }), "{found:?}");
}
