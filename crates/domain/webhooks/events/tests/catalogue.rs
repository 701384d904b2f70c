//! Every event has exactly the fields of the specification, and `docs/webhooks.md` tells them all.

use events::{Data, Event, EventId, EventName, InvalidEventId, NewEvent, sample};
use persistence::{
    Tier,
    ids::{InvoiceId, OrganizationId, ReceivedId},
};
use serde_json::Value;
use time::{OffsetDateTime, macros::datetime};
use uuid::Uuid;

/// Noon of a Saturday.
const NOW: OffsetDateTime = datetime!(2026-11-21 12:00 UTC);

const fn organization(n: u128) -> OrganizationId {
    OrganizationId(Uuid::from_u128(n))
}

const INVOICE: &str = "invoiceId invoiceNumber type status previousStatus total currency issueDate \
                       dueDate paidDate customerName pdfUrl";
const TRANSPORT: &str = "invoiceId invoiceNumber documentType mode state messageId transactionId";
const REPORT: &str = "direction invoiceId originalDocumentId state issues decidedAt mode";

/// The fields besides `orgId`, in order.
fn fields(name: EventName) -> &'static str {
    use EventName::*;
    match name {
        InvoiceCreated | InvoiceUpdated | InvoiceDeleted | InvoiceSent | InvoiceViewed
        | InvoicePaid | InvoiceOverdue => INVOICE,
        PaymentReceived => {
            "paymentId invoiceId invoiceNumber amount currency date method paidAmount outstanding \
             status previousStatus customerName"
        }
        ReminderSent => {
            "invoiceId invoiceNumber customerName recipient language outstanding currency dueDate \
             daysOverdue automatic mode"
        }
        PeppolDocumentSent | PeppolDocumentDelivered => TRANSPORT,
        PeppolDocumentFailed => "invoiceId invoiceNumber documentType error mode",
        PeppolDocumentReceived => {
            "senderName senderParticipantId documentNumber documentType total amountDue currency mode"
        }
        PeppolDocumentResponseReceived => {
            "responseId documentId invoiceId invoiceNumber response reasons note effectiveDate \
             senderParticipantId mode"
        }
        PeppolDocumentFsReportAccepted | PeppolDocumentFsReportRejected => REPORT,
        PeppolDocumentStatusChanged => "",
        ParticipantActivated => "participantId scheme mode source activatedAt",
        ParticipantFailed => "participantId scheme mode source failedAt code message",
        ParticipantDeactivated => "participantId scheme mode source deactivatedAt",
        StockLevelChanged => {
            "itemId sku name warehouseId unit quantity previousQuantity documentId invoiceId"
        }
        StockDocumentConfirmed => "documentId documentNumber documentType warehouseId confirmedAt",
        StockLow => "itemId sku name warehouseId unit quantity minimum",
        UsageLimitExceeded => "plan periodStart periodEnd included used",
    }
}

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect()
}

fn sorted<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut words: Vec<&str> = words.collect();
    words.sort_unstable();
    words
}

fn event(name: EventName) -> Option<Event> {
    Some(Event { organization: organization(1), at: NOW, data: sample(name, NOW)? })
}

#[test]
fn every_event_has_its_fields_and_no_others() {
    for &name in EventName::ALL {
        let Some(event) = event(name) else {
            assert_eq!(name, EventName::PeppolDocumentStatusChanged, "never emitted");
            assert!(!name.is_emitted());
            continue;
        };
        assert_eq!(event.name(), name);
        let body = event.body().expect("writable");
        let json: Value = serde_json::from_str(body.as_str()).expect("JSON");
        assert_eq!(sorted(keys(&json).into_iter()), ["data", "event", "timestamp"]);
        assert_eq!(json["event"], name.as_str());
        assert_eq!(json["timestamp"], "2026-11-21T12:00:00Z");
        assert_eq!(json["data"]["orgId"], organization(1).to_string());
        let expected = sorted(fields(name).split_whitespace().chain(["orgId"]));
        assert_eq!(sorted(keys(&json["data"]).into_iter()), expected, "{name}");
    }
}

