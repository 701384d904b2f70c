//! What pages and routes read in one go: what is there, what is another's, and what is empty.

use crate::{
    invoices::issued,
    setup::{TestPorts, run},
};
use access::{KeyScope, OrganizationId, PartnerId, Tier};
use idempotency::Answer;
use invoicing::{
    ContactId, InvoiceId, InvoiceStore, InvoiceType, PaymentMethod, VehicleId,
    paying::PaymentRequest,
    recording::InvoiceContent,
    records::{ContactFilter, ContactRow, CustomerStore, Provision},
};
use peppol_connector::{
    identifiers::{ReceivedId, SubmissionId},
    ports::{InboxStore, SubmissionStore},
    sending::SendMode,
    submissions::State,
};
use persistence::StoreError;
use rust_decimal::dec;
use testkit::{
    build::{self, NOW},
    peppol::{received_document, received_event, received_record},
    sends,
};
use time::Duration;
use use_cases::{
    Context,
    invoicing::{
        choices::{customers_to_choose, vehicles_to_choose},
        details::DetailsError,
        payments::record_payment,
        records::{customer_invoices, retire_vehicle},
        search::search,
        trail::{TrailEvent, TrailLine, invoice_trail},
        viewed::viewed,
        whole_invoice::whole_invoice,
    },
    network::organizations::{organization_settings, seen_organization},
    receiving::document_files::{received_receipt, received_xml, sent_xml},
    sending::{invoice_sends::invoice_sends, native_send::send_batch, queue::queue},
};
use uuid::Uuid;

const NOBODYS: Uuid = Uuid::from_u128(7);

fn is_not_found<T>(result: &Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::NotFound))
}

/// An invoice that waits to be sent over the test network.
fn sent(context: &Context<'_, TestPorts>) -> InvoiceId {
    let id = issued(context);
    let results = run(send_batch(context, &[id])).expect("results");
    assert!(results[0].1.is_ok(), "{results:?}");
    id
}

fn customer(context: &Context<'_, TestPorts>) -> ContactRow {
    let page =
        run(context.ports.store.contacts(context.organization, &ContactFilter::default(), None, 1));
    page.expect("a page").rows.remove(0)
}

#[test]
fn an_invoice_has_the_sends_of_its_network() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled());
    let unsent = run(invoice_sends(&context, issued(&context))).expect("there");
    assert!(unsent.sends.is_empty() && unsent.newest.is_none() && unsent.responses.is_empty());
    let id = sent(&context);
    let found = run(invoice_sends(&context, id)).expect("there");
    assert_eq!((found.invoice.id, found.sends.len(), found.report), (id, 1, None));
    assert!(found.newest.expect("a flight").size > 0);
    let live = Context::new(&ports, context.organization, Tier::Live);
    let of_live = run(invoice_sends(&live, id)).expect("there");
    assert!(of_live.sends.is_empty() && of_live.newest.is_none());
    let stranger = ports.context(ports.with_organization().id);
    assert!(is_not_found(&run(invoice_sends(&stranger, id))));
    assert!(is_not_found(&run(invoice_sends(&context, InvoiceId(NOBODYS)))));
}

#[test]
fn the_page_of_an_invoice_has_so_many_rows_of_each_list() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled());
    let id = sent(&context);
    let whole = run(whole_invoice(&context, id, 9)).expect("there");
    assert_eq!((whole.details.invoice.id, whole.sends.rows.len()), (id, 1));
    assert!(whole.emails.rows.is_empty() && whole.responses.is_empty());
    let events = |lines: &[TrailLine]| lines.iter().map(|it| it.what.clone()).collect::<Vec<_>>();
    let queued = TrailEvent::Sending(State::Queued);
    assert_eq!(events(&whole.trail.rows), vec![queued.clone()], "to issue is no change");
    for _ in 0..2 {
        ports.still.advance(Duration::seconds(1));
        let amount = dec!(1);
        let request = PaymentRequest { amount, date: None, method: PaymentMethod::Cash };
        let answer = |_: &_| Answer::json(201, &());
        run(record_payment(&context, id, request, None, answer)).expect("paid");
    }
    ports.still.advance(Duration::hours(2));
    run(viewed(&ports, &whole.details.invoice)).expect("viewed");
    let rows = |most| run(whole_invoice(&context, id, most)).expect("there").trail;
    let all = rows(9);
    assert_eq!((all.rows.len(), all.has_more), (4, false));
    assert_eq!((rows(1).rows.len(), rows(1).has_more), (1, true));
    let told = events(&all.rows);
    assert_eq!((&told[0], &told[3]), (&TrailEvent::Viewed, &queued));
    let mut by_ones = Vec::new();
    let mut after = None;
    loop {
        let page = run(invoice_trail(&context, id, after, 1)).expect("a page");
        after = page.next();
        by_ones.extend(page.rows);
        if after.is_none() {
            break;
        }
    }
    assert_eq!(by_ones, all.rows, "page by page, each line once");
    let stranger = ports.context(ports.with_organization().id);
    let refused = run(whole_invoice(&stranger, id, 9));
    assert!(matches!(refused, Err(DetailsError::Store(StoreError::NotFound))), "{refused:?}");
}

