//! Tests that the lists find their rows by an index that has them in order.

use super::{
    super::super::{
        super::explain::{SLOW, STATISTICS, USING, execute, on_engine, temporary},
        plans::{explain, index_of},
        sql::{Backend, list as listed},
    },
    contacts, list, lock, overdue,
};
use crate::fill;
use access::OrganizationId;
use invoicing::{
    ContactId, InvoiceFilter, InvoiceId, InvoiceStatus, InvoiceStore, InvoiceType,
    recording::Origin,
    records::{ContactFilter, Provision, ProvisionStore},
    states::DueCursor,
};
use money::Currency;
use persistence::Cursor;
use testkit::build::{NOW, draft, organization, respond};
use time::{Duration, macros::date};
use uuid::Uuid;

/// Each filter with the indexes that serve it, which have the rows in the order of the list.
fn filters(customer: ContactId) -> Vec<(InvoiceFilter, &'static [&'static str])> {
    let none = InvoiceFilter::default;
    let proforma = Some(InvoiceType::Proforma);
    let (from, to) = (Some(date!(2026 - 01 - 01)), Some(date!(2026 - 12 - 31)));
    // at most one invoice, so any order will do
    let number: &[_] = &["invoices_number", "sqlite_autoindex_invoices_2"];
    vec![
        (none(), &["invoices_newest"]),
        (InvoiceFilter { origin: Some(Origin::Connector), ..none() }, &["invoices_newest"]),
        (InvoiceFilter { status: Some(InvoiceStatus::Sent), ..none() }, &["invoices_status"]),
        (InvoiceFilter { invoice_type: proforma, ..none() }, &["invoices_type"]),
        (InvoiceFilter { currency: Some(Currency::Czk), ..none() }, &["invoices_currency"]),
        (InvoiceFilter { customer_id: Some(customer), ..none() }, &["invoices_customer"]),
        (InvoiceFilter { number: Some("N17".into()), ..none() }, number),
        (InvoiceFilter { issued_from: from, ..none() }, &["invoices_newest"]),
        (InvoiceFilter { issued_from: from, issued_to: to, ..none() }, &["invoices_newest"]),
        (InvoiceFilter { due_from: from, due_to: to, ..none() }, &["invoices_newest"]),
    ]
}

async fn filled(store: &Backend) -> (OrganizationId, ContactId) {
    let organization = organization();
    let id = organization.id;
    let provision = Provision { organizations: vec![organization], ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    store.issue(&draft(id), None, respond).await.expect("issued");
    execute(store, &fill::copies(USING.starts_with("Index"), 5_000)).await;
    let rare = ContactFilter { name: Some(fill::RARE.into()), ..ContactFilter::default() };
    let rare = store.contacts(id, &rare, None, 1).await.expect("a page");
    (id, rare.rows[0].contact.id)
}

async fn plan(
    store: &Backend,
    owner: OrganizationId,
    filter: &InvoiceFilter,
    after: Option<Cursor>,
) -> String {
    explain(store, list::query(50, owner, filter, after)).await
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_filter_of_the_list_has_its_index() {
    let (store, _place) = temporary().await;
    let (owner, customer) = filled(&store).await;
    let deep = Cursor::new(NOW + Duration::seconds(1_500), Uuid::from_u128(1 << 127));
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        for (filter, indexes) in filters(customer) {
            for after in [None, Some(deep)] {
                let plan = plan(&store, owner, &filter, after).await;
                let bad = SLOW.iter().any(|slow| plan.contains(slow)) && filter.number.is_none();
                let right = indexes.contains(&index_of(&plan));
                assert!(right && !bad, "{filter:?} {after:?} {statistics:?}:\n{plan}");
            }
        }
    }
}

/// A lock reads what it locks, not every invoice.
#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn locks_find_their_invoices_by_indexes() {
    let (store, _place) = temporary().await;
    let (owner, _) = filled(&store).await;
    execute(&store, STATISTICS[STATISTICS.len() - 1]).await;
    let plan = explain(&store, lock::locking(owner, listed([Uuid::nil()]))).await;
    let reads_all = ["Seq Scan on invoices", "SCAN invoices"].iter().any(|it| plan.contains(it));
    assert!(plan.contains("invoices_settled_by") && !reads_all, "{plan}");
}

/// A few days of many: only their invoices are read and sorted.
#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_few_days_are_found_by_their_own_index() {
    let (store, _place) = temporary().await;
    let (owner, _) = filled(&store).await;
    execute(&store, STATISTICS[STATISTICS.len() - 1]).await;
    let day = Some(date!(2026 - 05 - 02));
    let none = InvoiceFilter::default;
    for (filter, index) in [
        (InvoiceFilter { issued_from: day, issued_to: day, ..none() }, "invoices_issued"),
        (InvoiceFilter { due_from: day, due_to: day, ..none() }, "invoices_due"),
    ] {
        let plan = plan(&store, owner, &filter, None).await;
        assert!(plan.contains(index), "{filter:?}:\n{plan}");
    }
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn contacts_have_their_indexes_too() {
    let (store, _place) = temporary().await;
    let (owner, _) = filled(&store).await;
    execute(&store, &more_contacts(5_000)).await;
    let none = ContactFilter::default;
    let text = |text: &str| Some(text.to_owned());
    let after = Some(Cursor::new(NOW + Duration::seconds(1_500), Uuid::nil()));
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        for (filter, index) in [
            (none(), "contacts_newest"),
            (ContactFilter { name: text("zriedkav"), ..none() }, "contacts_newest"),
            (ContactFilter { ico: text("10000017"), ..none() }, "contacts_ico"),
            (ContactFilter { dic: text("2000000017"), ..none() }, "contacts_dic"),
            (ContactFilter { ic_dph: text("SK2000000017"), ..none() }, "contacts_ic_dph"),
        ] {
            for after in [None, after] {
                let name = filter.search_name();
                let query = contacts::query(50, owner, &filter, (name.as_deref(), None), after);
                let plan = explain(&store, query).await;
                let bad = SLOW.iter().any(|slow| plan.contains(slow));
                assert!(plan.contains(index) && !bad, "{filter:?} {statistics:?}:\n{plan}");
            }
        }
    }
}

/// This runs each night over all organizations; the last one may have no such invoice.
#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_past_due_is_found_by_its_index() {
    let (store, _place) = temporary().await;
    let (owner, _) = filled(&store).await;
    let due_date = date!(2026 - 05 - 02);
    let after = DueCursor { due_date, organization: owner, invoice: InvoiceId(Uuid::nil()) };
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        for after in [None, Some(after)] {
            let query = overdue::past_due(date!(2026 - 05 - 09), after, 100);
            let plan = explain(&store, query).await;
            assert!(plan.contains("invoices_open_due"), "{after:?} {statistics:?}:\n{plan}");
        }
    }
}

/// The statement that creates contacts with names and numbers of their own.
fn more_contacts(count: usize) -> String {
    let (id, second) = if USING.starts_with("Index") {
        ("gen_random_uuid()", "(n / 7) * interval '1 second'")
    } else {
        ("randomblob(16)", "(n / 7) * 1000000")
    };
    format!(
        "insert into contacts
           (organization_id, id, search_name, ico, dic, party, created_at, ic_dph)
         with recursive counted(n) as
           (select 1 union all select n + 1 from counted where n < {count})
         select organization_id, {id}, 'Firma ' || n, 10000000 + n || '', 2000000000 + n || '',
           party, created_at + {second}, 'SK' || (2000000000 + n)
         from contacts c, counted where c.search_name = '{}'",
        fill::RARE
    )
}
