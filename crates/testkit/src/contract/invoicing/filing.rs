//! Files of invoices that come and go: their bytes once for an organization.

use super::drafts::{kept, moment};
use crate::build::{NOW, draft, fingerprint, id, lease, with_files};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{issue, kind, organization, read},
};
use access::OrganizationId;
use idempotency::{Answer, Decision, IdempotencyStore, Lease, LeaseToken};
use invoicing::{
    AttachmentId, AttachmentInput, InvoiceId,
    files::{AttachmentStore, FilesError, FilesRefused, StoredFile},
    states::{InvoiceChangeStore, InvoiceState},
};
use persistence::StoreError;

type Place = (OrganizationId, InvoiceId);

const CSV: &[u8] = b"kod;suma\na;1\n";

fn csv(name: &str, content: &[u8]) -> AttachmentInput {
    AttachmentInput {
        filename: Some(name.into()),
        mime_code: Some("text/csv".into()),
        content: Some(content.to_vec()),
        description: Some("Rozpis".into()),
    }
}

fn ok() -> Answer {
    Answer { status: 201, body: b"{}".to_vec() }
}

async fn add(
    store: &impl Ports,
    place: Place,
    input: &AttachmentInput,
    lease: Option<&Lease>,
) -> Result<AttachmentId, FilesError> {
    let id = AttachmentId(id());
    let moment = moment();
    let decide = |state: &InvoiceState| Ok((Some(state.add_file(input, id, &moment)?), ok()));
    store.change_files(place.0, place.1, lease.map(|lease| (lease, NOW)), decide).await?;
    Ok(id)
}

async fn remove(
    store: &impl Ports,
    place: Place,
    id: Option<AttachmentId>,
) -> Result<(), FilesError> {
    let moment = moment();
    let decide = |state: &InvoiceState| Ok((state.remove_files(id, &moment)?, ok()));
    store.change_files(place.0, place.1, None, decide).await.map(drop)
}

async fn invoice(store: &impl Ports) -> Place {
    let owner = organization(store).await;
    (owner, issue(store, &draft(owner)).await.id)
}

async fn another(store: &impl Ports, owner: OrganizationId) -> Place {
    (owner, issue(store, &draft(owner)).await.id)
}

async fn files(store: &impl Ports, place: Place) -> Vec<StoredFile> {
    store.files(place.0, place.1).await.expect("there")
}

async fn bytes(store: &impl Ports, place: Place) -> u64 {
    store.stored_bytes(place.0).await.expect("counted")
}

pub async fn a_file_is_added_and_taken_away(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = invoice(store).await;
    let before = read(store, place.0, place.1).await;
    let first = add(store, place, &csv("a.csv", CSV), None).await.expect("added");
    let second = add(store, place, &csv("b.csv", b"x,y\n1,2\n"), None).await.expect("added");
    let kept = files(store, place).await;
    assert_eq!(kept.iter().map(|file| file.info.id).collect::<Vec<_>>(), [first, second]);
    assert_eq!((kept[0].content.as_slice(), kept[0].info.filename.as_str()), (CSV, "a.csv"));
    assert_eq!(kept[0].info.description.as_deref(), Some("Rozpis"));
    let after = read(store, place.0, place.1).await;
    let infos: Vec<_> = kept.iter().map(|file| file.info.clone()).collect();
    assert_eq!((after.document.attachments, after.version), (infos, before.version + 2));
    assert_eq!(store.file(place.0, place.1, second).await.expect("there"), kept[1]);
    remove(store, place, Some(first)).await.expect("taken away");
    assert_eq!(files(store, place).await, [kept[1].clone()]);
    let gone = remove(store, place, Some(first)).await;
    assert!(matches!(gone, Err(FilesError::Refused(FilesRefused::NoSuchFile))), "{gone:?}");
    assert_eq!(kind(&store.file(place.0, place.1, first).await), "not found");
    let history = store.invoice_history(place.0, place.1, None, 10).await.expect("a page").rows;
    assert_eq!(history.len(), 3, "each is a line of the history");
    assert_eq!(history[0].entry.after["attachments"], serde_json::json!(["b.csv"]));
    // the next one comes last again
    let third = add(store, place, &csv("c.csv", CSV), None).await.expect("added");
    let ids: Vec<_> = files(store, place).await.iter().map(|file| file.info.id).collect();
    assert_eq!(ids, [second, third]);
    remove(store, place, None).await.expect("all");
    assert_eq!((files(store, place).await, bytes(store, place).await), (vec![], 0));
    let emptied = read(store, place.0, place.1).await;
    assert_eq!(emptied.document.attachments, []);
    // without any, nothing changes
    remove(store, place, None).await.expect("none");
    assert_eq!(read(store, place.0, place.1).await, emptied);
    let after = store.invoice_history(place.0, place.1, None, 10).await.expect("a page").rows;
    assert_eq!(after.len(), history.len() + 2);
}

