//! A sent document is an invoice among the others, under a number of its own.

use crate::contract::{
    StoreUnderTest,
    ledger::{
        bank_statements::{kept, line},
        taken_back::match_what_waits,
    },
    sending::setup::{keep, rich},
    setup::{all_invoices, issue, issued_number, kind, try_issue},
};
use crate::{
    build::{NOW, draft, draft_of, id, with_number, with_total},
    sends::{queued, send_of},
};
use access::{ApiKeyId, Credential, Tier};
use invoicing::{
    AnyInvoice, Invoice, InvoiceFilter, InvoiceStatus, InvoiceStore, InvoiceType,
    OriginalReference, References,
    recording::{InvoiceContent, Origin, RecordedDocument},
    states::{HistoryAction, InvoiceChangeStore, Links},
};
use money::Currency;
use peppol_connector::{
    ports::SubmissionStore,
    sending::{EarlierRecord, NumberUse, QueuedSend, RecordedInvoice},
};
use rust_decimal::dec;
use serde_json::json;
use std::collections::BTreeSet;

pub async fn the_series_skips_recorded_numbers(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 9).await;
    for number in ["FA20260001", "FA20260003", "FA20260004"] {
        keep(store, organization, &send_of(number)).await;
    }
    for number in ["FA20260002", "FA20260005", "FA20260006"] {
        assert_eq!(issued_number(store, &draft(organization)).await, number);
    }
    let late = store.commit(organization, &queued(&send_of("FA20260005")), None, NOW).await;
    assert_eq!(kind(&late), "taken", "drawn meanwhile");
}

/// Both ways at once: whoever comes first has the number.
pub async fn one_number_is_issued_or_recorded(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 99).await;
    for round in 0..4 {
        let number = format!("2026-{round}");
        let sends = (0..4).map(|_| {
            let (store, send) = (store.clone(), send_of(&number));
            tokio::spawn(async move {
                kind(&store.commit(organization, &queued(&send), None, NOW).await)
            })
        });
        let drafts = (0..4).map(|_| {
            let (store, draft) = (store.clone(), with_number(draft(organization), &number));
            tokio::spawn(async move { kind(&try_issue(&store, &draft).await) })
        });
        let tasks: Vec<_> = sends.chain(drafts).collect();
        let mut kinds = Vec::new();
        for task in tasks {
            kinds.push(task.await.expect("no panic"));
        }
        kinds.sort_unstable();
        assert_eq!((kinds[0], &kinds[1..]), ("ok", &["taken"; 7][..]), "{number}");
    }
    let all = all_invoices(store, organization, &InvoiceFilter::default(), 100).await;
    assert_eq!(all.len(), 4);
}

/// The series and the connector at once: each number once, and none is left out.
pub async fn series_and_connector_together_never_double(subject: &impl StoreUnderTest) {
    const EACH: usize = 12;
    let store = subject.store();
    let organization = rich(store, 99).await;
    let sends = (1..=EACH).map(|n| {
        let (store, send) = (store.clone(), send_of(&format!("FA2026{:04}", 2 * n)));
        tokio::spawn(
            async move { kind(&store.commit(organization, &queued(&send), None, NOW).await) },
        )
    });
    let drafts = (0..EACH).map(|_| {
        let (store, draft) = (store.clone(), draft(organization));
        tokio::spawn(async move { kind(&try_issue(&store, &draft).await) })
    });
    let tasks: Vec<_> = sends.chain(drafts).collect();
    let mut kept = 0;
    for task in tasks {
        // a number that is sent may come too late: the series has it
        kept += usize::from(task.await.expect("no panic") == "ok");
    }
    let all = all_invoices(store, organization, &InvoiceFilter::default(), 100).await;
    let numbers: BTreeSet<_> = all.iter().map(|row| row.number.as_str()).collect();
    assert_eq!((all.len(), numbers.len()), (kept, kept));
    assert!(kept >= EACH);
}

