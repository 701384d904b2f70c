//! What a key sees, and what of it stays hidden: documents of the other network, of others, and what is not
//! there; and files, credit and usage as they are counted.

use crate::setup::{TestIntake, TestPorts, run};
use access::{OrganizationId, Tier};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    AttachmentId, AttachmentInfo, AttachmentInput, InvoiceId, InvoiceStore,
    files::{FilesError, FilesRefused, PdfLog},
};
use peppol_connector::{
    credit::Credits,
    ports::{CreditStore, InboxStore, SubmissionStore},
    sending::{NativeRefusal, Refusal},
};
use persistence::StoreError;
use std::collections::BTreeMap;
use testkit::{
    build::{self, NOW, fingerprint, lease},
    fakes::FakeValidator,
    peppol::{received_document, received_event, received_record},
    sends,
};
use use_cases::{
    Context, IdempotencyError,
    invoicing::{
        hand_out_pdf::{MadePdf, hand_out_pdf},
        invoice_files::{ChangeFilesError, attach_file, detach_files},
        ubl::{UblError, ubl_of},
        usage::usage,
    },
    receiving::documents::{acknowledge, received_document as received, sent_document},
    sending::{
        credit::{credit_entries, credit_status},
        native_send::{NativeSendError, send_batch},
    },
};
use uuid::Uuid;

const NOBODYS: Uuid = Uuid::from_u128(7);

fn is_not_found<T>(result: &Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::NotFound))
}

fn issued(ports: &TestPorts, owner: OrganizationId) -> InvoiceId {
    run(ports.store.issue(&build::draft(owner), None, build::respond)).expect("issued").0.id
}

#[test]
fn documents_are_seen_by_keys_of_their_network() {
    let ports = TestPorts::default();
    let owner = ports.with_enrolled();
    let stranger = ports.with_organization().id;
    let record = received_record();
    let (id, event) = (record.id, received_event(owner, &record));
    run(ports.store.receive(owner, &received_document(record), &event)).expect("received");
    let send = sends::test_send();
    run(ports.store.commit(owner, &sends::queued(&send), None, NOW)).expect("queued");
    for (owner, tier, is_seen) in
        [(owner, Tier::Test, true), (owner, Tier::Live, false), (stranger, Tier::Test, false)]
    {
        let context = Context::new(&ports, owner, tier);
        let came = run(received(&context, id));
        let sent = run(sent_document(&context, send.submission.id));
        let taken = run(acknowledge(&context, id));
        assert_eq!((came.is_ok(), sent.is_ok(), taken.is_ok()), (is_seen, is_seen, is_seen));
        assert!(is_seen || is_not_found(&came) && is_not_found(&sent) && is_not_found(&taken));
    }
    // the first time counts
    ports.still.advance(time::Duration::HOUR);
    let again = run(acknowledge(&ports.context(owner), id)).expect("acknowledged");
    assert_eq!(again.acknowledged_at, Some(NOW));
}

#[test]
fn credit_is_that_of_the_live_network() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    run(ports.store.top_up(owner, "bought", Credits(3), NOW)).expect("bought");
    let (live, test) = (Context::new(&ports, owner, Tier::Live), ports.context(owner));
    let (of_live, of_test) = (run(credit_status(&live)), run(credit_status(&test)));
    let (of_live, of_test) = (of_live.expect("live"), of_test.expect("test"));
    assert_eq!((of_live.balance.available, of_test.balance.available), (Credits(3), Credits(0)));
    assert_eq!((of_live.price > Credits(0), of_test.price), (true, Credits(0)));
    let lines = |context| run(credit_entries(context, None, 9)).expect("a page").rows.len();
    assert_eq!((lines(&live), lines(&test)), (1, 0));
    let nobody = Context::new(&ports, OrganizationId(NOBODYS), Tier::Live);
    assert!(is_not_found(&run(credit_status(&nobody))));
}

#[test]
fn usage_counts_invoices_and_bytes() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    issued(&ports, owner);
    let draft = build::with_files(build::draft(owner), &[b"%PDF-1.7 one"]);
    run(ports.store.issue(&draft, None, build::respond)).expect("issued");
    let report = run(usage(&ports.context(owner))).expect("a report");
    assert_eq!((report.invoices, report.transactions, report.stored_bytes), (2, 0, 12));
    assert!(is_not_found(&run(usage(&ports.context(OrganizationId(NOBODYS))))));
}

fn file(content: &[u8]) -> AttachmentInput {
    AttachmentInput {
        filename: Some("list.pdf".into()),
        mime_code: Some("application/pdf".into()),
        content: Some(content.to_vec()),
        description: None,
    }
}

fn said(info: &AttachmentInfo) -> Result<Answer, UnwritableAnswer> {
    Answer::json(201, &info.id)
}

