//! Levels of stock: what is moved at once, and what invoices move.

use super::stock_setup::{a_document, confirm, item, level, made, sums_agree, warehouse};
use crate::{
    build::{NOW, draft, draft_of},
    contract::{
        StoreUnderTest,
        invoicing::{
            drafts::moment,
            invoice_changes::{edited, state},
        },
        random::Random,
        setup::{issue, kind, organization, try_issue},
    },
};
use invoicing::{
    InvoiceType, StockRef,
    drafts::InvoiceEdit,
    states::{InvoiceChangeStore, InvoiceMove},
};
use persistence::StoreError;
use rust_decimal::{Decimal, dec};
use std::collections::BTreeSet;
use stock::{
    DocumentFilter, DocumentKind, ItemInput, LevelFilter, MovementFilter, StockShortage, StockStore,
};
use time::Duration;

pub async fn of_many_at_once_none_is_lost(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (shop, hall) = (warehouse(store, owner, "A").await, warehouse(store, owner, "B").await);
    let items = [
        item(store, owner, &ItemInput::default()).await,
        item(store, owner, &ItemInput::default()).await,
        item(store, owner, &ItemInput::default()).await,
    ];
    let document = |i: usize| {
        let line = |place: usize, cost: Option<Decimal>| {
            (items[(i + place) % 3], Decimal::from(1 + i % 4), cost)
        };
        match i % 3 {
            0 => a_document(
                DocumentKind::Receipt,
                (shop, None),
                &[line(0, Some(dec!(3.33))), line(1, Some(dec!(0.07)))],
            ),
            1 => a_document(DocumentKind::Issue, (shop, None), &[line(2, None), line(0, None)]),
            _ => a_document(
                DocumentKind::Transfer,
                (shop, Some(hall)),
                &[line(1, None), line(0, None)],
            ),
        }
    };
    let documents: Vec<_> = (0..48).map(document).collect();
    let each = documents.into_iter().map(|document| {
        let store = store.clone();
        tokio::spawn(async move { made(&store, owner, &document).await })
    });
    for one in each.collect::<Vec<_>>() {
        one.await.expect("no panic").expect("confirmed");
    }
    sums_agree(store, owner).await;
    let page = store.stock_documents(owner, &DocumentFilter::default(), None, 100).await;
    let numbers: BTreeSet<_> = page.expect("a page").rows.into_iter().map(|it| it.number).collect();
    assert_eq!(numbers.len(), 48, "each has a number of its own");
    assert!(numbers.contains(&Some("PR20260016".into())), "without gaps: {numbers:?}");
}

pub async fn of_many_that_confirm_one_document_one_does(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let shop = warehouse(store, owner, "A").await;
    let chair = item(store, owner, &ItemInput::default()).await;
    let receipt = a_document(DocumentKind::Receipt, (shop, None), &[(chair, dec!(7), None)]);
    store.add_stock_document(owner, &receipt, None).await.expect("kept");
    let each = (0..16).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { confirm(&store, owner, receipt.id).await.is_ok() })
    });
    let mut confirmed = 0;
    for one in each.collect::<Vec<_>>() {
        confirmed += usize::from(one.await.expect("no panic"));
    }
    assert_eq!(confirmed, 1);
    assert_eq!(level(store, owner, chair, shop).await.0, dec!(7));
}

pub async fn an_invoice_takes_its_stock(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let shop = warehouse(store, owner, "A").await;
    let (chair, foreign) = (
        item(store, owner, &ItemInput::default()).await,
        item(store, other, &ItemInput::default()).await,
    );
    let of = |item| {
        let mut draft = draft(owner);
        let stock = Some(StockRef { item, warehouse: shop });
        draft.document.lines.iter_mut().for_each(|line| line.stock = stock);
        draft
    };
    let refused = try_issue(store, &of(foreign)).await;
    assert_eq!(kind(&refused), "not found");
    let draft = of(chair);
    let invoice = issue(store, &draft).await;
    assert_eq!(invoice.document.number, "FA20260001", "no number was drawn for the other");
    let taken: Decimal = draft.document.lines.iter().map(|line| line.quantity).sum();
    assert_eq!(level(store, owner, chair, shop).await.0, -taken);
    let by = MovementFilter { invoice: Some(invoice.id), ..MovementFilter::default() };
    assert_eq!(store.stock_movements(owner, by, None, 10).await.expect("a page").rows.len(), 1);
    sums_agree(store, owner).await;
}