pub async fn the_same_bytes_are_kept_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let one = invoice(store).await;
    let other = another(store, one.0).await;
    let first = add(store, one, &csv("a.csv", CSV), None).await.expect("added");
    add(store, one, &csv("copy.csv", CSV), None).await.expect("added");
    let second = add(store, other, &csv("b.csv", CSV), None).await.expect("added");
    assert_eq!(bytes(store, one).await, CSV.len() as u64);
    // with an invoice that is issued, the same file twice
    let issued = issue(store, &with_files(draft(one.0), &[CSV, b"other", CSV])).await;
    let issued = (one.0, issued.id);
    let contents: Vec<_> =
        files(store, issued).await.into_iter().map(|file| file.content).collect();
    assert_eq!(contents, [CSV, b"other", CSV]);
    assert_eq!(bytes(store, one).await, (CSV.len() + 5) as u64);
    // another organization has bytes of its own
    let stranger = invoice(store).await;
    add(store, stranger, &csv("a.csv", CSV), None).await.expect("added");
    remove(store, one, Some(first)).await.expect("taken away");
    remove(store, issued, None).await.expect("taken away");
    assert_eq!(bytes(store, one).await, CSV.len() as u64, "others name it");
    assert_eq!(store.file(other.0, other.1, second).await.expect("there").content, CSV);
    remove(store, one, None).await.expect("taken away");
    remove(store, other, None).await.expect("taken away");
    assert_eq!((bytes(store, one).await, bytes(store, stranger).await), (0, CSV.len() as u64));
}

pub async fn files_at_once_keep_to_the_limit(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = invoice(store).await;
    let tasks: Vec<_> = (0..16)
        .map(|n| {
            let store = store.clone();
            let input = csv(&format!("{n}.csv"), format!("a;b\n{n};1\n").as_bytes());
            tokio::spawn(async move { add(&store, place, &input, None).await })
        })
        .collect();
    let mut added = 0;
    for task in tasks {
        match task.await.expect("no panic") {
            Ok(_) => added += 1,
            Err(FilesError::Refused(FilesRefused::Invalid(_))) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
    assert_eq!((added, files(store, place).await.len()), (10, 10));
}

/// Who names bytes again while another takes them away for the last time finds them.
pub async fn the_same_file_comes_and_goes_at_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let mut places = Vec::new();
    for _ in 0..4 {
        places.push(another(store, owner).await);
    }
    let tasks: Vec<_> = places
        .iter()
        .map(|place| {
            let (store, place) = (store.clone(), *place);
            tokio::spawn(async move {
                for _ in 0..8 {
                    let id = add(&store, place, &csv("a.csv", CSV), None).await.expect("added");
                    remove(&store, place, Some(id)).await.expect("taken away");
                }
                add(&store, place, &csv("last.csv", CSV), None).await.expect("added");
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("no panic");
    }
    for place in &places {
        assert_eq!(files(store, *place).await[0].content, CSV);
    }
    assert_eq!(bytes(store, places[0]).await, CSV.len() as u64);
}

pub async fn what_is_refused_keeps_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = invoice(store).await;
    add(store, place, &csv("a.csv", CSV), None).await.expect("added");
    let before = (read(store, place.0, place.1).await, files(store, place).await);
    for input in [csv("a.txt", CSV), csv("a.csv", b"<html>"), csv("a.csv", b"")] {
        let refused = add(store, place, &input, None).await;
        let invalid = matches!(refused, Err(FilesError::Refused(FilesRefused::Invalid(_))));
        assert!(invalid, "{refused:?}");
    }
    let lost = add(store, place, &csv("b.csv", b"x;y\n1;2\n"), Some(&lease("never claimed"))).await;
    assert!(matches!(lost, Err(FilesError::Store(StoreError::LeaseLost))), "{lost:?}");
    assert_eq!((read(store, place.0, place.1).await, files(store, place).await), before);
    assert_eq!(bytes(store, place).await, CSV.len() as u64);
}

pub async fn files_of_others_are_not_found(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = invoice(store).await;
    let file = add(store, place, &csv("a.csv", CSV), None).await.expect("added");
    let stranger = (organization(store).await, place.1);
    assert_eq!(kind(&store.file(stranger.0, stranger.1, file).await), "not found");
    let other = another(store, place.0).await;
    assert_eq!(kind(&store.file(other.0, other.1, file).await), "not found");
    for refused in [
        add(store, stranger, &csv("b.csv", CSV), None).await.map(drop),
        remove(store, stranger, Some(file)).await,
        remove(store, stranger, None).await,
    ] {
        assert!(matches!(refused, Err(FilesError::Store(StoreError::NotFound))), "{refused:?}");
    }
    assert_eq!(files(store, place).await.len(), 1);
}

pub async fn the_answer_comes_with_the_file(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = invoice(store).await;
    let (key, scope) = (lease("file-1"), place.0.into());
    let first = store.claim(scope, &key, fingerprint(1), NOW).await.expect("asked");
    assert_eq!(first, Decision::Proceed);
    add(store, place, &csv("a.csv", CSV), Some(&key)).await.expect("added");
    let again = Lease { token: LeaseToken(id()), ..key };
    let replay = store.claim(scope, &again, fingerprint(1), NOW).await.expect("asked");
    assert_eq!(replay, Decision::Replay(ok()));
}

/// Drafts have files too: kept once with others, and gone with the draft.
pub async fn a_draft_keeps_its_files_like_any_invoice(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let draft = with_files(draft(owner), &[CSV, b"only here"]);
    kept(store, &draft).await;
    let (place, other) = ((owner, draft.id), another(store, owner).await);
    add(store, other, &csv("a.csv", CSV), None).await.expect("added");
    assert_eq!(bytes(store, place).await, (CSV.len() + 9) as u64);
    let contents: Vec<_> = files(store, place).await.into_iter().map(|file| file.content).collect();
    assert_eq!(contents, [CSV, b"only here"]);
    let state = store.invoice_state(owner, draft.id).await.expect("there");
    let gone = state.delete(&moment()).expect("a draft");
    store.change_invoice(&gone).await.expect("deleted");
    assert_eq!(bytes(store, place).await, CSV.len() as u64, "what the other names");
    assert_eq!(files(store, other).await.len(), 1);
}
