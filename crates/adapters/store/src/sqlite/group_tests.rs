//! Tests of group commit: which work shares a transaction, and how one member may affect the others.

use super::{Conn, Sqlite, explain::temporary, transaction::Transaction};
use diesel_async::SimpleAsyncConnection;
use persistence::StoreError;
use std::{future::Future, time::Duration};
use test_databases::TempFolder;
use tokio::task::{JoinHandle, yield_now};

async fn store_with_table() -> (Sqlite, TempFolder) {
    let (store, place) = temporary().await;
    run(&mut store.writer().await.expect("the writer"), "CREATE TABLE t (n INTEGER PRIMARY KEY)")
        .await
        .expect("made");
    (store, place)
}

async fn run(conn: &mut Conn, sql: &str) -> Result<(), StoreError> {
    conn.batch_execute(sql).await.map_err(crate::error::translate)
}

/// Runs transactions that all wait for their turn before the first has it, so that the order is certain. Returns the
/// number of commits that they needed, counted in the log.
async fn at_once<T: Send + 'static, W: Future<Output = T> + Send + 'static>(
    store: &Sqlite,
    place: &TempFolder,
    works: impl IntoIterator<Item = W>,
) -> (Vec<Result<T, tokio::task::JoinError>>, usize) {
    let before = commits(place);
    let turn = store.writing.clone().lock_owned().await;
    let tasks: Vec<JoinHandle<T>> = works.into_iter().map(tokio::spawn).collect();
    for _ in 0..10 {
        yield_now().await;
    }
    drop(turn);
    let mut ended = Vec::new();
    for task in tasks {
        ended.push(task.await);
    }
    (ended, commits(place) - before)
}

/// The number of frames of the log that end a transaction: those with the size of the database.
fn commits(place: &TempFolder) -> usize {
    let log = std::fs::read(place.file("billhook.db-wal")).expect("the log");
    let number = |at: usize| u32::from_be_bytes(log[at..at + 4].try_into().expect("four bytes"));
    let page = usize::try_from(number(8)).expect("a size");
    (32..log.len()).step_by(24 + page).filter(|frame| number(frame + 4) > 0).count()
}

async fn keep(store: Sqlite, n: i32) -> Result<(), StoreError> {
    let mut transaction = store.begin().await?;
    let kept = run(transaction.conn(), &format!("INSERT INTO t VALUES ({n})")).await;
    transaction.finish(kept).await
}

/// The stored numbers, as readers see them.
async fn kept(store: &Sqlite) -> Vec<i32> {
    use diesel::sql_types::Integer;
    use diesel_async::RunQueryDsl;
    let mut reader = store.reader().await.expect("a reader");
    diesel::dsl::sql::<Integer>("SELECT n FROM t ORDER BY n")
        .load::<i32>(&mut reader)
        .await
        .expect("read")
}

#[tokio::test]
async fn those_who_wait_together_wait_for_one_commit() {
    let (store, place) = store_with_table().await;
    let works = (0..20).map(|n| keep(store.clone(), n));
    let (ended, commits) = at_once(&store, &place, works).await;
    assert!(ended.into_iter().all(|ended| ended.expect("no panic").is_ok()));
    assert_eq!((kept(&store).await, commits), ((0..20).collect(), 1));
    keep(store.clone(), 20).await.expect("alone");
    assert_eq!(kept(&store).await.len(), 21);
}

#[tokio::test]
async fn one_that_fails_or_panics_undoes_only_its_own_work() {
    let (store, place) = store_with_table().await;
    let work = |n: i32| {
        let store = store.clone();
        async move {
            let mut transaction = store.begin().await?;
            let done = run(transaction.conn(), &format!("INSERT INTO t VALUES ({n})")).await;
            assert!(n != 3, "in the middle");
            // a number that another member has stored in this batch
            let done = match n {
                5 => run(transaction.conn(), "INSERT INTO t VALUES (1)").await,
                _ => done,
            };
            transaction.finish(done).await
        }
    };
    let (ended, _) = at_once(&store, &place, (0..8).map(work)).await;
    for (n, ended) in ended.into_iter().enumerate() {
        match n {
            3 => assert!(ended.is_err_and(|error| error.is_panic())),
            5 => assert!(matches!(ended.expect("ended"), Err(StoreError::Taken(_)))),
            _ => ended.expect("ended").expect("kept"),
        }
    }
    assert_eq!(kept(&store).await, [0, 1, 2, 4, 6, 7]);
}

