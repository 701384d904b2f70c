//! What benches do in the database of a [`BenchServer`].

use crate::bench_server::{BenchServer, ORGANIZATIONS};
use access::OrganizationId;
use peppol_connector::{
    audit::{AccountAudit, AuditAction},
    identifiers::Network,
    ports::AccountStore,
    registration::AccountRecord,
};
use runtime::{config::Settings, wiring};
use time::OffsetDateTime;
use uuid::Uuid;

/// Opens the database of a server.
pub fn on_store<T>(server: &BenchServer, work: impl AsyncFnOnce(&store::Store) -> T) -> T {
    let settings = Settings { database_url: Some(server.database.url()), ..Settings::default() };
    let config = settings.resolve().expect("settings");
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().expect("a runtime").block_on(async {
        let store = wiring::open_store(&config, false).await.expect("the database");
        work(&store).await
    })
}

/// Gives each organization the account in the test network that is made of its number and of what it had.
pub fn enroll(
    server: &BenchServer,
    action: AuditAction,
    account: impl Fn(u128, &AccountRecord) -> AccountRecord,
) {
    on_store(server, async |store| {
        let now = OffsetDateTime::now_utc();
        for number in 1..=ORGANIZATIONS {
            let id = OrganizationId(Uuid::from_u128(number));
            let before = store.account(id).await.expect("an account");
            let (after, audit) =
                (account(number, &before), AccountAudit::new(Network::Test, action));
            store.change_account(id, &before, &after, audit, &[], now).await.expect("kept");
        }
    });
}
