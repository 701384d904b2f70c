//! The decision of a send: every row of "States and transitions", in its order.

use crate::common::case::{Case, Outcome, earlier};
use crate::common::{
    IDS, NOW, bytes, document, finding, id, invalid, organization, right, sandbox, warned,
};
use invoicing::{InvoiceId, InvoiceStatus, InvoiceType, states::Links};
use peppol_connector::{
    credit::Credits,
    documents::{
        AutoRepair, DocumentFacts, Inspection, MAX_FINDINGS, Repair, Validation, ValidationSummary,
        Verdict,
    },
    identifiers::{Network, Profile, Root, SubmissionId},
    registration::{Environment, PeppolAccount},
    repair::{CannotApply, Change, Severity, Target, suggest},
    sending::{
        Dispatch, EarlierSend, MAX_NUMBER, NumberUse, OrganizationFacts, RecipientLookup,
        STAGED_FOR, SendDecision, SendFacts, SendOptions, SendStatus, SendWrites, admit,
        decide_send,
    },
    submissions::{RejectReason, State},
};
use rust_decimal::{Decimal, dec};
use time::{Duration, macros::datetime};
use uuid::Uuid;

const NOW_PLEASE: SendOptions =
    SendOptions { auto_repair: AutoRepair::Off, validate_only: false, dispatch: Dispatch::Now };
const REPAIR: SendOptions = SendOptions { auto_repair: AutoRepair::On, ..NOW_PLEASE };
const DRY: SendOptions = SendOptions { validate_only: true, ..NOW_PLEASE };
const LATER: SendOptions = SendOptions { dispatch: Dispatch::Later, ..NOW_PLEASE };

/// A document of plain EN 16931: invalid before the repair.
fn repairable() -> Inspection {
    let plain =
        DocumentFacts { customization: Some("urn:cen.eu:en16931:2017".to_owned()), ..document() };
    let changes = suggest(&plain, Network::Live);
    assert_eq!(changes.len(), 1);
    Inspection { original: invalid(), changes, repair: Repair::Made(warned()) }
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
    let SendWrites::Queue(send) = commit else { panic!("nothing queued") };
    assert_eq!(answer.invoice_id, Some(send.submission.invoice));
    assert_eq!((answer.document_id, answer.job_id), (Some(IDS.submission), Some(IDS.job)));
    assert_eq!((send.reserve, send.job.run_at, send.unstage), (Credits(1), NOW, None));
    assert_eq!(send.document, bytes());
    assert_eq!(send.submission.sender, id("0245:2023456789"));
    assert_eq!(send.submission.receiver, id("0245:2120000000"));
    assert_eq!(send.submission.process.value(), Profile::BILLING.profile_id);
    let invoice = send.invoice.expect("recorded");
    let says = &invoice.invoice.document;
    assert_eq!((says.number.as_str(), says.variable_symbol.as_deref()), ("FA-2026/17", Some("77")));
    assert_eq!((says.buyer.as_str(), says.totals.total), ("Odberateľ", dec!(123)));
    assert_eq!((invoice.invoice.status, invoice.before), (InvoiceStatus::Issued, None));
    assert_eq!(
        (says.customer_id, invoice.contact.party.name.as_str()),
        (invoice.contact.id, "Odberateľ")
    );
}

#[test]
fn the_validator_goes_first() {
    let unavailable = Inspection::unchanged(Validation::Unavailable);
    for (options, outcome) in [
        (NOW_PLEASE, rejected(RejectReason::ValidatorUnavailable, None)),
        (REPAIR, rejected(RejectReason::ValidatorUnavailable, None)),
        (LATER, rejected(RejectReason::ValidatorUnavailable, None)),
        (DRY, (SendStatus::Validated, None, None, false)),
    ] {
        let case = Case { options, inspection: unavailable.clone(), ..Case::default() };
        assert_eq!(case.outcome(), outcome);
        let answer = case.decide().answer;
        assert!(answer.validator_unavailable && !answer.validation.ran);
    }
    // also when it goes away between the original and the repaired document
    let inspection = Inspection { repair: Repair::Made(Validation::Unavailable), ..repairable() };
    let case = Case { inspection, options: REPAIR, ..Case::default() };
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
    let still_broken = Inspection { repair: Repair::Made(invalid()), ..repairable() };
    let refused = Inspection { repair: Repair::Refused(CannotApply::NotUtf8), ..repairable() };
    let not_tried = Inspection { repair: Repair::NotTried, ..repairable() };
    for inspection in [Inspection::unchanged(invalid()), still_broken, refused, not_tried] {
        for options in [NOW_PLEASE, REPAIR, LATER] {
            let case = Case {
                options,
                inspection: inspection.clone(),
                organization: poor.clone(),
                ..Case::default()
            };
            assert_eq!(case.outcome(), rejected(RejectReason::Validation, Some(false)));
            assert!(!case.decide().answer.repair.is_empty());
        }
    }
}

