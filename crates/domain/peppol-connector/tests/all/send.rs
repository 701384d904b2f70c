//! The decision of a send: every row of "States and transitions", in its order.

use crate::common::case::{Case, Outcome};
use crate::common::{
    IDS, NOW, bytes, document, finding, id, invalid, organization, right, sandbox, warned,
};
use peppol_connector::{
    CannotApply, Change, Commit, Credits, Dispatch, DocumentFacts, Environment, Examined,
    MAX_FINDINGS, MAX_NUMBER, Network, NumberUse, OrganizationFacts, PeppolAccount, Profile,
    RecipientLookup, RecordedInvoiceId, RejectReason, Repair, Root, STAGED_FOR, SendDecision,
    SendFacts, SendOptions, SendStatus, Severity, Target, Validation, Verdict, admit, decide_send,
    suggest,
};
use time::{Duration, macros::datetime};
use uuid::Uuid;

const NOW_PLEASE: SendOptions =
    SendOptions { auto_repair: false, validate_only: false, dispatch: Dispatch::Now };
const REPAIR: SendOptions = SendOptions { auto_repair: true, ..NOW_PLEASE };
const DRY: SendOptions = SendOptions { validate_only: true, ..NOW_PLEASE };
const LATER: SendOptions = SendOptions { dispatch: Dispatch::Later, ..NOW_PLEASE };

/// A document of plain EN 16931: invalid before the repair.
fn repairable() -> Examined {
    let plain =
        DocumentFacts { customization: Some("urn:cen.eu:en16931:2017".to_owned()), ..document() };
    let changes = suggest(&plain, Network::Live);
    assert_eq!(changes.len(), 1);
    Examined { original: invalid(), changes, repair: Repair::Made(warned()) }
}

fn rejected(reason: RejectReason, ready: Option<bool>) -> Outcome {
    (SendStatus::Rejected, Some(reason), ready, false)
}

#[test]
fn a_right_document_is_queued_with_everything_it_needs() {
    let SendDecision { answer, commit } = Case::default().decide();
    assert_eq!(answer.status, SendStatus::Queued);
    assert_eq!((answer.reason, answer.error, answer.send_ready), (None, None, Some(true)));
    assert_eq!(answer.repair_applied, None);
    let Commit::Queue(send) = commit else { panic!("nothing queued") };
    assert_eq!(answer.invoice_id, Some(send.submission.invoice));
    assert_eq!((answer.document_id, answer.job_id), (Some(IDS.submission), Some(IDS.job)));
    assert_eq!((send.reserve, send.job.run_at, send.unstage), (Credits(1), NOW, None));
    assert_eq!(send.document, bytes());
    assert_eq!(send.submission.sender, id("0245:2023456789"));
    assert_eq!(send.submission.receiver, id("0245:2120000000"));
    assert_eq!(send.submission.process.value(), Profile::BILLING.profile_id);
    let invoice = send.invoice.expect("recorded");
    assert_eq!(invoice.number, "FA-2026/17");
    assert_eq!(invoice.variable_symbol.as_deref(), Some("77"));
    assert_eq!(invoice.counterparty.as_deref(), Some("Odberateľ"));
}

#[test]
fn the_validator_goes_first() {
    let unavailable = Examined::unchanged(Validation::Unavailable);
    for (options, outcome) in [
        (NOW_PLEASE, rejected(RejectReason::ValidatorUnavailable, None)),
        (REPAIR, rejected(RejectReason::ValidatorUnavailable, None)),
        (LATER, rejected(RejectReason::ValidatorUnavailable, None)),
        (DRY, (SendStatus::Validated, None, None, false)),
    ] {
        let case = Case { options, examined: unavailable.clone(), ..Case::default() };
        assert_eq!(case.outcome(), outcome);
        let answer = case.decide().answer;
        assert!(answer.validator_unavailable && !answer.validation.ran);
    }
    // also when it goes away between the original and the repaired document
    let examined = Examined { repair: Repair::Made(Validation::Unavailable), ..repairable() };
    let case = Case { examined, options: REPAIR, ..Case::default() };
    assert_eq!(case.outcome(), rejected(RejectReason::ValidatorUnavailable, None));
}

