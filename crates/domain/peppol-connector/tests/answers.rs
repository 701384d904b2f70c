//! Lookups and event payloads, named as in the specification.

use access::OrganizationId;
use peppol_connector::{
    DirectoryError, DocumentFailed, DocumentMoved, Effect, HELD_ELSEWHERE, Network,
    ParticipantChange, ParticipantChanged, ParticipantSource, RecipientLookup, RecordedInvoiceId,
    Registration, looked_up,
};
use serde_json::{json, to_value};
use time::macros::datetime;
use uuid::Uuid;

#[test]
fn lookups_tell_missing_from_unknown() {
    let id = "0245:2023456789";
    let registered = |in_directory| Ok(Some(Registration { in_directory }));
    for (result, answer) in [
        (
            registered(true),
            json!({"peppol_id": id, "found": true, "sml_state": "active", "pd_state": "published"}),
        ),
        (registered(false), json!({"peppol_id": id, "found": true, "sml_state": "active"})),
        (Ok(None), json!({"peppol_id": id, "found": false})),
        (
            Err(DirectoryError::NotRegistered(id.parse().expect("an id"))),
            json!({"peppol_id": id, "found": false}),
        ),
        (
            Err(DirectoryError::Unreachable("timeout".into())),
            json!({"peppol_id": id, "found": false, "lookup_unavailable": true}),
        ),
    ] {
        assert_eq!(to_value(RecipientLookup::of(id, &result)).expect("JSON"), answer);
    }
}

#[test]
fn whom_a_lookup_asks_for() {
    for (text, network, asked) in [
        (" 0245:2023456789 ", Network::Test, Some("9915:2023456789")),
        ("0245:2023456789", Network::Live, Some("0245:2023456789")),
        ("nonsense", Network::Live, None),
    ] {
        assert_eq!(looked_up(text, network).map(|id| id.to_string()).as_deref(), asked);
    }
}

#[test]
fn document_events_have_their_fields() {
    let org_id = OrganizationId(Uuid::nil());
    let invoice_id = RecordedInvoiceId(Uuid::nil());
    let moved = DocumentMoved {
        org_id,
        invoice_id,
        invoice_number: "1".to_owned(),
        document_type: "t".to_owned(),
        mode: Network::Test,
        state: "DELIVERED",
        message_id: "m".to_owned(),
        transaction_id: None,
    };
    let nil = Uuid::nil().to_string();
    assert_eq!(
        to_value(moved).expect("JSON"),
        json!({"orgId": nil, "invoiceId": nil, "invoiceNumber": "1", "documentType": "t",
            "mode": "test", "state": "DELIVERED", "messageId": "m", "transactionId": null})
    );
    let failed = |mode| DocumentFailed {
        org_id,
        invoice_id,
        invoice_number: "1".to_owned(),
        document_type: "t".to_owned(),
        error: "e".to_owned(),
        mode,
    };
    let live = to_value(failed(Network::Live)).expect("JSON");
    assert_eq!(live.get("mode"), None);
    assert_eq!(to_value(failed(Network::Test)).expect("JSON")["mode"], "test");
    let names = [Effect::EmitSent, Effect::EmitDelivered, Effect::EmitFailed].map(Effect::event);
    assert_eq!(
        names,
        [
            Some("peppol.document.sent"),
            Some("peppol.document.delivered"),
            Some("peppol.document.failed")
        ]
    );
    assert_eq!(Effect::CaptureCredit.event(), None);
}

#[test]
fn participant_events_have_one_timestamp() {
    let participant = "9915:2023456789".parse().expect("an id");
    let changed = |change| {
        ParticipantChanged::of(
            change,
            OrganizationId(Uuid::nil()),
            &participant,
            Network::Test,
            ParticipantSource::ApiEnroll,
            datetime!(2026-10-05 08:00 UTC),
        )
    };
    let failed = changed(ParticipantChange::Failed).because(HELD_ELSEWHERE, "held elsewhere");
    assert_eq!(
        to_value(failed).expect("JSON"),
        json!({"orgId": Uuid::nil().to_string(), "participantId": "9915:2023456789",
            "scheme": "9915", "mode": "test", "source": "api_enroll",
            "failedAt": "2026-10-05T08:00:00Z", "code": "PARTICIPANT_HELD_ELSEWHERE",
            "message": "held elsewhere"})
    );
    let activated = to_value(changed(ParticipantChange::Activated)).expect("JSON");
    assert_eq!(activated["activatedAt"], "2026-10-05T08:00:00Z");
    assert_eq!((activated.get("failedAt"), activated.get("code")), (None, None));
    let deactivated = to_value(changed(ParticipantChange::Deactivated)).expect("JSON");
    assert_eq!(deactivated["deactivatedAt"], "2026-10-05T08:00:00Z");
}
