//! Contacts.

use super::{
    Ports, StoreUnderTest,
    setup::{all_contacts, issue, organization},
};
use crate::build::{NOW, contact, draft};
use access::OrganizationId;
use invoicing::{
    Contact, Draft, InvoiceStore,
    records::{ContactFilter, ContactRow},
};
use time::Duration;

/// Issues an invoice for a new contact, `seconds` after [`NOW`].
async fn invoice_for(store: &impl Ports, owner: OrganizationId, customer: &Contact, seconds: i64) {
    let mut draft = Draft { now: NOW + Duration::seconds(seconds), ..draft(owner) };
    draft.document.customer_id = customer.id;
    draft.document.buyer = customer.party.clone();
    draft.new_contact = Some(customer.clone());
    issue(store, &draft).await;
}

fn names(rows: &[ContactRow]) -> Vec<&str> {
    rows.iter().map(|row| row.contact.party.name.as_str()).collect()
}

pub async fn an_inline_customer_becomes_a_contact(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let customer = contact("Nový, s. r. o.");
    invoice_for(store, organization, &customer, 0).await;
    let row = ContactRow { contact: customer.clone(), created_at: NOW, retired_at: None };
    assert_eq!(store.contact(organization, customer.id).await.expect("there"), row);

    // who is a contact already stays one
    let mut again = Draft { new_contact: None, ..draft(organization) };
    again.document.customer_id = customer.id;
    issue(store, &again).await;
    let all = all_contacts(store, organization, &ContactFilter::default(), 10).await;
    assert_eq!(all, [row]);
}

pub async fn contacts_are_found_by_part_of_the_name(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    for (i, name) in (0..).zip(["Kováč a syn", "KOVOSPOL 100%", "ŽILINA_TRANS", "kova", "a\\b"])
    {
        invoice_for(store, organization, &contact(name), i).await;
    }
    for (part, found) in [
        ("", vec!["a\\b", "kova", "ŽILINA_TRANS", "KOVOSPOL 100%", "Kováč a syn"]),
        ("KOV", vec!["kova", "KOVOSPOL 100%", "Kováč a syn"]),
        ("kovo", vec!["KOVOSPOL 100%"]),
        ("áč", vec!["Kováč a syn"]),
        ("AC", vec!["Kováč a syn"]), // neither case nor diacritics matter
        ("zilina", vec!["ŽILINA_TRANS"]),
        ("žilína", vec!["ŽILINA_TRANS"]),
        ("ŽILINA_", vec!["ŽILINA_TRANS"]),
        ("%", vec!["KOVOSPOL 100%"]), // no wildcards
        ("_", vec!["ŽILINA_TRANS"]),
        ("\\", vec!["a\\b"]),
        ("'", vec![]),
        ("syn ", vec![]),
    ] {
        let filter = ContactFilter { name: Some(part.into()), ..ContactFilter::default() };
        let rows = all_contacts(store, organization, &filter, 10).await;
        assert_eq!(names(&rows), found, "{part:?}");
    }
}

pub async fn contacts_are_found_by_their_numbers(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    for (i, (name, ico, dic)) in (0..).zip([
        ("one", Some("11111111"), Some("2011111111")),
        ("two", Some("11111111"), None),
        ("three", None, Some("2033333333")),
        ("four", None, None),
    ]) {
        let mut contact = contact(name);
        contact.party.ico = ico.map(Into::into);
        contact.party.dic = dic.map(Into::into);
        invoice_for(store, organization, &contact, i).await;
    }
    for (name, ico, dic, found) in [
        (None, Some("11111111"), None, vec!["two", "one"]),
        (None, None, Some("2033333333"), vec!["three"]),
        (None, Some("11111111"), Some("2011111111"), vec!["one"]),
        (Some("W"), Some("11111111"), None, vec!["two"]),
        (None, Some("1111111"), None, vec![]),
        (None, Some(""), None, vec![]),
        (None, Some("1\u{0}"), None, vec![]),
        (Some("\u{0}"), None, None, vec![]),
        (None, None, Some("\u{0}"), vec![]),
    ] {
        let text = |text: Option<&str>| text.map(str::to_owned);
        let filter = ContactFilter {
            name: text(name),
            ico: text(ico),
            dic: text(dic),
            ..ContactFilter::default()
        };
        let rows = all_contacts(store, organization, &filter, 10).await;
        assert_eq!(names(&rows), found, "{filter:?}");
    }
}

/// Three at each instant, so that ids must break ties.
pub async fn contacts_page_without_repeats(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let mut made = Vec::new();
    for i in 0..14 {
        let customer = contact(&format!("Zákazník {i}"));
        let seconds = (i * 5 % 14) / 3;
        invoice_for(store, organization, &customer, seconds).await;
        made.push((NOW + Duration::seconds(seconds), customer.id));
    }
    made.sort();
    made.reverse();
    for limit in [1, 2, 3, 5, 13, 14, 15] {
        let rows = all_contacts(store, organization, &ContactFilter::default(), limit).await;
        let places: Vec<_> = rows.iter().map(|row| (row.created_at, row.contact.id)).collect();
        assert_eq!(places, made, "pages of {limit}");
    }
}