#[test]
fn a_refused_repair_is_a_finding() {
    let repair = Repair::Refused(CannotApply::Ambiguous("cbc:ProfileID".to_owned()));
    let case = Case { inspection: Inspection { repair, ..repairable() }, ..Case::default() };
    let codes: Vec<_> = case.decide().answer.repair.into_iter().map(|f| f.code).collect();
    assert_eq!(codes, ["BR-02", "BIS3_CUSTOMIZATION_ID", "REPAIR_REFUSED"]);
}

#[test]
fn repairs_are_made_only_with_leave() {
    let case = |options| Case { options, inspection: repairable(), ..Case::default() };
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

    let later =
        Case { options: SendOptions { auto_repair: AutoRepair::On, ..LATER }, ..case(REPAIR) };
    assert_eq!(later.decide().answer.repair_applied.map(|c| c.len()), Some(1));
}

#[test]
fn advice_neither_hinders_nor_is_applied() {
    let advice = Change {
        target: Target::EndpointScheme(peppol_connector::documents::Side::Customer),
        severity: Severity::Warning,
        ..Change::to_ubl()
    };
    let inspection = Inspection { changes: vec![advice], ..right() };
    for options in [NOW_PLEASE, REPAIR] {
        let answer =
            Case { options, inspection: inspection.clone(), ..Case::default() }.decide().answer;
        assert_eq!((answer.status, answer.repair_applied), (SendStatus::Queued, None));
        assert_eq!(answer.repair.len(), 1);
    }
}