#[test]
fn broken_documents_are_rejected_before_anything_else() {
    let poor = OrganizationFacts {
        available: Credits(0),
        prepayment_overdue: true,
        account: PeppolAccount::None,
        number: NumberUse::Native,
        ..organization()
    };
    let still_broken = Examined { repair: Repair::Made(invalid()), ..repairable() };
    let refused = Examined { repair: Repair::Refused(CannotApply::NotUtf8), ..repairable() };
    let not_tried = Examined { repair: Repair::NotTried, ..repairable() };
    for examined in [Examined::unchanged(invalid()), still_broken, refused, not_tried] {
        for options in [NOW_PLEASE, REPAIR, LATER] {
            let case = Case {
                options,
                examined: examined.clone(),
                organization: poor.clone(),
                ..Case::default()
            };
            assert_eq!(case.outcome(), rejected(RejectReason::Validation, Some(false)));
            assert!(!case.decide().answer.repair.is_empty());
        }
    }
}

#[test]
fn a_refused_repair_is_told() {
    let repair = Repair::Refused(CannotApply::Ambiguous("cbc:ProfileID".to_owned()));
    let case = Case { examined: Examined { repair, ..repairable() }, ..Case::default() };
    let codes: Vec<_> = case.decide().answer.repair.into_iter().map(|f| f.code).collect();
    assert_eq!(codes, ["BR-02", "BIS3_CUSTOMIZATION_ID", "REPAIR_REFUSED"]);
}

#[test]
fn repairs_are_made_only_with_leave() {
    let case = |options| Case { options, examined: repairable(), ..Case::default() };
    assert_eq!(case(NOW_PLEASE).outcome(), rejected(RejectReason::NeedsRepair, Some(false)));
    assert_eq!(case(LATER).outcome(), rejected(RejectReason::NeedsRepair, Some(false)));
    let without = case(NOW_PLEASE).decide().answer;
    let codes: Vec<_> = without.repair.iter().map(|f| f.code.as_str()).collect();
    assert_eq!(codes, ["BR-02", "BIS3_CUSTOMIZATION_ID"]);
    assert_eq!(without.repair_applied, None);
    assert_eq!((without.validation.valid, without.validation.error_count), (false, 1));

    assert_eq!(case(REPAIR).outcome(), (SendStatus::Queued, None, Some(true), true));
    let with = case(REPAIR).decide().answer;
    assert_eq!(with.repair_applied.as_ref().map(Vec::len), Some(1));
    assert_eq!((with.validation.valid, with.validation.warning_count), (true, 1));
    // what is left are the findings of the document that was sent
    assert_eq!(with.repair.iter().map(|f| f.severity).collect::<Vec<_>>(), [Severity::Warning]);

    let later = Case { options: SendOptions { auto_repair: true, ..LATER }, ..case(REPAIR) };
    assert_eq!(later.decide().answer.repair_applied.map(|c| c.len()), Some(1));
}

#[test]
fn advice_neither_hinders_nor_is_applied() {
    let advice = Change {
        target: Target::EndpointScheme(peppol_connector::Side::Customer),
        severity: Severity::Warning,
        ..Change::to_ubl()
    };
    let examined = Examined { changes: vec![advice], ..right() };
    for options in [NOW_PLEASE, REPAIR] {
        let answer =
            Case { options, examined: examined.clone(), ..Case::default() }.decide().answer;
        assert_eq!((answer.status, answer.repair_applied), (SendStatus::Queued, None));
        assert_eq!(answer.repair.len(), 1);
    }
}

#[test]
fn validate_only_sends_nothing_whatever_it_finds() {
    for (examined, auto_repair, ready) in [
        (right(), false, Some(true)),
        (Examined::unchanged(warned()), false, Some(true)),
        (Examined::unchanged(invalid()), false, Some(false)),
        (repairable(), false, Some(false)),
        (repairable(), true, Some(true)),
    ] {
        let options = SendOptions { auto_repair, ..DRY };
        let case = Case { options, examined, ..Case::default() };
        assert_eq!(case.outcome(), (SendStatus::Validated, None, ready, false));
        assert_eq!(case.decide().answer.repair_applied, None);
    }
    let poor = OrganizationFacts { available: Credits(0), ..organization() };
    let case = Case { options: DRY, organization: poor, ..Case::default() };
    assert_eq!(case.outcome(), (SendStatus::Validated, None, Some(true), false));
}

#[test]
fn staging_asks_for_no_credit_and_no_account() {
    let poor = OrganizationFacts {
        available: Credits(0),
        prepayment_overdue: true,
        account: PeppolAccount::None,
        number: NumberUse::Native,
        ..organization()
    };
    let case = Case { options: LATER, organization: poor, ..Case::default() };
    assert_eq!(case.outcome(), (SendStatus::Staged, None, Some(true), true));
    let SendDecision { answer, commit } = case.decide();
    assert_eq!((answer.staged_id, answer.invoice_id), (Some(IDS.staged), None));
    let Commit::Stage(staged) = commit else { panic!("not staged") };
    assert_eq!(staged.expires_at, NOW + Duration::days(7));
    assert_eq!(staged.network, Network::Live);
    assert!(staged.is_alive(NOW + STAGED_FOR - Duration::SECOND));
    assert!(!staged.is_alive(NOW + STAGED_FOR));
}

