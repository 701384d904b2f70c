//! What no port does yet, done by hand: a user leaves. And what outlives a process.

use crate::database::{Database, options};
use access::{AccessStore, Counted, KeyOwner, KeyStore, NewKeyOwner, Role, Tier};
use invoicing::{
    InvoiceId,
    records::{Provision, ProvisionStore},
};
use store::Store;
use test_databases::TempFolder;
use testkit::build::{NOW, id, key, user};

crate::on_both!(a_user_who_left_has_no_role);

async fn a_user_who_left_has_no_role(database: &Database) {
    let organization = database.organization().await;
    let user = user(organization, Role::Owner);
    let key = key(NewKeyOwner::User { user: user.id, organization }, Tier::Test);
    let hash = key.hash;
    let provision = Provision { users: vec![user], keys: vec![key], ..Provision::default() };
    database.store.provision(&provision, NOW).await.expect("provisioned");
    database.place.execute("delete from memberships").await;
    let found = database.store.use_key(&hash, None, NOW).await.expect("asked").expect("a key");
    assert!(matches!(found.key.owner, KeyOwner::User { role: None, .. }), "{found:?}");
}

/// The requests of a process that ends as it should are counted by the next one.
#[test]
fn the_counts_of_sqlite_outlive_their_process() {
    let folder = TempFolder::create();
    let counted = Counted::Link(InvoiceId(id()));
    for expected in 1..=3 {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().build().expect("a runtime");
        let window = runtime.block_on(async {
            let store = Store::open(&folder.url(), options()).await.expect("opened");
            store.migrate().await.expect("migrated");
            store.count_request(counted, 1_795_000_000 + i64::from(expected)).await
        });
        // with it goes the task that would have kept the count a moment later
        drop(runtime);
        assert_eq!(window.expect("counted").count, expected);
    }
}

/// Those of one that is killed too, but for the last moment's.
#[tokio::test]
async fn the_counts_of_sqlite_are_kept_a_moment_later() {
    let folder = TempFolder::migrated().await;
    let killed = Store::open(&folder.url(), options()).await.expect("opened");
    let key = key_of_a_user(&killed).await;
    killed.use_key(&key.0, None, NOW).await.expect("asked").expect("a key");
    for _ in 0..100 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        // a store of another process, which has counted nothing
        let other = Store::open(&folder.url(), options()).await.expect("opened");
        let record = other.key_record(None, key.1).await.expect("a key");
        if record.last_used_at.is_some() {
            let found = other.use_key(&key.0, None, NOW).await.expect("asked").expect("a key");
            assert_eq!(found.window.count, 2);
            return;
        }
    }
    panic!("never kept");
}

async fn key_of_a_user(store: &Store) -> ([u8; 32], access::ApiKeyId) {
    let organization = testkit::build::organization();
    let user = user(organization.id, Role::Owner);
    let owner = NewKeyOwner::User { user: user.id, organization: organization.id };
    let key = key(owner, Tier::Test);
    let found = (key.hash, key.id);
    let (organizations, users, keys) = (vec![organization], vec![user], vec![key]);
    let provision = Provision { organizations, users, keys, ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    found
}
