//! The ports put together: workers that die at any instant, a network that loses receipts.
//! Whatever happens, a document is taken once, charged once, and never called failed when it arrived.

use crate::common::{IDS, NOW, case::Case, organization};
use access::{Credential, OrganizationId, Tier};
use events::NewEvent;
use idempotency::{Answer, Lease};
use peppol_connector::{
    credit::{Balance, Credits, Hold, Posting, capture_credit, release_credit, reserve_credit},
    identifiers::{MessageId, Network, StagedId, SubmissionId},
    ports::{AccessPoint, AttemptOutcome, DeliveryError, Receipt, SubmissionStore},
    sending::{
        DocumentKey, EarlierSend, NamedInvoice, OrganizationFacts, SendWrites, StagedDocument,
        Submission,
    },
    submissions::{
        Actor, Effect, Jitter, Move, Moved, OutgoingMessage, Progress, State, Trace, advance,
    },
};
use persistence::StoreError;
use proptest::prelude::*;
use std::{
    future::Future,
    pin::pin,
    sync::{Mutex, MutexGuard},
    task::{Context, Poll, Waker},
};
use time::OffsetDateTime;
use uuid::Uuid;

const ORG: OrganizationId = OrganizationId(Uuid::from_u128(7));

/// The futures of these fakes are ready at once.
fn now_or_never<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("a fake waits"),
    }
}

#[derive(Default)]
struct Rows {
    submission: Option<Submission>,
    document: Vec<u8>,
    records: usize,
    balance: Balance,
    hold: Hold,
    events: Vec<Effect>,
}

/// One organization with one send.
#[derive(Default)]
struct Memory(Mutex<Rows>);

impl Memory {
    fn rows(&self) -> MutexGuard<'_, Rows> {
        self.0.lock().expect("no test thread panicked")
    }
}

impl Rows {
    fn post(&mut self, posting: Posting) {
        if let Posting::Post { balance, hold, .. } = posting {
            (self.balance, self.hold) = (balance, hold);
        }
    }

    fn take_effect(&mut self, id: SubmissionId, effect: Effect) {
        let (balance, hold) = (self.balance, self.hold);
        match effect {
            Effect::CaptureCredit => {
                self.post(capture_credit(balance, hold, id).expect("a reservation"));
            }
            Effect::ReleaseCredit => {
                self.post(release_credit(balance, hold, id).expect("a reservation"));
            }
            Effect::EmitSent | Effect::EmitDelivered | Effect::EmitFailed => {
                self.events.push(effect);
            }
            Effect::DeleteStaged
            | Effect::Retry(_)
            | Effect::AskOperator
            | Effect::AskReceipt(_)
            | Effect::Report(_) => {}
        }
    }
}

impl SubmissionStore for Memory {
    async fn organization_facts(
        &self,
        _: OrganizationId,
        _: Tier,
        _: Option<&str>,
        _: OffsetDateTime,
    ) -> Result<OrganizationFacts, StoreError> {
        Ok(OrganizationFacts { available: self.rows().balance.available, ..organization() })
    }

    async fn named_invoice(
        &self,
        _: OrganizationId,
        _: &str,
    ) -> Result<Option<NamedInvoice>, StoreError> {
        Ok(None)
    }

    async fn earlier_send(
        &self,
        _: OrganizationId,
        _: Network,
        _: &DocumentKey,
    ) -> Result<Option<EarlierSend>, StoreError> {
        Ok(None)
    }

    async fn commit(
        &self,
        _: OrganizationId,
        commit: &SendWrites,
        _: Option<(&Lease, &Answer)>,
        _: OffsetDateTime,
    ) -> Result<(), StoreError> {
        let SendWrites::Queue(send) = commit else { return Ok(()) };
        let mut rows = self.rows();
        let posting = reserve_credit(rows.balance, rows.hold, send.submission.id, send.reserve)
            .map_err(|_| StoreError::Conflict)?;
        rows.post(posting);
        rows.records += usize::from(send.invoice.is_some());
        rows.document = send.document.sent.to_vec();
        rows.submission = Some(send.submission.clone());
        Ok(())
    }

