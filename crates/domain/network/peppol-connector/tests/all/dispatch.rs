//! The decision of a dispatch.

use crate::common::case::earlier;
use crate::common::{
    IDS, NOW, bytes, document, id, invalid, organization, right, sandbox, valid, warned,
};
use peppol_connector::{
    credit::Credits,
    documents::{Inspection, Repair, Validation},
    identifiers::Network,
    registration::PeppolAccount,
    repair::Change,
    sending::{
        DispatchDecision, EarlierSend, NumberUse, OrganizationFacts, STAGED_FOR, SendStatus,
        SendWrites, StagedDocument, decide_dispatch,
    },
    submissions::{RejectReason, State},
};
use time::{Duration, OffsetDateTime};

fn staged(network: Network) -> StagedDocument {
    StagedDocument {
        id: IDS.staged,
        network,
        document: bytes(),
        receiver: None,
        expires_at: NOW + STAGED_FOR,
    }
}

fn decide(
    staged: Option<&StagedDocument>,
    organization: &OrganizationFacts,
    now: OffsetDateTime,
) -> DispatchDecision {
    decide_dispatch(staged, (&document(), &right()), organization, IDS, now)
}

#[test]
fn a_staged_document_is_queued_and_goes() {
    let DispatchDecision::Answered { answer, commit: SendWrites::Queue(send) } =
        decide(Some(&staged(Network::Live)), &organization(), NOW)
    else {
        panic!("not queued")
    };
    assert_eq!((answer.status, answer.reason, answer.error), (SendStatus::Queued, None, None));
    assert_eq!(answer.document_id, Some(IDS.submission));
    assert_eq!((send.unstage, send.reserve), (Some(IDS.staged), Credits(1)));
    assert_eq!(send.document, bytes());
}

#[test]
fn the_receiver_named_at_staging_stays() {
    let named = StagedDocument { receiver: Some(id("9930:DE1")), ..staged(Network::Live) };
    let DispatchDecision::Answered { commit: SendWrites::Queue(send), .. } =
        decide(Some(&named), &organization(), NOW)
    else {
        panic!("not queued")
    };
    assert_eq!(send.submission.receiver, id("9930:DE1"));
}

#[test]
fn what_is_gone_expired_or_of_the_other_tier_is_not_found() {
    let live = staged(Network::Live);
    for (staged, organization, now) in [
        (None, organization(), NOW),
        (Some(&live), organization(), NOW + STAGED_FOR),
        (Some(&live), sandbox(), NOW),
    ] {
        assert_eq!(decide(staged, &organization, now), DispatchDecision::NotFound);
    }
}

#[test]
fn a_refusal_keeps_the_document() {
    let all = OrganizationFacts {
        available: Credits(0),
        prepayment_overdue: true,
        number: NumberUse::Native,
        account: PeppolAccount::None,
        ..organization()
    };
    let account = crate::common::organization().account;
    let enrolled = OrganizationFacts { account, ..all.clone() };
    let free = OrganizationFacts { number: NumberUse::Free, ..enrolled.clone() };
    let prompt = OrganizationFacts { prepayment_overdue: false, ..free.clone() };
    for (organization, reason) in [
        (all, RejectReason::Ingest),
        (enrolled, RejectReason::Ingest),
        (free, RejectReason::PrepaymentOverdue),
        (prompt, RejectReason::Credit),
    ] {
        let DispatchDecision::Answered { answer, commit } =
            decide(Some(&staged(Network::Live)), &organization, NOW)
        else {
            panic!("found")
        };
        assert_eq!((answer.status, answer.reason), (SendStatus::Rejected, Some(reason)));
        assert_eq!(answer.error.is_some(), reason == RejectReason::Ingest);
        assert_eq!((answer.invoice_id, commit), (None, SendWrites::Nothing));
    }
}

#[test]
fn what_went_out_before_stays_staged() {
    let sent = EarlierSend { submission: IDS.submission, invoice: IDS.invoice, state: State::Sent };
    let number = NumberUse::Recorded(Box::new(earlier(IDS.invoice, true)));
    let facts = OrganizationFacts { number, ..organization() }.sent_as(Some(sent));
    let decision = decide(Some(&staged(Network::Live)), &facts, NOW);
    assert_eq!(decision, DispatchDecision::Duplicate(sent));
}

#[test]
fn a_document_can_be_staged_past_its_day() {
    let mut document = document();
    document.issue_date = document.issue_date.map(|day| day - Duration::days(8));
    let decision = decide_dispatch(
        Some(&staged(Network::Live)),
        (&document, &right()),
        &organization(),
        IDS,
        NOW + Duration::days(3),
    );
    let DispatchDecision::Answered { answer, .. } = decision else { panic!("found") };
    assert_eq!(answer.reason, Some(RejectReason::Ingest));
    assert!(answer.error.expect("a detail").starts_with("INVOICE_ISSUE_DATE_TOO_OLD: "));
}

/// The rules have changed since it was staged, or cannot be asked.
#[test]
fn what_the_rules_of_the_day_refuse_stays_staged() {
    let lacks_a_process = || Inspection {
        original: invalid(),
        changes: vec![Change::to_ubl()],
        repair: Repair::Made(valid()),
    };
    for (inspection, reason, findings) in [
        (Inspection::unchanged(invalid()), RejectReason::Validation, 1),
        (lacks_a_process(), RejectReason::NeedsRepair, 2),
        (Inspection::unchanged(Validation::Unavailable), RejectReason::ValidatorUnavailable, 0),
    ] {
        let staged = staged(Network::Live);
        let judged = (&document(), &inspection);
        let decision = decide_dispatch(Some(&staged), judged, &organization(), IDS, NOW);
        let DispatchDecision::Answered { answer, commit } = decision else { panic!("found") };
        assert_eq!((answer.status, answer.reason), (SendStatus::Rejected, Some(reason)));
        assert_eq!((answer.repair.len(), commit), (findings, SendWrites::Nothing), "{reason:?}");
    }
}

#[test]
fn what_is_only_pointed_out_is_sent() {
    let staged = staged(Network::Live);
    let judged = (&document(), &Inspection::unchanged(warned()));
    let decision = decide_dispatch(Some(&staged), judged, &organization(), IDS, NOW);
    let DispatchDecision::Answered { answer, .. } = decision else { panic!("found") };
    assert_eq!((answer.status, answer.repair), (SendStatus::Queued, Vec::new()));
}
