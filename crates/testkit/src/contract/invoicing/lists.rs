//! The list of invoices: filters, order, pages.

use super::model;
use crate::build::{NOW, draft};
use crate::contract::{
    StoreUnderTest,
    random::Random,
    setup::{all_invoices, issue, organization},
};
use invoicing::{Draft, InvoiceFilter, InvoiceStore};
use persistence::Cursor;
use time::Duration;

/// 60 invoices under 200 random combinations of filters and page sizes, and each filter alone.
pub async fn every_filter_finds_what_it_should(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, other) = (organization(store).await, organization(store).await);
    let mut random = Random(2026);
    let invoices = model::invoices(store, own, &mut random, 60).await;
    model::invoices(store, other, &mut random, 5).await;
    let mut hits = 0;
    for _ in 0..200 {
        let filter = model::filter(&mut random, &invoices);
        let limit = random.pick(&[1, 2, 7, 60, 100]);
        let rows = all_invoices(store, own, &filter, limit).await;
        let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
        assert_eq!(ids, model::listed(&invoices, &filter), "{filter:?}, pages of {limit}");
        hits += usize::from(!ids.is_empty() && ids.len() < 60);
        for row in &rows {
            let invoice = invoices.iter().find(|invoice| invoice.id == row.id);
            assert_eq!(*row, invoice.expect("known").summary());
        }
    }
    assert!(hits > 60, "only {hits} of 200 filters found some and not all");
}

/// New invoices come before the first page and move nothing on the later ones.
pub async fn pages_are_stable_while_invoices_are_issued(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let mut old = Vec::new();
    for second in 0..9 {
        let draft = Draft { now: NOW + Duration::seconds(second), ..draft(organization) };
        old.insert(0, issue(store, &draft).await.id);
    }
    let all = InvoiceFilter::default();
    let mut seen = Vec::new();
    let mut after = None;
    loop {
        let page = store.invoices(organization, &all, after, 2).await.expect("a page");
        seen.extend(page.rows.iter().map(|row| row.id));
        after = page.rows.last().map(|row| Cursor::new(row.created_at, row.id));
        issue(store, &Draft { now: NOW + Duration::hours(1), ..draft(organization) }).await;
        if !page.has_more {
            break;
        }
    }
    assert_eq!(seen, old);
    let end = store.invoices(organization, &all, after, 2).await.expect("a page");
    assert!(end.rows.is_empty() && !end.has_more, "nothing comes after the last");
}

pub async fn a_text_that_cannot_be_finds_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    issue(store, &draft(organization)).await;
    for number in ["", "\u{0}", "FA20260001\u{0}", "fa20260001", "FA2026000_", "' or 1=1 --"] {
        let filter = InvoiceFilter { number: Some(number.into()), ..InvoiceFilter::default() };
        let page = store.invoices(organization, &filter, None, 10).await.expect("a page");
        assert!(page.rows.is_empty() && !page.has_more, "{number:?}");
    }
}