    async fn staged(
        &self,
        _: OrganizationId,
        _: StagedId,
    ) -> Result<Option<StagedDocument>, StoreError> {
        Ok(None)
    }

    async fn document_size(&self, _: OrganizationId, _: SubmissionId) -> Result<u64, StoreError> {
        Ok(self.rows().document.len() as u64)
    }

    async fn submission(
        &self,
        _: OrganizationId,
        _: SubmissionId,
    ) -> Result<(Submission, Vec<u8>), StoreError> {
        let rows = self.rows();
        let submission = rows.submission.clone().ok_or(StoreError::NotFound)?;
        Ok((submission, rows.document.clone()))
    }

    async fn advance(
        &self,
        _: OrganizationId,
        id: SubmissionId,
        from: Progress,
        moved: &Moved,
        _: AttemptOutcome<'_>,
        _: &[NewEvent],
        _: OffsetDateTime,
    ) -> Result<(), StoreError> {
        let mut rows = self.rows();
        let submission = rows.submission.as_mut().ok_or(StoreError::NotFound)?;
        if submission.progress != from {
            return Err(StoreError::Conflict);
        }
        if let Moved::To(progress, effects) = moved {
            submission.progress = *progress;
            for effect in effects {
                rows.take_effect(id, *effect);
            }
        }
        Ok(())
    }

    async fn release_held(
        &self,
        _: OrganizationId,
        _: Network,
        _: Option<&[SubmissionId]>,
        _: Option<Credential>,
        _: OffsetDateTime,
    ) -> Result<Vec<SubmissionId>, StoreError> {
        Ok(Vec::new())
    }

    async fn delete_expired(&self, _: OffsetDateTime) -> Result<usize, StoreError> {
        Ok(0)
    }
}

/// What the network does with an attempt.
#[derive(Debug, Clone, Copy)]
enum Mood {
    Answers,
    LosesReceipt,
    LosesDocument,
    IsDown,
    Refuses,
}

/// A receiving side that knows its message ids.
struct Receiver {
    mood: Mutex<Mood>,
    taken: Mutex<Vec<MessageId>>,
}

impl AccessPoint for Receiver {
    async fn deliver_noted(
        &self,
        message: &OutgoingMessage,
        _: Option<&str>,
        _: &[u8],
        _: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        let mood = *self.mood.lock().expect("no test thread panicked");
        let mut taken = self.taken.lock().expect("no test thread panicked");
        let duplicate = taken.contains(&message.message_id);
        match mood {
            Mood::Refuses => return Err(DeliveryError::Refused("not served".to_owned())),
            Mood::IsDown => return Err(DeliveryError::Unreachable("no route".into())),
            Mood::LosesDocument => return Err(DeliveryError::NoReceipt("reset".into())),
            Mood::Answers | Mood::LosesReceipt if !duplicate => taken.push(message.message_id),
            Mood::Answers | Mood::LosesReceipt => {}
        }
        if matches!(mood, Mood::LosesReceipt) {
            return Err(DeliveryError::NoReceipt("timeout".into()));
        }
        Ok(Receipt { transaction_id: None, evidence: Vec::new(), duplicate, delivered: false })
    }
}

/// Where a worker dies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Death {
    None,
    BeforeDelivery,
    AfterDelivery,
    BeforeCommit,
}