#[test]
fn bytes_of_documents_are_those_of_their_network() {
    let ports = TestPorts::default();
    let owner = ports.with_enrolled();
    let stranger = ports.with_organization().id;
    let record = received_record();
    let (id, event) = (record.id, received_event(owner, &record));
    let document = received_document(record);
    run(ports.store.receive(owner, &document, &event)).expect("received");
    let send = sends::test_send();
    run(ports.store.commit(owner, &sends::queued(&send), None, NOW)).expect("queued");
    let submission = send.submission.id;
    for (owner, tier, is_seen) in
        [(owner, Tier::Test, true), (owner, Tier::Live, false), (stranger, Tier::Test, false)]
    {
        let context = Context::new(&ports, owner, tier);
        let out = run(sent_xml(&context, submission));
        let came = run(received_xml(&context, id));
        let receipt = run(received_receipt(&context, id));
        if is_seen {
            let (record, bytes) = out.expect("sent");
            assert_eq!((record.submission.id, bytes.sent.is_empty()), (submission, false));
            let (record, bytes) = came.expect("received");
            assert_eq!((record.id, &*bytes), (id, &*document.bytes));
            assert_eq!(&*receipt.expect("a receipt"), &*document.evidence);
        } else {
            assert!(is_not_found(&out) && is_not_found(&came) && is_not_found(&receipt));
        }
    }
    let context = ports.context(owner);
    assert!(is_not_found(&run(sent_xml(&context, SubmissionId(NOBODYS)))));
    assert!(is_not_found(&run(received_xml(&context, ReceivedId(NOBODYS)))));
}

#[test]
fn what_waits_is_shown_with_its_place() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled());
    let empty = run(queue(&context, None, None, 9)).expect("a queue");
    assert!(empty.sends.rows.is_empty() && empty.places.waiting.is_empty());
    sent(&context);
    sent(&context);
    let found = run(queue(&context, Some(false), None, 9)).expect("a queue");
    let mut ahead: Vec<_> =
        found.sends.rows.iter().map(|record| found.places.ahead(record)).collect();
    ahead.sort_unstable();
    assert_eq!(ahead, [Some(0), Some(1)]);
    let rows =
        |context, held| run(queue(context, held, None, 9)).expect("a queue").sends.rows.len();
    let live = Context::new(&ports, context.organization, Tier::Live);
    let stranger = ports.context(ports.with_organization().id);
    assert_eq!(rows(&context, None), 2);
    assert_eq!((rows(&context, Some(true)), rows(&live, None), rows(&stranger, None)), (0, 0, 0));
}

#[test]
fn a_number_finds_documents_and_a_name_customers() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled());
    let id = sent(&context);
    let invoice = run(ports.store.invoice(context.organization, id)).expect("there");
    let number = invoice.document.header().number.to_owned();
    let party = customer(&context).contact.party;
    let counts = |context: &Context<'_, TestPorts>, text: &str| {
        let found = run(search(context, text, 9)).expect("found");
        assert!(found.expenses.is_empty() && found.received.is_empty());
        (found.invoices.len(), found.customers.len(), found.sends.len())
    };
    assert_eq!(counts(&context, &number), (1, 0, 1));
    assert_eq!(counts(&context, &party.name), (0, 1, 0));
    assert_eq!(counts(&context, party.ico.as_deref().expect("an IČO")), (0, 1, 0));
    assert_eq!(counts(&context, "12345678"), (0, 0, 0), "an IČO that nobody has");
    let stranger = ports.context(ports.with_organization().id);
    assert_eq!(counts(&stranger, &number), (0, 0, 0));
    assert_eq!(counts(&stranger, &party.name), (0, 0, 0));
}