#[test]
fn test_sends_say_so() {
    for &name in EventName::ALL {
        let Some((event, body)) = Event::test_send(name, organization(1), NOW).expect("writable")
        else {
            assert!(!name.is_emitted());
            continue;
        };
        let json: Value = serde_json::from_str(body.as_str()).expect("JSON");
        assert_eq!(json["data"]["mode"], "test", "{name}");
        assert_eq!(body.as_str().matches("\"mode\":").count(), 1, "{name}: {}", body.as_str());
        let expected = fields(name).split_whitespace().chain(["orgId"]);
        let expected = sorted(expected.chain((event.data.mode().is_none()).then_some("mode")));
        assert_eq!(sorted(keys(&json["data"]).into_iter()), expected, "{name}");
    }
}

#[test]
fn the_order_of_invoice_events_is_that_of_the_specification() {
    let body = event(EventName::InvoiceCreated).expect("emitted").body().expect("writable");
    let mut from = 0;
    for field in INVOICE.split_whitespace() {
        let at = body.as_str()[from..].find(&format!("\"{field}\":")).expect(field);
        from += at;
    }
}

/// The bytes of `apps/billhook/src/routes/invoices.rs` (`render_created`) for the same invoice.
#[test]
fn the_envelope_is_the_one_that_invoices_had() {
    let body = event(EventName::InvoiceCreated).expect("emitted").body().expect("writable");
    let id = "00000000-0000-4000-8000-000000000001";
    let expected = format!(
        "{{\"event\":\"invoice.created\",\"timestamp\":\"2026-11-21T12:00:00Z\",\"data\":{{\
         \"orgId\":\"00000000-0000-0000-0000-000000000001\",\"invoiceId\":\"{id}\",\
         \"invoiceNumber\":\"FA20260001\",\"type\":\"invoice\",\"status\":\"issued\",\
         \"previousStatus\":null,\"total\":\"418.20\",\"currency\":\"EUR\",\
         \"issueDate\":\"2026-11-21\",\"dueDate\":\"2026-12-05\",\"paidDate\":null,\
         \"customerName\":\"Nábytok a syn, a.s.\",\
         \"pdfUrl\":\"https://example.com/v1/agent/invoices/{id}/pdf\"}}}}"
    );
    assert_eq!(body.as_str(), expected);
}

#[test]
fn a_report_names_the_document_of_its_direction() {
    use events::ReportedDocument::{Received, Sent};
    let id = uuid::Uuid::nil();
    for (document, json) in [
        (
            Sent { invoice_id: InvoiceId(id) },
            format!(r#"{{"direction":"sent","invoiceId":"{id}"}}"#),
        ),
        (
            Received { received_document_id: ReceivedId(id) },
            format!(r#"{{"direction":"received","receivedDocumentId":"{id}"}}"#),
        ),
    ] {
        assert_eq!(serde_json::to_string(&document).ok(), Some(json));
    }
}

#[test]
fn times_are_written_in_utc_and_absurd_ones_refused() {
    let at =
        NOW.checked_to_offset(time::UtcOffset::from_hms(1, 0, 0).expect("CET")).expect("a time");
    let event = Event { at, ..event(EventName::InvoicePaid).expect("emitted") };
    assert!(event.body().expect("writable").as_str().contains("2026-11-21T12:00:00Z"));
    let before_christ = NOW.replace_year(-1).expect("a year");
    assert!(NewEvent::of(&Event { at: before_christ, ..event }, None).is_err());
}

#[test]
fn an_event_id_is_short_and_visible() {
    let long = "x".repeat(201);
    for text in ["", "a b", "č", "a\n", &long] {
        assert_eq!(EventId::parse(text), Err(InvalidEventId), "{text}");
    }
    assert!(EventId::parse(&long[..200]).is_ok());
}

#[test]
fn the_documentation_tells_every_event_and_field() {
    let text = include_str!("../../../../../docs/webhooks.md");
    for &name in EventName::ALL {
        assert!(text.contains(&format!("`{name}`")), "{name}");
        for field in fields(name).split_whitespace().filter(|field| !field.is_empty()) {
            assert!(text.contains(&format!("`{field}`")), "{name}: {field}");
        }
    }
}

#[test]
fn what_is_live_has_the_fields_of_its_row_alone() {
    for name in [EventName::PeppolDocumentFailed, EventName::PeppolDocumentReceived] {
        let Some(mut live) = event(name) else { panic!("emitted") };
        match &mut live.data {
            Data::PeppolDocumentFailed(data) => data.mode = Tier::Live,
            Data::PeppolDocumentReceived(data) => data.mode = Tier::Live,
            other => panic!("{other:?}"),
        }
        let body = live.body().expect("writable");
        assert!(!body.as_str().contains("mode"), "{}", body.as_str());
    }
}
