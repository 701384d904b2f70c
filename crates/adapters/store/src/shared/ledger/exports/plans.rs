//! Tests that documents of a period, lists and expired exports are found by their indexes.

use super::{
    super::super::{
        super::explain::{SLOW, STATISTICS, USING, execute, on_engine, temporary},
        plans::explain,
        sql::{Backend, Statement},
    },
    documents, expired, list,
};
use crate::fill;
use access::{OrganizationId, Tier};
use accounting_export::{
    DocumentId, Export, ExportId, ExportStore, Period, Phase, Place, Selection,
};
use invoicing::{
    InvoiceStore,
    records::{Provision, ProvisionStore},
};
use jobs::JobId;
use peppol_connector::identifiers::Network;
use testkit::build::{self, NOW, id};
use time::{Duration, macros::date};

const PERIOD: Period = Period { from: date!(2026 - 11 - 01), to: date!(2026 - 11 - 30) };

/// An organization with 20,000 invoices and 20,000 exports.
async fn filled(store: &Backend) -> OrganizationId {
    let organization = build::organization();
    let owner = organization.id;
    let provision = Provision { organizations: vec![organization], ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    store.issue(&build::draft(owner), None, build::respond).await.expect("issued");
    let export = Export::requested(ExportId(id()), (PERIOD, true), Tier::Live, 3, NOW);
    let job = export.job(JobId(id()), owner);
    store.add_export(owner, &export, &job, 10, None).await.expect("kept");
    let postgres = USING.starts_with("Index");
    execute(store, &fill::copies(postgres, 5_000)).await;
    let (new, second) = match postgres {
        true => ("gen_random_uuid()", "(n / 7) * interval '1 second'"),
        false => ("randomblob(16)", "(n / 7) * 1000000"),
    };
    let exports = format!(
        "insert into exports
           with recursive counted(n) as
             (select 1 union all select n + 1 from counted where n < 5000)
           select organization_id, {new}, tier, period_from, period_to, files, state, progress,
             error, created_at + {second}, finished_at, expires_at + {second}, version
           from exports e, counted;"
    );
    execute(store, &exports).await;
    owner
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exports_have_their_indexes() {
    let (store, _place) = temporary().await;
    let owner = filled(&store).await;
    // as in production: the documents were stored before the export was requested
    let until = NOW + Duration::DAY;
    let selection = Selection { period: PERIOD, network: Network::Live, until };
    let place = Place { issue_date: date!(2026 - 11 - 15), kept_at: NOW, id: DocumentId(id()) };
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        for after in [None, Some(place)] {
            let query = documents::page(owner, &selection, Phase::Invoices, after, 200);
            check(&store, query.expect("documents"), "invoices_issued").await;
        }
        check(&store, list(owner, Tier::Live, None, 50), "exports_newest").await;
        check(&store, expired(NOW + Duration::days(7)), "exports_expired").await;
    }
}

/// Also accepts an index that contains all columns that are read.
async fn check(store: &Backend, query: Statement<'_>, index: &str) {
    let plan = explain(store, query).await;
    let is_slow = SLOW.iter().any(|slow| plan.contains(slow));
    assert!(plan.contains(index) && !is_slow, "{index}:\n{plan}");
}
