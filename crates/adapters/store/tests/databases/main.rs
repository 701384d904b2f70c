//! The store on real databases: the contract of `testkit`, and what only a database can break.
//!
//! SQLite always; PostgreSQL when `TEST_DATABASE_URL` names a server where databases may be made.

mod cancelled;
mod children;
mod connections;
mod contract;
mod crash;
mod crash_sends;
mod dashboard;
mod database;
mod entries;
mod fill;
mod group_commit;
mod keys;
mod many_taken;
mod migrating;
mod old_migrations;
mod old_records;
mod opening;
mod overdue;
mod packed_contents;
mod paging;
mod processes;
mod purges;
mod readiness;
mod saved_together;
mod sends;
mod statements;
mod stock_turns;
mod webhooks;

/// A test of each function on both databases. It is given a new, migrated [`database::Database`].
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => {
        mod sqlite { $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn $name() {
                super::$name(&crate::database::Database::sqlite().await).await;
            }
        )+ }
        mod postgres { $(
            #[test_databases::on_postgres]
            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn $name() {
                super::$name(&crate::database::Database::postgres().await).await;
            }
        )+ }
    };
}
pub(crate) use on_both;