#[test]
fn customers_are_offered_by_what_is_typed() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let offered = |wanted: &str, chosen: Option<ContactId>| {
        let offered = run(customers_to_choose(&context, wanted, chosen)).expect("choices");
        let ids: Vec<_> = offered.rows.iter().map(|row| row.contact.id).collect();
        (ids, offered.has_more)
    };
    assert_eq!(offered("", None), (vec![], false));
    let mut made = Vec::new();
    for place in 0..=20 {
        let mut contact = build::contact(&format!("Firma {place}"));
        contact.party.ico = Some(format!("{}", 36_000_000 + place));
        made.push(contact.id);
        let created_at = NOW + Duration::seconds(place);
        let row = ContactRow { contact, created_at, retired_at: None };
        run(ports.store.add_contact(context.organization, &row, None)).expect("added");
    }
    let newest: Vec<_> = made[1..].iter().rev().copied().collect();
    assert_eq!(offered("", None), (newest.clone(), true));
    let (with_oldest, _) = offered("", Some(made[0]));
    assert_eq!((with_oldest.len(), with_oldest[0]), (21, made[0]), "however old");
    assert_eq!(offered("", Some(newest[3])).0.len(), 20, "once");
    assert_eq!(offered("", Some(ContactId(NOBODYS))).0, newest);
    assert_eq!(offered("firma 0", None), (vec![made[0]], false));
    assert_eq!(offered("36 000 00 7", Some(made[0])), (vec![made[0], made[7]], false));
    assert_eq!(offered("nikto", None), (vec![], false));
    let stranger = ports.context(ports.with_organization().id);
    let theirs = run(customers_to_choose(&stranger, "", Some(made[0]))).expect("none");
    assert!(theirs.rows.is_empty());
}

#[test]
fn a_retired_vehicle_is_no_choice() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let owner = context.organization;
    let (used, retired) = (build::vehicle("ZA 1"), build::vehicle("ZA 2"));
    let ids = (used.id, retired.id);
    let vehicles = vec![(owner, used), (owner, retired)];
    ports.provision(Provision { vehicles, ..Provision::default() });
    let plates = |chosen: Option<VehicleId>| {
        let rows = run(vehicles_to_choose(&context, chosen)).expect("choices");
        rows.into_iter().map(|row| row.vehicle.id).collect::<Vec<_>>()
    };
    assert_eq!(plates(Some(ids.1)).len(), 2);
    run(retire_vehicle(&context, ids.1)).expect("retired");
    assert_eq!(plates(Some(ids.1)), [ids.0]);
    assert_eq!(plates(None), [ids.0]);
    let stranger = ports.context(ports.with_organization().id);
    assert!(run(vehicles_to_choose(&stranger, Some(ids.0))).expect("none").is_empty());
}

#[test]
fn a_customer_has_the_newest_of_their_invoices() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    issued(&context);
    let id = customer(&context).contact.id;
    let found = run(customer_invoices(&context, id, 1)).expect("there");
    assert_eq!((found.customer.contact.id, found.invoices.rows.len()), (id, 1));
    assert_eq!(found.invoices.rows[0].customer_id, id);
    let stranger = ports.context(ports.with_organization().id);
    assert!(is_not_found(&run(customer_invoices(&stranger, id, 1))));
    assert!(is_not_found(&run(customer_invoices(&context, ContactId(NOBODYS), 1))));
}

#[test]
fn an_organization_is_seen_by_who_reaches_it() {
    let ports = TestPorts::default();
    let (own, other) = (ports.with_enrolled(), ports.with_organization().id);
    let partner = ports.with_partner(&[own]);
    let seen = |reach, id| run(seen_organization(&ports, reach, id));
    for reach in [KeyScope::Organization(own), KeyScope::Partner(partner)] {
        let found = seen(reach, own).expect("reached");
        assert_eq!((found.record.organization.id, found.entry.is_none()), (own, true));
        assert!(is_not_found(&seen(reach, other)));
        assert!(is_not_found(&seen(reach, OrganizationId(NOBODYS))));
    }
    assert!(is_not_found(&seen(KeyScope::Partner(PartnerId(NOBODYS)), own)));
}

#[test]
fn settings_are_the_usual_ones_until_they_are_set() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let settings = run(organization_settings(&context)).expect("settings");
    assert_eq!(settings.record.organization.id, context.organization);
    assert_eq!(settings.series.len(), InvoiceType::ALL.len());
    assert_eq!((settings.send_mode, settings.takes_responses), (SendMode::Immediate, false));
    run(use_cases::sending::send_settings::set_send_mode(&context, SendMode::Manual)).expect("set");
    run(use_cases::receiving::responses::set_takes_responses(&context, true)).expect("set");
    let settings = run(organization_settings(&context)).expect("settings");
    assert_eq!((settings.send_mode, settings.takes_responses), (SendMode::Manual, true));
    assert!(is_not_found(&run(organization_settings(&ports.context(OrganizationId(NOBODYS))))));
}