#[tokio::test]
async fn one_whose_caller_goes_hurts_no_other() {
    let (store, place) = store_with_table().await;
    let work = |n: i32| {
        let store = store.clone();
        async move {
            if n == 2 {
                // goes away while it waits for the disk: its work is complete, and is committed with the rest
                let work = keep(store, n);
                let _ = tokio::time::timeout(Duration::ZERO, work).await;
            } else if n == 4 {
                let mut transaction = store.begin().await.expect("begun");
                run(transaction.conn(), "INSERT INTO t VALUES (4)").await.expect("inserted");
                drop::<Transaction>(transaction);
            } else {
                keep(store, n).await.expect("kept");
            }
        }
    };
    let (ended, _) = at_once(&store, &place, (0..8).map(work)).await;
    assert!(ended.iter().all(Result::is_ok));
    let kept = kept(&store).await;
    let others: Vec<i32> = kept.into_iter().filter(|n| *n != 2).collect();
    assert_eq!(others, [0, 1, 3, 5, 6, 7]);
    keep(store.clone(), 9).await.expect("no transaction was left open");
}

/// SQLite ends the transaction itself when the disk is full.
#[tokio::test]
async fn when_the_database_ends_the_transaction_no_answer_says_that_it_was_kept() {
    let (store, place) = store_with_table().await;
    let work = |n: i32| {
        let store = store.clone();
        async move {
            if n != 3 {
                return keep(store, n).await;
            }
            let mut transaction = store.begin().await?;
            run(transaction.conn(), "ROLLBACK").await?;
            transaction.finish(Err(StoreError::NotFound)).await
        }
    };
    let (ended, _) = at_once(&store, &place, (0..8).map(work)).await;
    let answered: Vec<bool> =
        ended.into_iter().map(|ended| ended.expect("no panic").is_ok()).collect();
    assert_eq!(answered, [false, false, false, false, true, true, true, true]);
    assert_eq!(kept(&store).await, [4, 5, 6, 7]);
}

#[tokio::test]
async fn what_need_not_wait_goes_along_with_a_batch_or_alone() {
    let (store, place) = store_with_table().await;
    let work = |n: i32| {
        let store = store.clone();
        async move {
            let begun =
                if n % 2 == 0 { store.begin().await } else { store.begin_async_commit().await };
            let mut transaction = begun?;
            let done = run(transaction.conn(), &format!("INSERT INTO t VALUES ({n})")).await;
            transaction.finish(done).await
        }
    };
    let (ended, commits) = at_once(&store, &place, (0..6).map(work)).await;
    assert!(ended.into_iter().all(|ended| ended.expect("no panic").is_ok()));
    assert_eq!((kept(&store).await.len(), commits), (6, 1));
    work(7).await.expect("alone");
    work(8).await.expect("after it");
    assert_eq!(kept(&store).await.len(), 8);
}

/// Statements that are committed one by one see what was stored before them.
#[tokio::test]
async fn a_single_statement_comes_after_the_batch() {
    let (store, place) = store_with_table().await;
    let work = |n: i32| {
        let store = store.clone();
        async move {
            if n != 2 {
                return keep(store, n).await;
            }
            let mut writer = store.writer().await?;
            run(&mut writer, "INSERT INTO t SELECT max(n) + 10 FROM t").await
        }
    };
    let (ended, _) = at_once(&store, &place, (0..4).map(work)).await;
    assert!(ended.into_iter().all(|ended| ended.expect("no panic").is_ok()));
    assert_eq!(kept(&store).await, [0, 1, 3, 11]);
}
