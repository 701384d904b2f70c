//! Documents that were recorded before the old migration 000010 gave them a place among the invoices.

use crate::{database::Place, old_migrations};
use access::{OrganizationId, Tier};
use invoicing::{
    AnyInvoice, InvoiceFilter, InvoiceId, InvoiceStatus, InvoiceStore, InvoiceType,
    recording::{InvoiceContent, Origin},
};
use peppol_connector::{
    identifiers::Network,
    ports::{SubmissionLists, SubmissionStore},
    sending::{NumberUse, Submission},
};
use rust_decimal::dec;
use store::Store;
use testkit::{build, sends::send_of};
use time::{OffsetDateTime, macros::date};
use uuid::Uuid;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_makes_them_invoices() {
    they_are_invoices(&Place::sqlite()).await;
}

#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_makes_them_invoices() {
    let place = Place::postgres().await;
    they_are_invoices(&place).await;
}

/// The first migration that is not run before the old rows are there.
const LATER: &str = "2026-11-22-000010";

/// When they were recorded.
const THEN: OffsetDateTime = time::macros::datetime!(2026-11-20 10:00 UTC);

const OWN: &str = "Vlastná s. r. o.";

/// What recorded rows look like: number, BT-3, issue date, due date, currency, payable, counterparty.
type Row = [Option<&'static str>; 7];

const WHOLE: Row = [
    Some("EXT-1"),
    Some("380"),
    Some("2026-11-18"),
    Some("2026-12-02"),
    Some("EUR"),
    Some("123.45"),
    Some("Kupujúci O'Brien"),
];
const UNKNOWN: Row = [Some("EXT-2"), None, None, None, None, None, None];
/// An invoice issued here has the number too.
const DOUBLE: Row = [Some("FA20260001"), Some("381"), None, None, Some("CZK"), Some("-7.05"), None];
/// Texts that no rule had bounded.
const STRANGE: Row = [
    Some("EXT-3"),
    Some("389"),
    Some("2026-11-19"),
    None,
    Some("eur"),
    Some("99999999999999999999.99"),
    Some("Dodávateľ"),
];

async fn they_are_invoices(place: &Place) {
    let ids = [WHOLE, UNKNOWN, DOUBLE, STRANGE].map(|_| Uuid::now_v7());
    let organization = fill(place, ids).await;
    old_migrations::run(place, &old_migrations::from(place, LATER)).await;
    let store = place.open().await;
    assert!(store.migrate().await.expect("migrated") > 0);
    store.check_ready().await.expect("ready");

    let read =
        async |n: usize| store.invoice(organization, InvoiceId(ids[n])).await.expect("an invoice");
    whole(&store, &read(0).await).await;
    unknown(&read(1).await);
    double(&store, &read(2).await).await;
    strange(&read(3).await);

    let filter = InvoiceFilter { origin: Some(Origin::Connector), ..InvoiceFilter::default() };
    let listed = store.invoices(organization, &filter, None, 100).await.expect("a list").rows;
    assert_eq!(listed.len(), ids.len());
    sent_again(&store, organization, ids[0]).await;
}

async fn whole(store: &Store, invoice: &AnyInvoice) {
    let header = invoice.document.header();
    assert_eq!((header.origin, header.number), (Origin::Connector, "EXT-1"));
    assert_eq!((header.invoice_type, invoice.status), (InvoiceType::Invoice, InvoiceStatus::Sent));
    assert_eq!((header.seller, header.buyer), (OWN, "Kupujúci O'Brien"));
    assert_eq!((header.totals.total, header.totals.vat_total), (dec!(123.45), dec!(0)));
    assert_eq!(invoice.outstanding(), dec!(123.45));
    assert_eq!(header.issue_date, date!(2026 - 11 - 18));
    assert_eq!(header.due_date, Some(date!(2026 - 12 - 02)));
    assert_eq!((header.currency.code(), header.variable_symbol), ("EUR", Some("20261")));
    let contact = store.contact(invoice.organization, header.customer_id).await;
    assert_eq!(contact.expect("a contact").contact.party.name, "Kupujúci O'Brien");
    let send = store.latest_submission(invoice.organization, invoice.id, Network::Live).await;
    let send = send.expect("asked").expect("a send").submission.id;
    let bytes = store.submission_bytes(invoice.organization, send).await.expect("its bytes");
    assert_eq!(&*bytes.sent, b"<Invoice/>");
}

fn unknown(invoice: &AnyInvoice) {
    let header = invoice.document.header();
    assert_eq!((header.number, invoice.status), ("EXT-2", InvoiceStatus::Issued));
    assert_eq!((header.totals.total, header.buyer), (dec!(0), "?"));
    assert_eq!((header.issue_date, header.due_date), (THEN.date(), None));
    assert_eq!(header.currency.code(), "EUR");
}

async fn double(store: &Store, invoice: &AnyInvoice) {
    let header = invoice.document.header();
    assert_eq!(header.number, "FA20260001 (connector)");
    assert_eq!(header.invoice_type, InvoiceType::CreditNote);
    assert_eq!((header.totals.total, header.currency.code()), (dec!(-7.05), "CZK"));
    let filter = InvoiceFilter { number: Some("FA20260001".into()), ..InvoiceFilter::default() };
    let native = store.invoices(invoice.organization, &filter, None, 9).await.expect("a list").rows;
    assert_eq!(native.len(), 1);
    assert_eq!(native[0].origin, Origin::Native);
    let native = store.invoice(invoice.organization, native[0].id).await.expect("an invoice");
    assert_eq!(native.document.header().number, "FA20260001");
}

fn strange(invoice: &AnyInvoice) {
    let header = invoice.document.header();
    assert_eq!(header.invoice_type, InvoiceType::SelfInvoice);
    assert_eq!((header.seller, header.buyer, header.self_billed), ("Dodávateľ", OWN, true));
    assert_eq!((header.totals.total, header.currency.code()), (dec!(0), "EUR"));
}

/// The number is theirs from then on: another document under it changes the same invoice.
async fn sent_again(store: &Store, organization: OrganizationId, id: Uuid) {
    let facts = store.organization_facts(organization, Tier::Live, Some("EXT-1"), THEN).await;
    let NumberUse::Recorded(earlier) = facts.expect("facts").number else {
        panic!("the number has no record");
    };
    assert_eq!((earlier.invoice.id.0, earlier.live), (id, true));
    let document = invoicing::recording::RecordedDocument {
        due_date: None,
        ..earlier.invoice.document.clone()
    };
    assert!(earlier.invoice.revised(document).is_some());
}

/// A database as it was then, with an invoice issued here and the rows above.
async fn fill(place: &Place, ids: [Uuid; 4]) -> OrganizationId {
    let then = old_migrations::before(place, LATER);
    assert_eq!(then.len(), 8, "what there was then");
    old_migrations::run(place, &then).await;
    let organization = build::organization();
    let id = place.literal(organization.id.0);
    let (yes, no) = if is_sqlite(place) { ("1", "0") } else { ("true", "false") };
    let now = moment(place);
    place
        .execute(&format!(
            "insert into organizations (id, name, vat_payer, street, city, postal_code, country, \
             plan, created_at) values ({id}, '{OWN}', {yes}, 's', 'c', '1', 'SK', 'free', {now})"
        ))
        .await;
    issued_here(place, organization.id).await;
    for (row, own) in [WHOLE, UNKNOWN, DOUBLE, STRANGE].iter().zip(ids) {
        let values: Vec<_> = row.iter().map(|value| text(*value)).collect();
        place
            .execute(&format!(
                "insert into recorded_invoices (number, type_code, issue_date, due_date, currency, \
                 payable, counterparty, variable_symbol, organization_id, id, created_at) \
                 values ({}, '20261', {id}, {}, {now})",
                values.join(", "),
                place.literal(own)
            ))
            .await;
    }
    let send = place.literal(Uuid::now_v7());
    let Submission { sender, receiver, document_type, process, .. } = send_of("EXT-1").submission;
    let bytes = if is_sqlite(place) { "cast('<Invoice/>' as blob)" } else { "'<Invoice/>'::bytea" };
    place
        .execute(&format!(
            "insert into submissions (organization_id, id, invoice_id, native, number, network, \
             state, attempts, ambiguous, needs_operator, held, message_id, sender, receiver, document_type, \
             process, created_at, updated_at) values ({id}, {send}, {}, {no}, 'EXT-1', 'live', \
             'delivered', 1, {no}, {no}, {no}, {send}, '{sender}', '{receiver}', '{document_type}', \
             '{process}', {now}, {now});
             insert into submission_documents (organization_id, submission_id, sent) \
             values ({id}, {send}, {bytes})",
            place.literal(ids[0]),
        ))
        .await;
    organization.id
}

/// The first invoice of the series.
async fn issued_here(place: &Place, organization: OrganizationId) {
    let draft = build::draft(organization);
    let issued = draft.issue("FA20260001").expect("an invoice").invoice;
    let document = serde_json::to_string(&issued.document).expect("JSON");
    let customer = place.literal(issued.document.header().customer_id.0);
    let (id, own, now) = (place.literal(organization.0), place.literal(issued.id.0), moment(place));
    place
        .execute(&format!(
            "insert into contacts (organization_id, id, search_name, party, created_at) \
             values ({id}, {customer}, 'x', '{{\"name\":\"x\",\"vat_payer\":false}}', {now});
             insert into invoices (organization_id, id, invoice_type, number, status, customer_id, \
             customer_name, subtotal, vat_total, total, paid_amount, currency, issue_date, due_date, \
             created_at, version, document) values ({id}, {own}, 'invoice', 'FA20260001', 'issued', \
             {customer}, 'x', 0, 0, 0, 0, 'EUR', '2026-11-20', '2026-12-04', {now}, 1, {})",
            text(Some(&document))
        ))
        .await;
}

fn is_sqlite(place: &Place) -> bool {
    matches!(place, Place::Sqlite(_))
}

/// [`THEN`] in SQL.
fn moment(place: &Place) -> String {
    let micros = THEN.unix_timestamp_nanos() / 1_000;
    if is_sqlite(place) { micros.to_string() } else { "'2026-11-20 10:00:00+00'".to_owned() }
}

fn text(value: Option<&str>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| format!("'{}'", value.replace('\'', "''")))
}