pub async fn what_was_sold_short_comes_back_at_what_it_cost(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let shop = warehouse(store, owner, "A").await;
    let chair = item(store, owner, &ItemInput::default()).await;
    let mut draft = draft(owner);
    for line in &mut draft.document.lines {
        (line.quantity, line.stock) = (dec!(2), Some(StockRef { item: chair, warehouse: shop }));
    }
    let invoice = issue(store, &draft).await;
    assert_eq!(level(store, owner, chair, shop).await, (dec!(-2), dec!(0)));
    let lines = [(chair, dec!(5), Some(dec!(12)))];
    let receipt = a_document(DocumentKind::Receipt, (shop, None), &lines);
    made(store, owner, &receipt).await.expect("confirmed");
    assert_eq!(level(store, owner, chair, shop).await, (dec!(3), dec!(36)));

    // another day of delivery: back on the old, forth on the new
    let (place, earlier) = ((owner, invoice.id), NOW.date() - Duration::days(9));
    let edit = InvoiceEdit { delivery_date: Some(Some(earlier)), ..InvoiceEdit::default() };
    let redated = edited(store, place, &edit).await.expect("right").expect("a change");
    store.change_invoice(&redated).await.expect("changed");
    assert_eq!(level(store, owner, chair, shop).await, (dec!(3), dec!(36)));
    for (day, there) in [(earlier, dec!(-2)), (NOW.date() - Duration::days(1), dec!(-2))] {
        let rows = store.stock_on(owner, day, Some(shop), None, 10).await.expect("a page").rows;
        assert_eq!(rows.first().map(|row| row.quantity), Some(there), "{day}");
    }

    let cancelled = state(store, place).await.make(InvoiceMove::Cancel, &moment());
    let cancelled = cancelled.expect("right").expect("a change");
    store.change_invoice(&cancelled).await.expect("cancelled");
    assert_eq!(level(store, owner, chair, shop).await, (dec!(5), dec!(60)));
    sums_agree(store, owner).await;
}

/// Whatever takes it: an invoice, an edit, the cancellation of the credit note that brought it back.
pub async fn an_item_stays_above_zero_whatever_takes_it(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let shop = warehouse(store, owner, "A").await;
    let strict = ItemInput { below_zero: Some(false), ..ItemInput::default() };
    let chair = item(store, owner, &strict).await;
    let of = |kind, quantity| {
        let mut draft = draft_of(owner, kind);
        draft.document.lines.truncate(1);
        for line in &mut draft.document.lines {
            (line.quantity, line.stock) =
                (quantity, Some(StockRef { item: chair, warehouse: shop }));
        }
        draft
    };
    let short = |result: Result<(), StoreError>| match result {
        Err(StoreError::Stock(shortage)) => match *shortage {
            StockShortage::TooLow { item, warehouse, there, asked, .. } => {
                assert_eq!((item, warehouse), (chair, shop));
                (there, asked)
            }
            StockShortage::TooMuch => panic!("too much"),
        },
        other => panic!("{other:?}"),
    };
    let lines = [(chair, dec!(5), Some(dec!(12)))];
    let receipt = a_document(DocumentKind::Receipt, (shop, None), &lines);
    made(store, owner, &receipt).await.expect("confirmed");
    let refused = try_issue(store, &of(InvoiceType::Invoice, dec!(6))).await;
    assert_eq!(short(refused.map(drop)), (dec!(5), dec!(6)));
    let sold = issue(store, &of(InvoiceType::Invoice, dec!(5))).await;
    assert_eq!(sold.document.number, "FA20260001", "no number was drawn for the other");
    let back = issue(store, &of(InvoiceType::CreditNote, dec!(2))).await;
    issue(store, &of(InvoiceType::Invoice, dec!(1))).await;
    let events = subject.events(owner).await.len();
    let cancel = async |id| {
        let change = state(store, (owner, id)).await.make(InvoiceMove::Cancel, &moment());
        store.change_invoice(&change.expect("right").expect("a change")).await
    };
    assert_eq!(short(cancel(back.id).await), (dec!(1), dec!(2)), "one of the two was sold again");
    assert_eq!(level(store, owner, chair, shop).await.0, dec!(1));
    assert_eq!(subject.events(owner).await.len(), events, "nothing happened");
    cancel(sold.id).await.expect("what it took comes back");
    cancel(back.id).await.expect("now they are there");
    assert_eq!(level(store, owner, chair, shop).await.0, dec!(4));
    sums_agree(store, owner).await;
}

pub async fn whatever_moves_levels_are_their_sums(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for seed in 1..=4 {
        let owner = organization(store).await;
        let places = [warehouse(store, owner, "A").await, warehouse(store, owner, "B").await];
        let items = [
            item(store, owner, &ItemInput::default()).await,
            item(store, owner, &ItemInput::default()).await,
        ];
        let mut random = Random(seed);
        for _ in 0..40 {
            let mut pick = |below: u32| u32::try_from(random.below(below.into())).expect("small");
            let kind = DocumentKind::ALL[pick(4) as usize];
            let (from, of) = (pick(2) as usize, pick(2) as usize);
            let to = (kind == DocumentKind::Transfer).then(|| places[1 - from]);
            let quantity = Decimal::new(1 + i64::from(pick(9_999_999)), pick(7));
            let comes = matches!(kind, DocumentKind::Receipt | DocumentKind::Count);
            let cost = comes.then(|| Decimal::new(pick(100_000).into(), pick(5)));
            let line = (items[of], quantity, cost);
            made(store, owner, &a_document(kind, (places[from], to), &[line]))
                .await
                .expect("moved");
        }
        sums_agree(store, owner).await;
        let rows = store.stock_levels(owner, LevelFilter::default(), None, 10).await;
        for row in rows.expect("a page").rows {
            let (quantity, value) = (row.level.quantity, row.level.value);
            assert!(quantity.is_zero() == value.is_zero() || value.is_zero(), "{row:?}");
            assert!(quantity * value >= Decimal::ZERO, "{row:?}");
        }
    }
}