/// One run of a worker over the job, as a flow would write it.
async fn work<S: SubmissionStore, A: AccessPoint>(store: &S, network: &A, death: Death) {
    let read = || store.submission(ORG, IDS.submission);
    let Ok((submission, document)) = read().await else { return };
    let from = submission.progress;
    let Ok(claimed) = advance(from, Actor::Worker, Move::Claimed, NOW, Jitter(0)) else { return };
    if store
        .advance(ORG, submission.id, from, &claimed, AttemptOutcome::None, &[], NOW)
        .await
        .is_err()
    {
        return;
    }
    let Moved::To(progress, _) = claimed else { return };
    if death == Death::BeforeDelivery || progress.needs_operator {
        return;
    }
    let result = network.deliver(&submission.message(), &document).await;
    if death == Death::AfterDelivery {
        return;
    }
    let (moved, receipt) = match result {
        Ok(receipt) => (Move::Accepted, Some(receipt)),
        Err(error) => (Move::AttemptFailed(error.class()), None),
    };
    let Ok(step) = advance(progress, Actor::Worker, moved, NOW, Jitter(0)) else { return };
    if death == Death::BeforeCommit {
        return;
    }
    let outcome = receipt.as_ref().map_or(AttemptOutcome::None, AttemptOutcome::Receipt);
    let _ = store.advance(ORG, submission.id, progress, &step, outcome, &[], NOW).await;
}

fn any_run() -> impl Strategy<Value = (Mood, Death)> {
    let moods = [
        Mood::Answers,
        Mood::LosesReceipt,
        Mood::LosesDocument,
        Mood::IsDown,
        Mood::IsDown,
        Mood::Refuses,
    ];
    let deaths = [
        Death::None,
        Death::None,
        Death::BeforeDelivery,
        Death::AfterDelivery,
        Death::BeforeCommit,
    ];
    (prop::sample::select(moods.to_vec()), prop::sample::select(deaths.to_vec()))
}

proptest! {
    #[test]
    fn sent_once_charged_once_recorded_once(
        runs in prop::collection::vec(any_run(), 1..25),
        restart in any::<bool>(),
    ) {
        let store = Memory::default();
        store.rows().balance.available = Credits(3);
        let decision = Case::default().decide();
        now_or_never(store.commit(ORG, &decision.commit, None, NOW)).expect("queued");
        let network = Receiver { mood: Mutex::new(Mood::Answers), taken: Mutex::default() };
        for (mood, death) in runs {
            *network.mood.lock().expect("unpoisoned") = mood;
            now_or_never(work(&store, &network, death));
        }
        if restart {
            restart_by_operator(&store, &network);
        }
        let rows = store.rows();
        let state = rows.submission.as_ref().expect("kept").progress.state;
        let taken = network.taken.lock().expect("unpoisoned").len();
        prop_assert!(taken <= 1);
        prop_assert_eq!(rows.records, 1);
        match state {
            State::Sent => {
                prop_assert_eq!((taken, rows.hold), (1, Hold::Captured(Credits(1))));
                prop_assert_eq!(rows.balance, balance(2, 0));
                prop_assert_eq!(&rows.events, &[Effect::EmitSent]);
            }
            State::Failed => {
                prop_assert_eq!((taken, rows.hold), (0, Hold::Released(Credits(1))));
                prop_assert_eq!(rows.balance, balance(3, 0));
                prop_assert_eq!(&rows.events, &[Effect::EmitFailed]);
            }
            _ => {
                prop_assert_eq!(rows.hold, Hold::Reserved(Credits(1)));
                prop_assert_eq!(rows.balance, balance(2, 1));
                prop_assert!(rows.events.is_empty());
            }
        }
    }
}

fn balance(available: u64, reserved: u64) -> Balance {
    Balance { available: Credits(available), reserved: Credits(reserved) }
}

/// What `billhook jobs retry` does, with a network that has recovered: it ends well.
fn restart_by_operator(store: &Memory, network: &Receiver) {
    let Ok((submission, _)) = now_or_never(store.submission(ORG, IDS.submission)) else { return };
    let from = submission.progress;
    if !from.needs_operator {
        return;
    }
    let moved = advance(from, Actor::Operator, Move::Restarted, NOW, Jitter(0)).expect("restarts");
    now_or_never(store.advance(ORG, submission.id, from, &moved, AttemptOutcome::None, &[], NOW))
        .expect("kept");
    *network.mood.lock().expect("unpoisoned") = Mood::Answers;
    now_or_never(work(store, network, Death::None));
    let (submission, _) = now_or_never(store.submission(ORG, IDS.submission)).expect("kept");
    assert_eq!(submission.progress.state, State::Sent);
}
