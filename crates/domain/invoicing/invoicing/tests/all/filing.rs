//! Files of an invoice: what may come and go, and when.

use crate::edit_setup::moment;
use invoicing::{
    AnyInvoice, AttachmentId, AttachmentInfo, AttachmentInput, InvoiceStatus,
    files::{FilesChange, FilesChangeKind, FilesError, FilesRefused},
    recording::AnyDocument,
    states::{Hold, Holds, InvoiceState, LiveSend, TransitionRefused},
};
use testkit::{
    build::{draft, id, organization, with_files},
    invoices::unsent,
};

const CSV: &[u8] = b"kod;suma\na;1\n";

fn csv(content: &[u8]) -> AttachmentInput {
    AttachmentInput {
        filename: Some("a.csv".into()),
        mime_code: Some("text/csv".into()),
        content: Some(content.to_vec()),
        description: None,
    }
}

fn filed(contents: &[&[u8]]) -> InvoiceState {
    let draft = with_files(draft(organization().id), contents);
    let invoice = draft.issue("FA20260001").expect("writable").invoice.into();
    unsent(invoice)
}

fn infos(invoice: &AnyInvoice) -> &[AttachmentInfo] {
    match &invoice.document {
        AnyDocument::Issued(document) => &document.attachments,
        AnyDocument::Recorded(_) => &[],
    }
}

fn after(change: FilesChange) -> InvoiceState {
    let invoice = change.change.after.expect("not deleted");
    unsent(invoice)
}

fn add(state: &InvoiceState, input: &AttachmentInput) -> Result<FilesChange, FilesRefused> {
    refused(state.add_file(input, AttachmentId(id()), &moment()))
}

fn remove(
    state: &InvoiceState,
    id: Option<AttachmentId>,
) -> Result<Option<FilesChange>, FilesRefused> {
    refused(state.remove_files(id, &moment()))
}

fn refused<T>(decided: Result<T, FilesError>) -> Result<T, FilesRefused> {
    decided.map_err(|error| match error {
        FilesError::Refused(refused) => refused,
        other => panic!("{other:?}"),
    })
}

fn fields(refused: Result<FilesChange, FilesRefused>) -> Vec<String> {
    match refused {
        Err(FilesRefused::Invalid(found)) => {
            found.as_slice().iter().map(|violation| violation.field.clone()).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_file_comes_last_and_one_goes() {
    let before = filed(&[b"%PDF-1.7 a", b"%PDF-1.7 b"]);
    let change = add(&before, &csv(CSV)).expect("added");
    let FilesChangeKind::Added(file) = change.kind.clone() else { panic!("{change:?}") };
    assert_eq!((file.content.as_slice(), file.info.size), (CSV, CSV.len() as u64));
    let history = &change.change.entry.after["attachments"];
    assert_eq!(history.as_array().and_then(|names| names.last()), Some(&"a.csv".into()));
    assert_eq!(change.change.events, [], "status, number, total and due date stay");
    let after_it = after(change);
    assert_eq!(infos(&after_it.invoice).last(), Some(&file.info));
    assert_eq!(after_it.invoice.version, 2);
    let gone = remove(&after_it, Some(file.info.id)).expect("taken away").expect("a change");
    assert_eq!(gone.kind, FilesChangeKind::Removed(vec![file.info.id]));
    assert_eq!(infos(&after(gone).invoice), infos(&before.invoice));
    let all = remove(&after_it, None).expect("all").expect("a change");
    assert_eq!(infos(&after(all).invoice), []);
    assert_eq!(remove(&after_it, Some(AttachmentId(id()))), Err(FilesRefused::NoSuchFile));
    // without any, taking all away changes nothing
    assert_eq!(remove(&filed(&[]), None), Ok(None));
}

#[test]
fn every_field_is_checked() {
    let right = csv(CSV);
    let table: Vec<(AttachmentInput, &[&str])> = vec![
        (AttachmentInput::default(), &["filename", "mime_code", "base64_content"]),
        (AttachmentInput { filename: None, ..right.clone() }, &["filename"]),
        (AttachmentInput { filename: Some("../a.csv".into()), ..right.clone() }, &["filename"]),
        (AttachmentInput { filename: Some("a.txt".into()), ..right.clone() }, &["filename"]),
        (AttachmentInput { mime_code: Some("text/html".into()), ..right.clone() }, &["mime_code"]),
        (AttachmentInput { mime_code: Some("image/png".into()), ..right.clone() }, &["mime_code"]),
        (csv(b"<script>"), &["base64_content"]),
        (csv(b""), &["base64_content"]),
        (AttachmentInput { description: Some("x".repeat(501)), ..right.clone() }, &["description"]),
        (AttachmentInput { description: Some("a\nb".into()), ..right }, &["description"]),
    ];
    for (input, named) in table {
        assert_eq!(fields(add(&filed(&[]), &input)), named, "{input:?}");
    }
}

#[test]
fn limits_are_those_of_all_files() {
    let mut ten = filed(&[b"%PDF-1.7".as_slice(); 10]);
    assert_eq!(fields(add(&ten, &csv(CSV))), ["attachments"]);
    let AnyDocument::Issued(document) = &mut ten.invoice.document else { panic!("issued here") };
    document.attachments.truncate(2);
    let room = attachments::MAX_TOTAL_BYTES as u64 - CSV.len() as u64;
    document.attachments[0].size = room - 8;
    document.attachments[1].size = 8;
    assert!(add(&ten, &csv(CSV)).is_ok(), "to the byte");
    assert_eq!(fields(add(&ten, &csv(&[CSV, b"b"].concat()))), ["attachments"]);
}

/// Files are what the document says: they change where an edit of it may.
#[test]
fn what_cannot_be_edited_keeps_its_files() {
    let base = filed(&[b"%PDF-1.7"]);
    let with = |status, live_send| InvoiceState {
        invoice: AnyInvoice { status, ..base.invoice.clone() },
        live_send,
        ..base.clone()
    };
    let locked = Holds { locked_at: Some(moment().now), settled_by: None, archived_at: None };
    assert_eq!(locked.hold(), Some(Hold::Locked));
    let locked = InvoiceState {
        invoice: AnyInvoice { holds: locked, ..base.invoice.clone() },
        ..base.clone()
    };
    for (state, expected) in [
        (with(InvoiceStatus::Draft, LiveSend::None), None),
        (with(InvoiceStatus::PendingApproval, LiveSend::None), None),
        (with(InvoiceStatus::Issued, LiveSend::None), None),
        (with(InvoiceStatus::Issued, LiveSend::UnderWay), Some(TransitionRefused::UnderWay)),
        (with(InvoiceStatus::Sent, LiveSend::Taken), Some(TransitionRefused::SentOverPeppol)),
        (with(InvoiceStatus::Cancelled, LiveSend::None), Some(TransitionRefused::Cancelled)),
        (locked, Some(TransitionRefused::Locked)),
    ] {
        let expected = expected.map(FilesRefused::Status);
        let shown = format!("{:?} {:?}", state.invoice.status, state.live_send);
        assert_eq!(add(&state, &csv(CSV)).err(), expected, "{shown}");
        assert_eq!(remove(&state, None).err(), expected, "{shown}");
    }
    // what waits for approval was changed: it is a draft again
    let changed = add(&with(InvoiceStatus::PendingApproval, LiveSend::None), &csv(CSV));
    assert_eq!(after(changed.expect("added")).invoice.status, InvoiceStatus::Draft);
}