#[test]
fn credit_then_prepayment_then_ingest() {
    let account = |account| OrganizationFacts { account, ..organization() };
    let broke = OrganizationFacts { available: Credits(0), ..organization() };
    let overdue = OrganizationFacts { prepayment_overdue: true, ..organization() };
    let native = OrganizationFacts { number: NumberUse::Native, ..organization() };
    let all = OrganizationFacts {
        available: Credits(0),
        prepayment_overdue: true,
        number: NumberUse::Native,
        account: PeppolAccount::None,
        ..organization()
    };
    let all_but_credit = OrganizationFacts { available: Credits(1), ..all.clone() };
    for (organization, reason) in [
        (all, RejectReason::Credit),
        (all_but_credit, RejectReason::PrepaymentOverdue),
        (broke, RejectReason::Credit),
        (overdue, RejectReason::PrepaymentOverdue),
        (native, RejectReason::Ingest),
        (account(PeppolAccount::None), RejectReason::Ingest),
        (account(PeppolAccount::Deactivated(Network::Live)), RejectReason::Ingest),
        (account(PeppolAccount::Enrolled(Network::Test)), RejectReason::Ingest),
        (
            OrganizationFacts { participant: None, ..crate::common::organization() },
            RejectReason::Ingest,
        ),
    ] {
        let case = Case { organization, ..Case::default() };
        assert_eq!(case.outcome(), rejected(reason, Some(true)));
        let answer = case.decide().answer;
        assert_eq!(answer.error.is_some(), reason == RejectReason::Ingest, "{answer:?}");
        assert_eq!(answer.repair_applied, None);
    }
}

#[test]
fn ingest_says_why() {
    let with = |organization: OrganizationFacts| {
        Case { organization, ..Case::default() }.decide().answer.error.expect("a detail")
    };
    let native = OrganizationFacts { number: NumberUse::Native, ..organization() };
    assert!(with(native).contains("FA-2026/17"));
    let none = OrganizationFacts { account: PeppolAccount::None, ..sandbox() };
    assert!(with(none).contains("enroll"));
    let other = OrganizationFacts { account: PeppolAccount::Enrolled(Network::Live), ..sandbox() };
    assert!(with(other).contains("live network"));
}

#[test]
fn the_test_tier_never_charges() {
    let overdue = OrganizationFacts { prepayment_overdue: true, ..sandbox() };
    let Commit::Queue(send) = (Case { organization: overdue, ..Case::default() }).decide().commit
    else {
        panic!("not queued")
    };
    assert_eq!((send.reserve, send.submission.network), (Credits(0), Network::Test));
    // the lenient sandbox passes without an account
    let lenient = OrganizationFacts {
        environment: Environment::LenientSandbox,
        account: PeppolAccount::None,
        ..sandbox()
    };
    let case = Case { organization: lenient, ..Case::default() };
    assert_eq!(case.outcome(), (SendStatus::Queued, None, Some(true), true));
}

#[test]
fn the_send_date_is_a_finding() {
    let old = datetime!(2026-12-05 12:00 UTC);
    let next_year = datetime!(2027-01-01 12:00 UTC);
    for (organization, options, now, code, outcome) in [
        (
            organization(),
            NOW_PLEASE,
            old,
            Some("INVOICE_ISSUE_DATE_TOO_OLD"),
            rejected(RejectReason::Validation, Some(false)),
        ),
        (sandbox(), NOW_PLEASE, old, None, (SendStatus::Queued, None, Some(true), true)),
        (
            organization(),
            DRY,
            next_year,
            Some("INVOICE_ISSUE_DATE_NOT_SEND_DATE"),
            (SendStatus::Validated, None, Some(false), false),
        ),
        // what is dispatched later is dated then
        (
            organization(),
            LATER,
            next_year,
            Some("INVOICE_ISSUE_DATE_NOT_SEND_DATE"),
            (SendStatus::Staged, None, Some(true), true),
        ),
    ] {
        let case = Case { organization, options, now, ..Case::default() };
        assert_eq!(case.outcome(), outcome, "{now}");
        let findings = case.decide().answer.repair;
        assert_eq!(findings.first().map(|f| f.code.as_str()), code);
    }
}