#[test]
fn validate_only_sends_nothing_whatever_it_finds() {
    for (inspection, auto_repair, ready) in [
        (right(), AutoRepair::Off, Some(true)),
        (Inspection::unchanged(warned()), AutoRepair::Off, Some(true)),
        (Inspection::unchanged(invalid()), AutoRepair::Off, Some(false)),
        (repairable(), AutoRepair::Off, Some(false)),
        (repairable(), AutoRepair::On, Some(true)),
    ] {
        let options = SendOptions { auto_repair, ..DRY };
        let case = Case { options, inspection, ..Case::default() };
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
    let SendWrites::Stage(staged, _) = commit else { panic!("not staged") };
    assert_eq!(staged.expires_at, NOW + Duration::days(7));
    assert_eq!(staged.network, Network::Live);
    assert!(staged.is_alive(NOW + STAGED_FOR - Duration::SECOND));
    assert!(!staged.is_alive(NOW + STAGED_FOR));
}

#[test]
fn ingest_then_prepayment_then_credit() {
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
    let money = OrganizationFacts { available: Credits(0), ..overdue.clone() };
    for (organization, reason) in [
        (all, RejectReason::Ingest),
        (money, RejectReason::PrepaymentOverdue),
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
fn what_cannot_be_recorded_goes_before_account_and_credit() {
    let document = DocumentFacts { currency: None, ..document() };
    let organization =
        OrganizationFacts { available: Credits(0), account: PeppolAccount::None, ..organization() };
    let case = Case { document, organization, ..Case::default() };
    assert_eq!(case.outcome(), rejected(RejectReason::Ingest, Some(true)));
    let error = case.decide().answer.error.expect("a detail");
    assert!(error.contains("BT-5"), "{error}");
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
    let SendWrites::Queue(send) =
        (Case { organization: overdue, ..Case::default() }).decide().commit
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
    let id = InvoiceId(Uuid::from_u128(99));
    let number = NumberUse::Recorded(Box::new(earlier(id, true)));
    let organization = OrganizationFacts { number, ..organization() };
    let SendDecision { answer, commit } = Case { organization, ..Case::default() }.decide();
    let SendWrites::Queue(send) = commit else { panic!("not queued") };
    assert_eq!((answer.invoice_id, send.invoice), (Some(id), None));
}

#[test]
fn what_went_to_the_receiver_before_is_not_sent_again() {
    let earlier_send = EarlierSend {
        submission: SubmissionId(Uuid::from_u128(5)),
        invoice: InvoiceId(Uuid::from_u128(99)),
        state: State::Delivered,
    };
    let before = earlier(earlier_send.invoice, true);
    let number = NumberUse::Recorded(Box::new(before));
    let facts = OrganizationFacts { number, ..organization() }.sent_as(Some(earlier_send));
    // money does not come before it: nothing would be sent with credit either
    let facts = OrganizationFacts { available: Credits(0), ..facts };
    let decision = Case { organization: facts.clone(), ..Case::default() }.decide();
    assert_eq!((decision.duplicate(), decision.commit), (Some(earlier_send), SendWrites::Nothing));
    // one that is staged or only checked waits for what becomes of the first
    for options in [LATER, DRY] {
        let case = Case { organization: facts.clone(), options, ..Case::default() };
        assert_eq!(case.decide().duplicate(), None);
    }
}

#[test]
fn another_document_under_the_number_changes_its_record() {
    let id = InvoiceId(Uuid::from_u128(99));
    let document = DocumentFacts { total: Some(dec!(246)), net: Some(dec!(200)), ..document() };
    for (facts, live, changes) in [
        (organization(), true, true),
        (organization(), false, true),
        (sandbox(), false, true),
        // a test send changes nothing of what went out
        (sandbox(), true, false),
    ] {
        let number = NumberUse::Recorded(Box::new(earlier(id, live)));
        let organization = OrganizationFacts { number, ..facts };
        let case = Case { organization, document: document.clone(), ..Case::default() };
        let SendWrites::Queue(send) = case.decide().commit else { panic!("not queued") };
        assert_eq!(send.submission.invoice, id);
        let change = send.invoice.map(|change| {
            let published =
                change.clone().published(NOW, None, &Links::default()).expect("writable");
            let names: Vec<_> = published.events.iter().map(|e| e.name.as_str()).collect();
            assert_eq!(names, ["invoice.updated"]);
            (change.invoice.version, change.invoice.document.totals.total)
        });
        assert_eq!(change, changes.then_some((2, dec!(246))));
    }
}

#[test]
fn what_no_invoice_can_hold_is_refused() {
    for document in [
        DocumentFacts { total: None, ..document() },
        DocumentFacts { total: Some(dec!(1.234)), ..document() },
        DocumentFacts { total: Some(Decimal::MAX), ..document() },
        DocumentFacts { issue_date: None, ..document() },
        DocumentFacts { currency: Some("euro".to_owned()), ..document() },
    ] {
        let outcome = Case { document, ..Case::default() }.outcome();
        let ingest = Some(RejectReason::Ingest);
        assert_eq!(outcome, (SendStatus::Rejected, ingest, Some(true), false));
    }
}

#[test]
fn the_type_of_a_recorded_invoice_follows_the_document() {
    for (root, code, kind) in [
        (Root::UblInvoice, Some("380"), InvoiceType::Invoice),
        (Root::UblInvoice, Some("383"), InvoiceType::DebitNote),
        (Root::UblInvoice, Some("389"), InvoiceType::SelfInvoice),
        (Root::UblInvoice, None, InvoiceType::Invoice),
        (Root::UblCreditNote, Some("381"), InvoiceType::CreditNote),
        (Root::UblCreditNote, None, InvoiceType::CreditNote),
    ] {
        let type_code = code.map(str::to_owned);
        let document = DocumentFacts { root, type_code, ..document() };
        let commit = Case { document, ..Case::default() }.decide().commit;
        let SendWrites::Queue(send) = commit else { panic!("not queued") };
        assert_eq!(send.invoice.map(|i| i.invoice.document.invoice_type), Some(kind), "{code:?}");
    }
}

#[test]
fn self_billed_documents_go_to_the_supplier() {
    let mut document = document();
    document.customization = Some(Profile::SELF_BILLING.customization_id.to_owned());
    document.profile = Some(Profile::SELF_BILLING.profile_id.to_owned());
    document.root = Root::UblCreditNote;
    std::mem::swap(&mut document.supplier, &mut document.customer);
    let SendWrites::Queue(send) = (Case { document, ..Case::default() }).decide().commit else {
        panic!("not queued")
    };
    assert_eq!(send.submission.receiver, id("0245:2120000000"));
    assert!(send.submission.document_type.value().contains("CreditNote##"));
    assert!(send.submission.document_type.value().contains("selfbilling:3.0::2.1"));
    let says = send.invoice.expect("recorded").invoice.document;
    assert_eq!((says.self_billed, says.seller.as_str()), (true, "Odberateľ"));
}

#[test]
fn a_named_receiver_goes_before_the_address_in_the_document() {
    let (bytes, document, organization) = (bytes(), document(), organization());
    let receiver = id("0088:5798000000001");
    let decision = decide_send(SendFacts {
        options: NOW_PLEASE,
        inspection: right(),
        document: &document,
        bytes: &bytes,
        organization: &organization,
        receiver: Some(&receiver),
        recipient: Some(RecipientLookup::unavailable("0088:5798000000001")),
        ids: IDS,
        now: NOW,
    });
    let SendWrites::Queue(send) = decision.commit else { panic!("a lookup never blocks") };
    assert_eq!(send.submission.receiver, receiver);
    assert_eq!(decision.answer.recipient.and_then(|r| r.lookup_unavailable), Some(true));
}

#[test]
fn answers_say_where_the_document_is() {
    let queued = Case::default().decide().answer;
    assert_eq!((queued.status, queued.reason, queued.staged_id), (SendStatus::Queued, None, None));
    let expected = ValidationSummary { ran: true, valid: true, error_count: 0, warning_count: 0 };
    assert_eq!(queued.validation, expected);
    let staged = Case { options: LATER, ..Case::default() }.decide().answer;
    assert_eq!((staged.staged_id, staged.invoice_id), (Some(IDS.staged), None));
}

#[test]
fn many_findings_are_cut_errors_first() {
    let mut findings = vec![finding(Severity::Warning); MAX_FINDINGS];
    findings.push(finding(Severity::Error));
    let inspection =
        Inspection::unchanged(Validation::Ran(Verdict { findings, ..Verdict::default() }));
    let listed = inspection.findings(AutoRepair::Off);
    assert_eq!(listed.len(), MAX_FINDINGS + 1);
    assert_eq!(listed[0].severity, Severity::Error);
    assert_eq!(listed[MAX_FINDINGS].code, "MORE_FINDINGS");
    let summary = inspection.original.summary();
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
