//! Contacts.

use super::drafts::moment;
use crate::build::{NOW, contact, draft, with_total};
use crate::contract::{
    Ports, StoreUnderTest,
    ledger::dashboard::pay,
    setup::{all_contacts, issue, organization},
};
use access::OrganizationId;
use invoicing::{
    Contact, Draft, InvoiceStore, InvoiceType,
    records::{ContactFilter, ContactRow},
    states::{InvoiceChangeStore, InvoiceMove},
};
use money::Currency;
use rust_decimal::dec;
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

/// What somebody types into a form: a part of the name, or the beginning of any number.
pub async fn contacts_are_found_by_anything(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let numbered = |name: &str, [ico, dic, ic_dph]: [&str; 3]| {
        let mut contact = contact(name);
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        (contact.party.ico, contact.party.dic) = (text(ico), text(dic));
        contact.party.ic_dph = text(ic_dph);
        contact
    };
    for (i, customer) in (0..).zip([
        numbered("Píla 36", ["36123455", "2021234567", "SK2021234567"]),
        numbered("Dom", ["12345678", "", ""]),
        numbered("Wien GmbH", ["", "", "ATU12345678"]),
        numbered("Nikto", ["", "", ""]),
    ]) {
        invoice_for(store, owner, &customer, i).await;
    }
    invoice_for(store, other, &numbered("Píla", ["36123455", "", ""]), 0).await;
    for (any, found) in [
        ("pila", vec!["Píla 36"]),
        ("36 123", vec!["Píla 36"]),
        ("36", vec!["Píla 36"]),
        ("sk 2021", vec!["Píla 36"]),
        ("123", vec!["Dom"]),
        ("atu123", vec!["Wien GmbH"]),
        ("2345678", vec![]),
        ("%", vec![]),
        ("nič", vec![]),
        ("\u{0}", vec![]),
        (" ", vec!["Nikto", "Wien GmbH", "Dom", "Píla 36"]),
    ] {
        let filter = ContactFilter { any: Some(any.into()), ..ContactFilter::default() };
        let rows = all_contacts(store, owner, &filter, 10).await;
        assert_eq!(names(&rows), found, "{any:?}");
    }
}

/// One row for each currency: what was issued and is in force, its turnover, and what is open of it.
pub async fn contacts_have_their_figures(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let (customer, nobody) = (contact("Odberateľ"), contact("Nikto"));
    invoice_for(store, owner, &nobody, 0).await;
    let mut made = Vec::new();
    for (i, (kind, currency, total)) in (0..).zip([
        (InvoiceType::Invoice, Currency::Eur, dec!(100)),
        (InvoiceType::FinalInvoice, Currency::Eur, dec!(20)),
        (InvoiceType::CreditNote, Currency::Eur, dec!(30)),
        (InvoiceType::Proforma, Currency::Eur, dec!(500)),
        (InvoiceType::Invoice, Currency::Eur, dec!(700)),
        (InvoiceType::DebitNote, Currency::Czk, dec!(9)),
    ]) {
        let mut draft = with_total(draft(owner), total);
        draft.now = NOW + Duration::seconds(i);
        (draft.document.invoice_type, draft.document.currency) = (kind, currency);
        draft.document.customer_id = customer.id;
        draft.document.buyer = customer.party.clone();
        draft.new_contact = (i == 0).then(|| customer.clone());
        made.push(issue(store, &draft).await.id);
    }
    pay(store, owner, made[0], dec!(40), NOW.date()).await;
    pay(store, owner, made[1], dec!(20), NOW.date()).await;
    let state = store.invoice_state(owner, made[4]).await.expect("there");
    let cancelled = state.make(InvoiceMove::Cancel, &moment()).expect("right").expect("a change");
    store.change_invoice(&cancelled).await.expect("cancelled");
    let mut found = store.contact_figures(owner, &[customer.id]).await.expect("read");
    found.sort_by_key(|row| row.currency.code().to_owned());
    let shown: Vec<_> = found.iter().map(|row| (row.currency.code(), row.documents)).collect();
    assert_eq!(shown, [("CZK", 1), ("EUR", 4)]);
    assert_eq!((found[0].turnover, found[0].owed), (dec!(9), dec!(9)));
    assert_eq!((found[1].turnover, found[1].owed), (dec!(90), dec!(60)));
    let of_both = store.contact_figures(owner, &[customer.id, nobody.id]).await.expect("read");
    assert_eq!(of_both.len(), 3);
    assert_eq!(store.contact_figures(owner, &[]).await.expect("read"), []);
    assert_eq!(store.contact_figures(other, &[customer.id]).await.expect("read"), [], "another's");
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
