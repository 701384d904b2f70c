//! Mappings of columns: one for files with the same names, and each organization has its own.

use crate::build::{NOW, id};
use crate::contract::{
    StoreUnderTest,
    setup::{kind, organization},
};
use bank_statements::{
    ChosenColumns, MappedColumn, Mapping, MappingId, MappingRecord, MappingStore,
};
use time::Duration;

fn record(headings: &[&str], seconds: i64) -> MappingRecord {
    let names: Vec<_> = headings.iter().map(|name| (*name).to_owned()).collect();
    let chosen = [(MappedColumn::Date, names[0].clone()), (MappedColumn::Amount, names[1].clone())];
    let mapping = Mapping::of(names, &ChosenColumns::from(chosen)).expect("a mapping");
    MappingRecord { id: MappingId(id()), mapping, created_at: NOW + Duration::seconds(seconds) }
}

pub async fn mappings_are_kept_replaced_and_forgotten(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let (first, second) = (record(&["Tag", "Wert", "Ž'\"ô"], 0), record(&["Day", "Value"], 1));
    for mapping in [&first, &second] {
        store.keep_mapping(owner, mapping).await.expect("kept");
    }
    store.keep_mapping(other, &record(&["tag", "wert", "zo"], 0)).await.expect("kept");
    let page = store.mappings(owner, None, 1).await.expect("a page");
    assert_eq!(page.rows, std::slice::from_ref(&second));
    let again = record(&["#TAG", "Wert:", "zo"], 2);
    store.keep_mapping(owner, &again).await.expect("replaced");
    let rows = store.mappings(owner, None, 10).await.expect("a page").rows;
    assert_eq!(rows, [again.clone(), second]);
    assert_eq!(store.mapping(owner, again.id).await.expect("there"), again);
    assert_eq!(kind(&store.mapping(other, again.id).await), "not found");
    assert_eq!(kind(&store.delete_mapping(other, again.id).await), "not found");
    store.delete_mapping(owner, again.id).await.expect("forgotten");
    assert_eq!(kind(&store.mapping(owner, again.id).await), "not found");
    assert_eq!(kind(&store.delete_mapping(owner, again.id).await), "not found");
    assert_eq!(store.mappings(owner, None, 10).await.expect("a page").rows.len(), 1);
    assert_eq!(store.mappings(other, None, 10).await.expect("a page").rows.len(), 1);
}
