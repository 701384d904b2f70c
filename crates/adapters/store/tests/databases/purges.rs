//! However much has gathered, it is deleted.

use crate::database::{Database, options};
use access::AccessStore;
use std::time::Duration;
use store::{Store, StoreOptions};

#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_deletes_in_batches() {
    let database = Database::postgres().await;
    let gathered = "insert into request_windows select gen_random_uuid(), 'x', at, 1 \
                    from generate_series(1, 2500) as at";
    database.place.execute(gathered).await;
    let impatient = StoreOptions { statement_timeout: Duration::from_secs(15), ..options() };
    let store = Store::open(&database.place.url(), impatient).await.expect("opened");
    assert_eq!(store.purge_windows(2_101).await.expect("purged"), 2_100);
    assert_eq!(store.purge_windows(2_101).await.expect("purged"), 0);
    assert_eq!(database.place.count("request_windows where window_start > 2100").await, 400);
}
