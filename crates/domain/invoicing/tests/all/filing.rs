//! Files of an invoice: what may come and go, and when.

use invoicing::{
    AnyInvoice, AttachmentInput, Filed, FilesChange, FilesChangeKind, FilesRefused, InvoiceStatus,
};
use testkit::build::{draft, id, organization, with_files};

const CSV: &[u8] = b"kod;suma\na;1\n";

fn csv(content: &[u8]) -> AttachmentInput {
    AttachmentInput {
        filename: Some("a.csv".into()),
        mime_code: Some("text/csv".into()),
        content: Some(content.to_vec()),
        description: None,
    }
}

fn filed(contents: &[&[u8]]) -> Filed {
    let draft = with_files(draft(organization().id), contents);
    let invoice = draft.issue("FA20260001").expect("writable").invoice.into();
    Filed { invoice, is_under_way: false }
}

fn names(change: &FilesChange) -> usize {
    change.after.document.attachments.len()
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
    let new = id();
    let change = before.add(&csv(CSV), new).expect("added");
    let FilesChangeKind::Added(file) = &change.kind else { panic!("{change:?}") };
    assert_eq!((file.info.id, file.content.as_slice()), (new, CSV));
    assert_eq!((file.info.size, change.after.version), (CSV.len() as u64, 2));
    assert_eq!(change.after.document.attachments.last(), Some(&file.info));
    let after = Filed { invoice: change.after.into(), is_under_way: false };
    let gone = after.remove(Some(new)).expect("taken away");
    assert_eq!((names(&gone), &gone.kind), (2, &FilesChangeKind::Removed(vec![new])));
    assert_eq!(names(&after.remove(None).expect("taken away")), 0);
    assert_eq!(after.remove(Some(id())), Err(FilesRefused::NoSuchFile));
    // without any, taking all away changes nothing
    assert_eq!(filed(&[]).remove(None).expect("none").kind, FilesChangeKind::Removed(vec![]));
}

#[test]
fn every_field_is_judged() {
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
        assert_eq!(fields(filed(&[]).add(&input, id())), named, "{input:?}");
    }
}

#[test]
fn limits_are_those_of_all_files() {
    let mut ten = filed(&[b"%PDF-1.7".as_slice(); 10]);
    assert_eq!(fields(ten.add(&csv(CSV), id())), ["attachments"]);
    let AnyInvoice { document, .. } = &mut ten.invoice;
    let invoicing::AnyDocument::Issued(document) = document else { panic!("issued here") };
    document.attachments.truncate(2);
    let room = attachments::MAX_TOTAL_BYTES as u64 - CSV.len() as u64;
    document.attachments[0].size = room - 8;
    document.attachments[1].size = 8;
    assert!(ten.add(&csv(CSV), id()).is_ok(), "to the byte");
    let more = [CSV, b"b"].concat();
    assert_eq!(fields(ten.add(&csv(&more), id())), ["attachments"]);
}

#[test]
fn what_was_sent_or_cancelled_keeps_its_files() {
    for status in InvoiceStatus::ALL {
        let before = filed(&[b"%PDF-1.7"]);
        let before = Filed { invoice: AnyInvoice { status, ..before.invoice }, ..before };
        let under_way = Filed { is_under_way: true, ..before.clone() };
        let cancelled = status == InvoiceStatus::Cancelled;
        let expected = cancelled.then_some(FilesRefused::Cancelled);
        assert_eq!(before.add(&csv(CSV), id()).err(), expected, "{status:?}");
        assert_eq!(before.remove(None).err(), expected, "{status:?}");
        let sent = if cancelled { FilesRefused::Cancelled } else { FilesRefused::Sent };
        assert_eq!(under_way.add(&csv(CSV), id()).err(), Some(sent.clone()), "{status:?}");
        assert_eq!(under_way.remove(None).err(), Some(sent), "{status:?}");
    }
}