pub async fn recorded_invoices_are_listed_with_the_others(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 9).await;
    let native = issue(store, &draft(organization)).await;
    let send = send_of("EXT-1");
    keep(store, organization, &send).await;
    let recorded = send.invoice.as_ref().expect("new").invoice.summary();
    let listed = async |origin| {
        let filter = InvoiceFilter { origin, ..InvoiceFilter::default() };
        let mut rows = all_invoices(store, organization, &filter, 1).await;
        rows.sort_by(|one, other| one.number.cmp(&other.number));
        rows
    };
    assert_eq!(listed(None).await, [recorded.clone(), native.summary()]);
    assert_eq!(listed(Some(Origin::Native)).await, [native.summary()]);
    assert_eq!(listed(Some(Origin::Connector)).await, [recorded]);
    let references =
        References { original_invoice_id: Some(send.submission.invoice), ..References::default() };
    let records = store.issuing_records(organization, &references).await.expect("records");
    let original = records.original.expect("there");
    assert_eq!((original.number.as_str(), original.currency.code()), ("EXT-1", "ISK"));
}

pub async fn a_second_send_revises_its_record(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 9).await;
    let first = send_of("EXT-1");
    keep(store, organization, &first).await;
    let before = first.invoice.clone().expect("new").invoice;
    let mut again = send_of("EXT-1");
    let mut document = again.invoice.as_ref().expect("new").invoice.document.clone();
    document.due_date = None;
    document.totals.total = dec!(130.00);
    // paid by then
    document.prepaid = dec!(130.00) + document.rounding;
    let change = again.invoice.as_mut().expect("new");
    change.invoice = before.revised(document).expect("another total");
    change.before = Some(Box::new(before));
    let key = Some(Credential::Key(ApiKeyId(id())));
    again.invoice = again
        .invoice
        .map(|change| change.published(NOW, key, &Links::default()).expect("writable"));
    again.submission.invoice = first.submission.invoice;
    again.submission.receiver = "0088:another".parse().expect("a receiver");
    keep(store, organization, &again).await;
    let history = store.invoice_history(organization, first.submission.invoice, None, 9).await;
    let history = history.expect("read").rows;
    assert_eq!(history.len(), 1, "the first send is no change");
    let line = &history[0].entry;
    assert_eq!(Some(line), again.invoice.as_ref().and_then(|change| change.entry.as_ref()));
    assert_eq!((line.action, line.actor, line.version), (HistoryAction::Revised, key, 2));
    assert_eq!((&line.before["status"], &line.after["status"]), (&json!("issued"), &json!("paid")));
    let kept = store.invoice(organization, first.submission.invoice).await.expect("there");
    let expected = again.invoice.clone().expect("changed").invoice;
    assert_eq!(kept, AnyInvoice { organization, ..expected.into() });
    assert_eq!((kept.version, kept.document.header().due_date), (2, None));
    assert_eq!(kept.status, InvoiceStatus::Paid);
    // decided on what was
    let mut stale = QueuedSend { submission: send_of("EXT-1").submission, ..again };
    stale.submission.receiver = "0088:third".parse().expect("a receiver");
    let stale = store.commit(organization, &queued(&stale), None, NOW).await;
    assert_eq!(kind(&stale), "conflict");
}

/// What another document under the number says is open moves what the credit notes owe, as an edit does.
pub async fn a_second_send_moves_the_credit_notes_of_its_record(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 9).await;
    let mut first = send_of("EXT-1");
    let recorded = first.invoice.as_mut().expect("new");
    recorded.invoice.document.currency = Currency::Eur.into();
    recorded.invoice.document.prepaid = dec!(63.00);
    recorded.invoice.paid_amount = dec!(63.00);
    keep(store, organization, &first).await;
    let id = first.submission.invoice;
    let read = async |id| store.invoice(organization, id).await.expect("there");
    assert_eq!(read(id).await.outstanding(), dec!(60.00));
    let mut note = with_total(draft_of(organization, InvoiceType::CreditNote), dec!(80));
    note.set_against = dec!(60);
    note.document.original = Some(OriginalReference {
        id,
        number: "EXT-1".to_owned(),
        issue_date: note.document.issue_date,
        tax_date: None,
    });
    let note = issue(store, &note).await;
    assert_eq!(read(note.id).await.outstanding(), dec!(20));
    let facts = store.organization_facts(organization, Tier::Live, Some("EXT-1"), NOW).await;
    let NumberUse::Recorded(earlier) = facts.expect("facts").number else { panic!("recorded") };
    assert_eq!(earlier.notes.iter().map(|note| note.id).collect::<Vec<_>>(), [note.id]);
    let again = revising(&earlier, |document| document.totals.total = dec!(133.00));
    keep(store, organization, &again).await;
    let (original, note) = (read(id).await, read(note.id).await);
    assert_eq!((original.outstanding(), original.credited_amount), (dec!(0), dec!(80)));
    assert_eq!((note.outstanding(), note.credited_amount), (dec!(10), dec!(70)));
}

