//! Tests that the queries of the stock use its indexes.

use super::{
    super::super::{
        super::explain::{SLOW, STATISTICS, USING, execute, on_engine, temporary},
        plans::{explain, index_of},
        sql::{Backend, Statement, page_query},
    },
    documents, following, held, items, lists, warehouses,
};
use access::OrganizationId;
use invoicing::{
    Violations,
    records::{Provision, ProvisionStore},
};
use std::collections::BTreeSet;
use stock::{
    Cause, DocumentFilter, ItemFilter, ItemInput, LevelFilter, MovementFilter, StockDocumentId,
    StockItemId, StockStore, WarehouseId, WarehouseInput,
};
use testkit::build::{NOW, id, organization};
use time::macros::date;

struct Filled {
    owner: OrganizationId,
    item: StockItemId,
    warehouse: WarehouseId,
}

/// Two organizations, each with 2,000 items in each of five warehouses, 20,000 movements and 2,000 documents.
async fn filled(store: &Backend) -> Filled {
    let organizations = vec![organization(), organization()];
    let owners: Vec<_> = organizations.iter().map(|organization| organization.id).collect();
    let provision = Provision { organizations, ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    let (item, warehouse) = (StockItemId(id()), WarehouseId(id()));
    for owner in &owners {
        let input = ItemInput { name: Some("Stolička".into()), ..ItemInput::default() };
        let (item, place) = match *owner == owners[0] {
            true => (item, warehouse),
            false => (StockItemId(id()), WarehouseId(id())),
        };
        let item = input.check(item, NOW, Violations::new()).expect("right");
        store.add_stock_item(*owner, &item, None).await.expect("kept");
        let input = WarehouseInput { name: Some("Sklad".into()), ..WarehouseInput::default() };
        let place = input.check(place, NOW, Violations::new()).expect("right");
        store.add_warehouse(*owner, &place, None).await.expect("kept");
    }
    execute(store, &copies()).await;
    Filled { owner: owners[0], item, warehouse }
}

fn copies() -> String {
    let (id, second, day) = if USING.starts_with("Index") {
        ("gen_random_uuid()", "n * interval '1 second'", "date '2026-01-01' + (n % 300)::integer")
    } else {
        ("randomblob(16)", "n * 1000000", "date('2026-01-01', '+' || (n % 300) || ' days')")
    };
    let counted = |most: u32| {
        format!(
            "with recursive counted(n) as
               (select 1 union all select n + 1 from counted where n < {most})"
        )
    };
    let (few, many, most) = (counted(4), counted(2_000), counted(20_000));
    format!(
        "insert into warehouses
           {few} select organization_id, {id}, 'Sklad ' || n, null, 1, created_at + {second}
           from warehouses, counted;
         insert into stock_items
           {many} select organization_id, {id}, 'SKU-' || n, name, search_name, unit, null, below_zero,
             null, 1, created_at + {second}
           from stock_items, counted;
         insert into stock_levels
           select i.organization_id, i.id, w.id, {id}, 1000000, 100, '1', i.created_at
           from stock_items i join warehouses w on w.organization_id = i.organization_id;
         insert into stock_movements
           {most} select p.organization_id, {id}, p.item_id, p.warehouse_id, 'document', {id}, 1000000, 100,
             {day}, p.created_at + {second}
           from (select organization_id, item_id, warehouse_id, created_at,
                   row_number() over (partition by organization_id order by id) as place
                 from stock_levels) p
           join counted on p.place = 1 + counted.n % 10000;
         insert into stock_documents
           {many} select organization_id, {id}, 'receipt', 'PR' || n, {day}, w.id, null, null, '[]', 1,
             created_at + {second}, created_at
           from warehouses w, counted where w.name = 'Sklad';"
    )
}

/// The first page of a list.
fn page(query: Statement<'_>) -> Statement<'_> {
    page_query(query, None, 50)
}

async fn check(store: &Backend, query: Statement<'_>, index: &str) {
    let plan = explain(store, query).await;
    let slow = SLOW.iter().any(|slow| plan.contains(slow));
    assert!(index_of(&plan) == index && !slow, "{index}:\n{plan}");
}

/// Checks that a query reads a few rows by an index, in any order.
async fn finds(store: &Backend, query: Statement<'_>, index: &str) {
    let plan = explain(store, query).await;
    let reads_all = ["Seq Scan on stock", "SCAN stock", "SCAN m", "SCAN i"];
    let slow = reads_all.iter().any(|slow| plan.contains(slow));
    assert!(plan.contains(index) && !slow, "{index}:\n{plan}");
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_there_is_is_listed_by_its_indexes() {
    let (store, _place) = temporary().await;
    let Filled { owner, item, warehouse } = filled(&store).await;
    let (no_items, no_documents) = (ItemFilter::default(), DocumentFilter::default());
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        check(&store, page(items::list(owner, &no_items, None)), "stock_items_newest").await;
        let levels = LevelFilter::default();
        finds(&store, page(lists::levels(owner, levels)), "stock_levels").await;
        let all = MovementFilter::default();
        check(&store, page(lists::movements(owner, all)), "stock_movements_newest").await;
        let of_item = MovementFilter { item: Some(item), ..all };
        finds(&store, page(lists::movements(owner, of_item)), "stock_movements_").await;
        let of_warehouse = MovementFilter { warehouse: Some(warehouse), ..all };
        finds(&store, page(lists::movements(owner, of_warehouse)), "stock_movements_").await;
        let of_document = MovementFilter { document: Some(StockDocumentId(id())), ..all };
        finds(&store, page(lists::movements(owner, of_document)), "stock_movements_cause").await;
        let documents = documents::list(owner, &no_documents, None);
        check(&store, page(documents), "stock_documents_newest").await;
        let day = date!(2026 - 06 - 30);
        finds(&store, page(lists::on(owner, day, None)), "stock_movements_day").await;
    }
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_document_moves_is_found_by_its_indexes() {
    let (store, _place) = temporary().await;
    let Filled { owner, item, .. } = filled(&store).await;
    let ids = BTreeSet::from([item.0]);
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        finds(&store, held::items(owner, &ids), "stock_items").await;
        finds(&store, held::levels(owner, &ids), "stock_levels").await;
        let later = held::later_query(owner, &ids, date!(2026 - 06 - 30));
        finds(&store, later, "stock_movements_").await;
        let cause = Cause::Document(StockDocumentId(id()));
        finds(&store, following::moved_query(owner, cause), "stock_movements_cause").await;
        finds(&store, warehouses::find(owner, WarehouseId(id())), "warehouses").await;
    }
}