#[test]
fn a_file_is_attached_once_and_taken_away() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    let (context, invoice) = (ports.context(owner), issued(&ports, owner));
    let attach = |invoice, content: &[u8], body: u8| {
        let key = Some((lease("file-1"), fingerprint(body)));
        run(attach_file(&context, invoice, &file(content), key, said))
    };
    let files = || run(ports.store.files(owner, invoice)).expect("files").len();
    let refused = attach(invoice, b"no PDF", 1);
    let invalid = matches!(
        refused,
        Err(ChangeFilesError::Files(FilesError::Refused(FilesRefused::Invalid(_))))
    );
    assert!(invalid, "{refused:?}");
    let missing = attach(InvoiceId(NOBODYS), b"%PDF-1.7", 1);
    let not_found =
        matches!(missing, Err(ChangeFilesError::Files(FilesError::Store(StoreError::NotFound))));
    assert!(not_found, "{missing:?}");
    let lost = run(attach_file(&context, invoice, &file(b"%PDF-1.7"), None, |_| {
        Answer::json(201, &BTreeMap::from([((1, 1), 1)]))
    }));
    assert!(matches!(lost, Err(ChangeFilesError::Files(FilesError::Answer(_)))), "{lost:?}");
    assert_eq!(files(), 0, "and the key is free again");
    let made = attach(invoice, b"%PDF-1.7", 2).expect("attached");
    assert_eq!(attach(invoice, b"%PDF-1.7", 2).expect("replayed"), made);
    let reused = attach(invoice, b"%PDF-1.7", 3);
    assert!(
        matches!(reused, Err(ChangeFilesError::Key(IdempotencyError::KeyReused))),
        "{reused:?}"
    );
    assert_eq!(files(), 1);
    let id: AttachmentId = serde_json::from_slice(&made.body).expect("an id");
    let other = run(detach_files(&context, invoice, Some(AttachmentId(NOBODYS))));
    assert!(matches!(other, Err(FilesError::Refused(FilesRefused::NoSuchFile))), "{other:?}");
    run(detach_files(&context, invoice, Some(id))).expect("taken away");
    assert_eq!(files(), 0);
    attach(invoice, b"%PDF-1.7", 2).expect("the answer that was kept");
    assert_eq!(files(), 0);
}

#[test]
fn a_pdf_is_known_before_it_is_handed_out() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    let invoice = issued(&ports, owner);
    let made = |invoice| MadePdf {
        invoice,
        sha256: [7; 32],
        size: 9,
        renderer: "typst 0",
        language: "sk",
    };
    for _ in 0..2 {
        run(hand_out_pdf(&ports.context(owner), made(invoice))).expect("kept");
    }
    let kept = run(ports.store.handed_out_pdfs(owner, invoice)).expect("read");
    assert_eq!(kept.len(), 1, "the same file once");
    assert_eq!((kept[0].tier, kept[0].at, kept[0].language.as_str()), (Tier::Test, NOW, "sk"));
}

#[test]
fn a_draft_has_no_document_that_leaves() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    let context = ports.context(owner);
    let invoice = run(ports.store.invoice(owner, issued(&ports, owner))).expect("there");
    run(ubl_of(&context, &invoice)).expect("a preview");
    let draft = invoicing::Invoice { status: invoicing::InvoiceStatus::Draft, ..invoice };
    let refused = run(ubl_of(&context, &draft));
    assert!(matches!(refused, Err(UblError::NoDocument(_))), "{refused:?}");
}

#[test]
fn a_batch_says_of_each_what_became_of_it() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_enrolled());
    let id = crate::invoices::issued(&context);
    let missing = InvoiceId(NOBODYS);
    let results = run(send_batch(&context, &[id, missing, id])).expect("results");
    assert_eq!(results.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [id, missing, id]);
    assert!(results[0].1.is_ok(), "{:?}", results[0].1);
    let not_found = matches!(results[1].1, Err(NativeSendError::Store(StoreError::NotFound)));
    assert!(not_found, "{:?}", results[1].1);
    assert!(matches!(results[2].1, Err(NativeSendError::Refused(_))), "under way: {results:?}");
    assert!(run(send_batch(&context, &[])).expect("nothing").is_empty());
    // what nobody can check is said of each
    let intake = TestIntake::of(FakeValidator::default().unavailable());
    let ports = TestPorts { intake, ..TestPorts::default() };
    let context = ports.context(ports.with_enrolled());
    let id = crate::invoices::issued(&context);
    let results = run(send_batch(&context, &[id])).expect("results");
    let unavailable =
        matches!(results[0].1, Err(NativeSendError::Refused(NativeRefusal::ValidatorUnavailable)));
    assert!(unavailable, "{results:?}");
}

#[test]
fn a_batch_that_lacks_nothing_but_credit_is_refused_as_a_whole() {
    let ports = TestPorts::default();
    let owner = ports.with_enrolled();
    crate::records::enroll_live(&ports, owner);
    let live = Context::new(&ports, owner, Tier::Live);
    let ids = [crate::invoices::issued(&live), crate::invoices::issued(&live)];
    let refused = run(send_batch(&live, &ids));
    let lacks_credit = NativeRefusal::from(Refusal::Credit);
    let Err(NativeSendError::Refused(refusal)) = refused else { panic!("{refused:?}") };
    assert_eq!(refusal, lacks_credit);
    // one of them is not there: each has its own answer
    let results = run(send_batch(&live, &[ids[0], InvoiceId(NOBODYS)])).expect("results");
    assert!(results.iter().all(|(_, result)| result.is_err()));
}
