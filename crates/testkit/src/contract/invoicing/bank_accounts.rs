//! Bank accounts: those in use are changed together, from what the decision rests on.

use crate::build::{NOW, bank_account, id};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{is_kept_with_its_answer, kind, organization},
};
use access::{KeyScope, OrganizationId};
use idempotency::{Answer, Lease};
use invoicing::{
    BankAccount, InvoiceStore, References,
    records::{BankAccountFilter, BankAccountRecord, BankAccountStore},
};
use money::Currency;
use organizations::OrganizationStore;
use time::Duration;

fn record(currency: Currency, seconds: i64) -> BankAccountRecord {
    let account = BankAccount { currency, is_default: false, ..bank_account() };
    let created_at = NOW + Duration::seconds(seconds);
    BankAccountRecord { account, created_at, retired_at: None }
}

async fn change(
    store: &impl Ports,
    owner: OrganizationId,
    before: &[BankAccountRecord],
    after: &[BankAccountRecord],
) -> &'static str {
    kind(&store.change_bank_accounts(owner, before, after, None, NOW).await)
}

async fn listed(
    store: &impl Ports,
    owner: OrganizationId,
    filter: &BankAccountFilter,
) -> Vec<BankAccountRecord> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = store.bank_accounts(owner, filter, after, 2).await.expect("a page");
        after = page.next();
        all.extend(page.rows);
        if after.is_none() {
            return all;
        }
    }
}

pub async fn accounts_are_made_changed_and_retired(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let first = [record(Currency::Eur, 0), record(Currency::Czk, 1), record(Currency::Eur, 2)];
    assert_eq!(change(store, owner, &[], &first).await, "ok");
    assert_eq!(store.bank_accounts_in_use(owner).await.expect("accounts"), first);

    let mut second = first.clone();
    second[0].account.bic = None;
    second[0].account.bank_name = Some("Iná banka".into());
    second[1].retired_at = Some(NOW);
    second[2].account.is_default = true;
    assert_eq!(change(store, owner, &first, &second).await, "ok");
    let in_use = [second[0].clone(), second[2].clone()];
    assert_eq!(store.bank_accounts_in_use(owner).await.expect("accounts"), in_use);
    for known in &second {
        let read = store.bank_account(owner, known.account.id).await;
        assert_eq!(read.expect("in use or retired"), *known);
    }
    // new invoices choose among those in use
    let records = store.issuing_records(owner, &References::default()).await.expect("records");
    assert_eq!(records.bank_accounts, in_use.clone().map(|record| record.account));
    let own = store.organization_record(KeyScope::Organization(owner), owner).await.expect("read");
    assert_eq!(own.default_bank_account, Some(second[2].account.id));

    let filter = |currency, retired| BankAccountFilter { currency, retired };
    let newest = [in_use[1].clone(), in_use[0].clone()];
    assert_eq!(listed(store, owner, &filter(None, false)).await, newest);
    assert_eq!(listed(store, owner, &filter(None, true)).await, [second[1].clone()]);
    assert_eq!(listed(store, owner, &filter(Some(Currency::Czk), false)).await, []);
}

pub async fn what_was_decided_on_other_accounts_changes_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (one, two) = ([record(Currency::Eur, 0)], [record(Currency::Eur, 1)]);
    assert_eq!(change(store, owner, &[], &one).await, "ok");
    assert_eq!(change(store, owner, &[], &two).await, "conflict");
    assert_eq!(store.bank_accounts_in_use(owner).await.expect("accounts"), one);
    let stranger = organization(store).await;
    assert_eq!(change(store, stranger, &one, &two).await, "conflict");
    assert_eq!(kind(&store.bank_account(stranger, one[0].account.id).await), "not found");
    assert_eq!(change(store, OrganizationId(id()), &[], &one).await, "not found");
}

pub async fn of_many_accounts_at_once_one_is_made(subject: &impl StoreUnderTest) {
    let owner = organization(subject.store()).await;
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let store = subject.store().clone();
            let new = [record(Currency::Eur, 0)];
            tokio::spawn(async move { change(&store, owner, &[], &new).await })
        })
        .collect();
    let mut results = Vec::new();
    for task in tasks {
        results.push(task.await.expect("no panic"));
    }
    results.sort_unstable();
    assert_eq!(results, [vec!["conflict"; 7], vec!["ok"]].concat());
}

pub async fn an_account_is_kept_with_its_answer(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let new = [record(Currency::Eur, 0)];
    let keep = async |answered: (&Lease, &Answer)| {
        kind(&store.change_bank_accounts(owner, &[], &new, Some(answered), NOW).await)
    };
    let is_kept = async || !store.bank_accounts_in_use(owner).await.expect("accounts").is_empty();
    is_kept_with_its_answer(store, owner, keep, is_kept).await;
}
