//! Entries in the registry, where the database has what no port writes.

use crate::database::{Database, options};
use events::ParticipantSource;
use peppol_connector::identifiers::Network;
use peppol_publishing::{Entry, EntryStore, MigrationKey};
use store::{SecretsKey, Store, StoreOptions};
use testkit::{build::NOW, peppol::participant};

crate::on_both!(an_entry_that_cannot_be_read_holds_no_other_back);

async fn an_entry_that_cannot_be_read_holds_no_other_back(database: &Database) {
    let organization = database.organization().await;
    for (id, key) in [("9915:1", Some("AAaa11$$AAaa11$$")), ("9915:2", None)] {
        let whose = (Network::Test, participant(id));
        let key = key.map(|key| MigrationKey::new(key).expect("a key"));
        let new = Entry::new(whose, organization, ParticipantSource::ApiEnroll, key, NOW);
        let asked = Entry { attempts: 1, ..new };
        database.store.keep_entry(None, &asked, None).await.expect("kept");
    }
    let due = database.store.due_entries(Network::Test, NOW, 10).await.expect("asked");
    assert_eq!(due.len(), 2);
    let with_another_key =
        StoreOptions { secrets_key: Some(SecretsKey::new([8; 32])), ..options() };
    let store = Store::open(&database.place.url(), with_another_key).await.expect("opened");
    let due = store.due_entries(Network::Test, NOW, 10).await.expect("asked");
    let found: Vec<_> = due.iter().map(|(entry, _)| &entry.participant).collect();
    assert_eq!(found, [&participant("9915:2")]);
    let mut left_out = store::unreadable_rows().into_iter();
    assert!(left_out.any(|(table, count)| table == "peppol_entries" && count > 0));
}
