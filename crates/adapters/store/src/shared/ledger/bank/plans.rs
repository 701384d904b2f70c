//! Tests that lines that wait for a new invoice are looked for by an index.

use super::{
    super::super::{
        super::explain::{STATISTICS, USING, execute, on_engine, temporary},
        plans::explain,
        sql::Backend,
    },
    due::new_invoices,
};
use invoicing::records::{Provision, ProvisionStore};
use testkit::build::{self, NOW};

/// Two organizations with 10,000 lines each, of which those of one wait, and 10,000 events.
async fn filled(store: &Backend) {
    let organizations = vec![build::organization(), build::organization()];
    let provision = Provision { organizations, ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    let (random, empty) = match USING.starts_with("Index") {
        true => ("gen_random_uuid()", "''::bytea"),
        false => ("randomblob(16)", "x''"),
    };
    let counted = "with recursive counted(n) as \
                   (select 1 union all select n + 1 from counted where n < 10000)";
    let fill = format!(
        "insert into bank_statements (organization_id, id, sha256, bank_account_id, iban, currency,
           format, lines, repeated, pending, recorded, proposed, refused, unmatched, ignored, created_at)
         select id, {random}, {empty}, {random}, '', 'EUR', 'csv', 0, 0, 0, 0, 0, 0, 0, 0, created_at
           from organizations;
         insert into bank_statement_lines (organization_id, id, statement_id, iban, currency, format,
           position, key, content, state, reason, line, created_at)
         {counted}
         select s.organization_id, {random}, s.id, '', 'EUR', 'csv', n, 'key ' || n, '',
           case when s.organization_id = (select id from organizations order by id limit 1)
             then 'unmatched' else 'recorded' end, '', '{{}}', s.created_at
           from counted, bank_statements s;
         insert into events (organization_id, id, name, payload, created_at, seq)
         {counted}
         select (select id from organizations order by id desc limit 1), {random}, 'invoice.created', '{{}}', s.created_at, n
           from counted, (select min(created_at) as created_at from organizations) s;"
    );
    execute(store, &fill).await;
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_that_wait_are_found_by_their_index() {
    let (store, _place) = temporary().await;
    filled(&store).await;
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        let plan = explain(&store, new_invoices(200, 400)).await;
        for index in ["events_fed", "bank_statement_lines_unmatched"] {
            assert!(plan.contains(index), "not by {index}:\n{plan}");
        }
    }
}