#[test]
fn a_number_is_recorded_once() {
    let earlier = RecordedInvoiceId(Uuid::from_u128(99));
    let organization = OrganizationFacts { number: NumberUse::Recorded(earlier), ..organization() };
    let SendDecision { answer, commit } = Case { organization, ..Case::default() }.decide();
    let Commit::Queue(send) = commit else { panic!("not queued") };
    assert_eq!((answer.invoice_id, send.invoice), (Some(earlier), None));
}

#[test]
fn self_billed_documents_go_to_the_supplier() {
    let mut document = document();
    document.customization = Some(Profile::SELF_BILLING.customization_id.to_owned());
    document.profile = Some(Profile::SELF_BILLING.profile_id.to_owned());
    document.root = Root::UblCreditNote;
    std::mem::swap(&mut document.supplier, &mut document.customer);
    let Commit::Queue(send) = (Case { document, ..Case::default() }).decide().commit else {
        panic!("not queued")
    };
    assert_eq!(send.submission.receiver, id("0245:2120000000"));
    assert!(send.submission.document_type.value().contains("CreditNote##"));
    assert!(send.submission.document_type.value().contains("selfbilling:3.0::2.1"));
    assert_eq!(send.invoice.and_then(|i| i.counterparty).as_deref(), Some("Odberateľ"));
}

#[test]
fn a_named_receiver_goes_before_the_address_in_the_document() {
    let (bytes, document, organization) = (bytes(), document(), organization());
    let receiver = id("0088:5798000000005");
    let decision = decide_send(SendFacts {
        options: NOW_PLEASE,
        examined: right(),
        document: &document,
        bytes: &bytes,
        organization: &organization,
        receiver: Some(&receiver),
        recipient: Some(RecipientLookup::unavailable("0088:5798000000005")),
        ids: IDS,
        now: NOW,
    });
    let Commit::Queue(send) = decision.commit else { panic!("a lookup never blocks") };
    assert_eq!(send.submission.receiver, receiver);
    assert_eq!(decision.answer.recipient.and_then(|r| r.lookup_unavailable), Some(true));
}

#[test]
fn answers_have_the_fields_of_the_specification() {
    let queued = serde_json::to_value(Case::default().decide().answer).expect("JSON");
    let keys: Vec<_> = queued.as_object().expect("object").keys().cloned().collect();
    let mut expected = vec![
        "status",
        "reason",
        "error",
        "invoice_id",
        "document_id",
        "job_id",
        "send_ready",
        "validator_unavailable",
        "validation",
        "repair",
        "recipient",
    ];
    expected.sort_unstable();
    assert_eq!(keys, expected);
    assert_eq!(queued["status"], "queued");
    assert_eq!(queued["reason"], serde_json::Value::Null);
    let validation = serde_json::json!(
        {"ran": true, "valid": true, "error_count": 0, "warning_count": 0});
    assert_eq!(queued["validation"], validation);

    let staged = Case { options: LATER, ..Case::default() }.decide().answer;
    let staged = serde_json::to_value(staged).expect("JSON");
    assert_eq!(staged["staged_id"], IDS.staged.to_string());
    assert_eq!(staged["invoice_id"], serde_json::Value::Null);
    let reasons = [
        (RejectReason::Validation, "validation"),
        (RejectReason::NeedsRepair, "needs_repair"),
        (RejectReason::Credit, "credit"),
        (RejectReason::PrepaymentOverdue, "prepayment_overdue"),
        (RejectReason::ValidatorUnavailable, "validator_unavailable"),
        (RejectReason::Ingest, "ingest"),
    ];
    for (reason, name) in reasons {
        assert_eq!(serde_json::to_value(reason).expect("JSON"), name);
    }
}

#[test]
fn many_findings_are_cut_errors_first() {
    let mut findings = vec![finding(Severity::Warning); MAX_FINDINGS];
    findings.push(finding(Severity::Error));
    let examined = Examined::unchanged(Validation::Ran(Verdict { findings }));
    let listed = examined.findings(false);
    assert_eq!(listed.len(), MAX_FINDINGS + 1);
    assert_eq!(listed[0].severity, Severity::Error);
    assert_eq!(listed[MAX_FINDINGS].code, "MORE_FINDINGS");
    let summary = examined.original.summary();
    assert_eq!((summary.error_count, summary.warning_count), (1, MAX_FINDINGS));
}

#[test]
fn a_number_of_any_length_is_not_recorded() {
    for (length, taken) in [(MAX_NUMBER, true), (MAX_NUMBER + 1, false)] {
        let facts = DocumentFacts { number: Some("ž".repeat(length)), ..document() };
        let result = admit(&organization(), &facts, None, NOW);
        assert_eq!(result.is_ok(), taken, "{length}");
        if let Err(refusal) = result {
            assert_eq!(refusal.reason(), RejectReason::Ingest);
        }
    }
}