/// A record of which more is to be paid than before is compared with what waits.
pub async fn a_second_send_that_opens_more_matches_what_waits(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for (more, expected) in [(dec!(-1), 0), (dec!(1), 1)] {
        let organization = rich(store, 9).await;
        let mut first = send_of("EXT-1");
        let recorded = first.invoice.as_mut().expect("new");
        recorded.invoice.document.currency = Currency::Eur.into();
        keep(store, organization, &first).await;
        kept(store, organization, vec![line(dec!(7), None)]).await;
        let facts = store.organization_facts(organization, Tier::Live, Some("EXT-1"), NOW).await;
        let NumberUse::Recorded(earlier) = facts.expect("facts").number else { panic!("it is") };
        let again = revising(&earlier, |document| document.totals.total += more);
        keep(store, organization, &again).await;
        let matched = match_what_waits(store, organization).await;
        assert_eq!(matched, vec![first.submission.invoice; expected], "{more}");
    }
}

/// The send of another document under the number of an earlier one.
fn revising(earlier: &EarlierRecord, change: impl FnOnce(&mut RecordedDocument)) -> QueuedSend {
    let mut again = send_of("EXT-1");
    let mut document = earlier.invoice.document.clone();
    change(&mut document);
    let recorded = again.invoice.take().expect("new");
    let recorded = RecordedInvoice {
        invoice: earlier.invoice.revised(document).expect("another document"),
        before: Some(Box::new(earlier.invoice.clone())),
        notes: earlier.notes.clone(),
        ..recorded
    };
    again.invoice = Some(recorded.published(NOW, None, &Links::default()).expect("writable"));
    again.submission.invoice = earlier.invoice.id;
    again.submission.receiver = "0088:another".parse().expect("a receiver");
    again
}

/// A debit note changes nothing of its original, and yet another document cannot take that one's place unseen.
pub async fn a_second_send_and_a_note_fit_each_other(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for (n, revised_first) in [(1, false), (2, true)] {
        let organization = rich(store, 9).await;
        let mut first = send_of("EXT-1");
        let recorded = first.invoice.as_mut().expect("new");
        recorded.invoice.document.currency = Currency::Eur.into();
        keep(store, organization, &first).await;
        let earlier = async || {
            let facts =
                store.organization_facts(organization, Tier::Live, Some("EXT-1"), NOW).await;
            let NumberUse::Recorded(earlier) = facts.expect("facts").number else {
                panic!("it is")
            };
            earlier
        };
        let seen = earlier().await;
        let again = revising(&seen, |document| match n {
            1 => document.issue_date += time::Duration::DAY,
            _ => document.currency = Currency::Czk.into(),
        });
        let mut note = with_total(draft_of(organization, InvoiceType::DebitNote), dec!(80));
        note.document.original = Some(OriginalReference {
            id: first.submission.invoice,
            number: "EXT-1".to_owned(),
            issue_date: note.document.issue_date,
            tax_date: None,
        });
        if revised_first {
            keep(store, organization, &again).await;
            assert_eq!(kind(&try_issue(store, &note).await), "conflict", "of another document");
        } else {
            let note = issue(store, &note).await;
            let late = store.commit(organization, &queued(&again), None, NOW).await;
            assert_eq!(kind(&late), "conflict", "it was decided before the note");
            assert_eq!(earlier().await.notes.iter().map(|it| it.id).collect::<Vec<_>>(), [note.id]);
        }
    }
}

pub async fn the_events_of_a_record_come_with_it(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 9).await;
    let mut send = send_of("EXT-1");
    let recorded = send.invoice.take().expect("new");
    let invoice = Invoice { organization, ..recorded.invoice.clone() };
    let recorded = RecordedInvoice { invoice, ..recorded };
    send.invoice = Some(recorded.published(NOW, None, &Links::default()).expect("writable"));
    keep(store, organization, &send).await;
    let expected =
        send.invoice.as_ref().map(|recorded| recorded.events[0].body.as_str().to_owned());
    assert_eq!(subject.events(organization).await, expected.into_iter().collect::<Vec<_>>());
    let taken = store.commit(organization, &queued(&send_of("EXT-1")), None, NOW).await;
    assert_eq!(kind(&taken), "taken");
    assert_eq!(subject.events(organization).await.len(), 1);
}
