//! The decision of `POST …/connector/send` and of `POST …/connector/dispatch/{stagedId}`.

use crate::{
    documents::{AutoRepair, DocumentFacts, Inspection, Readiness, issue_date::check_issue_date},
    identifiers::ParticipantId,
    repair::{Finding, Severity},
    sending::{
        admission::{Admission, Refusal, admit, numbered},
        answer::{DispatchAnswer, RecipientLookup, SendAnswer, SendStatus},
        document_key::EarlierSend,
        organization_facts::OrganizationFacts,
        record::{
            DocumentBytes, NewIds, QueuedSend, STAGED_FOR, SendJob, SendWrites, StagedDocument,
            Submission,
        },
        recording::{RecordedInvoice, record},
    },
    submissions::{Progress, RejectReason, State},
};
use invoicing::InvoiceId;
use serde::Deserialize;
use time::OffsetDateTime;

persistence::named! {
    /// `options.dispatch`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Dispatch {
        /// Send it now.
        #[default]
        Now = "now",
        /// Stage it until it is dispatched.
        Later = "later",
    }
}

/// `options`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SendOptions {
    /// Whether needed changes are applied.
    pub auto_repair: AutoRepair,
    /// Whether the document is only validated.
    pub validate_only: bool,
    /// Send or stage.
    pub dispatch: Dispatch,
}

/// The input of the decision.
#[derive(Debug, Clone)]
pub struct SendFacts<'a> {
    /// The options of the request.
    pub options: SendOptions,
    /// The document's validation and repair.
    pub inspection: Inspection,
    /// The facts of the document that would be sent, repaired if needed.
    pub document: &'a DocumentFacts,
    /// The bytes of the document.
    pub bytes: &'a DocumentBytes,
    /// The organization.
    pub organization: &'a OrganizationFacts,
    /// `receiverPeppolId`, parsed.
    pub receiver: Option<&'a ParticipantId>,
    /// The lookup of that receiver.
    pub recipient: Option<RecipientLookup>,
    /// Ids for the records that are saved.
    pub ids: NewIds,
    /// The time of the request.
    pub now: OffsetDateTime,
}

/// An answer with its writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendDecision {
    /// The answer to the caller.
    pub answer: SendAnswer,
    /// The writes, to be stored in one transaction with the answer under the idempotency key.
    pub commit: SendWrites,
}

/// Decides on a send in the order of send rules 4 to 8: validator, validation with the issue date, repair,
/// `validateOnly`, staging, and then [`admit`].
#[must_use]
pub fn decide_send(mut facts: SendFacts<'_>) -> SendDecision {
    let date = date_finding(&facts);
    facts.inspection = facts.inspection.with(date.as_ref());
    let options = facts.options;
    let readiness = facts.inspection.readiness(options.auto_repair);
    let answer = answer(&facts, readiness);
    if options.validate_only {
        let answer = SendAnswer { status: SendStatus::Validated, ..answer };
        return SendDecision { answer, commit: SendWrites::Nothing };
    }
    if let Some(reason) = unready(readiness) {
        let answer = SendAnswer { reason: Some(reason), ..answer };
        return SendDecision { answer, commit: SendWrites::Nothing };
    }
    let applied = (readiness == Readiness::ReadyRepaired).then(|| facts.inspection.applied());
    if options.dispatch == Dispatch::Later {
        return staged(&facts, SendAnswer { repair_applied: applied, ..answer });
    }
    match queue(
        facts.organization,
        facts.document,
        facts.receiver,
        facts.bytes,
        facts.ids,
        facts.now,
    ) {
        Err(refusal) => rejected(refusal, answer),
        Ok(send) => queued_decision(send, SendAnswer { repair_applied: applied, ..answer }),
    }
}

/// Why a document may not be sent as it is, if it may not.
const fn unready(readiness: Readiness) -> Option<RejectReason> {
    match readiness {
        Readiness::Unknown => Some(RejectReason::ValidatorUnavailable),
        Readiness::Broken => Some(RejectReason::Validation),
        Readiness::NeedsRepair => Some(RejectReason::NeedsRepair),
        Readiness::Ready | Readiness::ReadyRepaired => None,
    }
}

/// The date rules as a finding: an error for a document sent now, advice for one sent later.
fn date_finding(facts: &SendFacts<'_>) -> Option<Finding> {
    let network = facts.organization.environment.network();
    let refusal = check_issue_date(facts.document.issue_date?, network, facts.now).err()?;
    let severity = match facts.options.dispatch {
        Dispatch::Now => Severity::Error,
        Dispatch::Later => Severity::Warning,
    };
    Some(Finding {
        field: "cbc:IssueDate".to_owned(),
        code: refusal.code().to_owned(),
        message: refusal.to_string(),
        severity,
        rules: None,
    })
}

/// The common fields of every answer, with the status `Rejected`, which other outcomes overwrite.
fn answer(facts: &SendFacts<'_>, readiness: Readiness) -> SendAnswer {
    let auto_repair = facts.options.auto_repair;
    SendAnswer {
        status: SendStatus::Rejected,
        reason: None,
        error: None,
        refusal: None,
        invoice_id: None,
        document_id: None,
        job_id: None,
        staged_id: None,
        send_ready: readiness.send_ready(),
        validator_unavailable: readiness == Readiness::Unknown,
        validation: facts.inspection.reported(auto_repair).summary(),
        repair: facts.inspection.findings(auto_repair),
        repair_applied: None,
        recipient: facts.recipient.clone(),
    }
}

fn rejected(refusal: Refusal, answer: SendAnswer) -> SendDecision {
    let (reason, error) = (Some(refusal.reason()), refusal.detail());
    let answer = SendAnswer { reason, error, refusal: Some(refusal), ..answer };
    SendDecision { answer, commit: SendWrites::Nothing }
}

fn staged(facts: &SendFacts<'_>, answer: SendAnswer) -> SendDecision {
    let staged = StagedDocument {
        id: facts.ids.staged,
        network: facts.organization.environment.network(),
        document: facts.bytes.clone(),
        receiver: facts.receiver.cloned(),
        expires_at: facts.now + STAGED_FOR,
    };
    let answer = SendAnswer { status: SendStatus::Staged, staged_id: Some(staged.id), ..answer };
    SendDecision { answer, commit: SendWrites::Stage(Box::new(staged), None) }
}

fn queued_decision(send: QueuedSend, answer: SendAnswer) -> SendDecision {
    let answer = SendAnswer {
        status: SendStatus::Queued,
        invoice_id: Some(send.submission.invoice),
        document_id: Some(send.submission.id),
        job_id: Some(send.job.id),
        ..answer
    };
    SendDecision { answer, commit: SendWrites::Queue(Box::new(send)) }
}

/// The writes of a queued document, or its refusal.
fn queue(
    organization: &OrganizationFacts,
    document: &DocumentFacts,
    receiver: Option<&ParticipantId>,
    bytes: &DocumentBytes,
    ids: NewIds,
    now: OffsetDateTime,
) -> Result<QueuedSend, Refusal> {
    // the document is checked first, also for values needed to record it
    let number = numbered(document)?;
    let invoice = record(document, &number, organization, ids.invoice, now)?;
    let admission = admit(organization, document, receiver, now)?;
    if let (_, Some(record)) = &invoice {
        record.check()?;
    }
    Ok(queued(admission, document, organization, bytes, ids, invoice, now))
}

/// The writes of a queued send. `invoice` is the invoice that it sends, with the changes to it.
pub(crate) fn queued(
    admission: Admission,
    document: &DocumentFacts,
    organization: &OrganizationFacts,
    bytes: &DocumentBytes,
    ids: NewIds,
    (invoice, record): (InvoiceId, Option<RecordedInvoice>),
    now: OffsetDateTime,
) -> QueuedSend {
    QueuedSend {
        submission: Submission {
            id: ids.submission,
            network: organization.environment.network(),
            progress: Progress::new(State::Queued),
            invoice,
            native: false,
            number: admission.number,
            issue_date: document.issue_date,
            message_id: ids.message,
            sender: admission.sender,
            receiver: admission.receiver,
            document_type: admission.document_type,
            process: admission.process,
            queued_at: now,
        },
        type_code: document.type_code.clone(),
        invoice: record,
        from_version: None,
        job: SendJob { id: ids.job, submission: ids.submission, run_at: now, held: false },
        reserve: admission.reserve,
        document: bytes.clone(),
        unstage: None,
        actor: None,
    }
}

/// The result of a dispatch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DispatchDecision {
    /// 404: unknown, expired, sent already, or staged by a key of the other tier.
    NotFound,
    /// 409: the document was sent before. It stays staged and can be dispatched if that send fails.
    Duplicate(EarlierSend),
    /// Answered with 200.
    Answered {
        /// The answer to the caller.
        answer: DispatchAnswer,
        /// The writes; with `Nothing` the document stays staged.
        commit: SendWrites,
    },
}

impl SendDecision {
    /// The earlier send, if the document is a duplicate.
    #[must_use]
    pub const fn duplicate(&self) -> Option<EarlierSend> {
        match self.answer.refusal {
            Some(Refusal::Duplicate(earlier)) => Some(earlier),
            _ => None,
        }
    }
}

impl DispatchAnswer {
    fn queued(send: &QueuedSend) -> Self {
        Self {
            status: SendStatus::Queued,
            reason: None,
            error: None,
            invoice_id: Some(send.submission.invoice),
            document_id: Some(send.submission.id),
            job_id: Some(send.job.id),
            repair: Vec::new(),
        }
    }

    fn rejected(reason: RejectReason) -> Self {
        Self {
            status: SendStatus::Rejected,
            reason: Some(reason),
            error: None,
            invoice_id: None,
            document_id: None,
            job_id: None,
            repair: Vec::new(),
        }
    }

    fn refused(refusal: &Refusal) -> Self {
        Self { error: refusal.detail(), ..Self::rejected(refusal.reason()) }
    }
}

/// Decides on a dispatch. The rules may have changed since the document was staged, so it is judged as it would be sent
/// by those of the day. A refused document stays staged, so the same id can be dispatched once the cause is gone.
#[must_use]
pub fn decide_dispatch(
    staged: Option<&StagedDocument>,
    (document, inspection): (&DocumentFacts, &Inspection),
    organization: &OrganizationFacts,
    ids: NewIds,
    now: OffsetDateTime,
) -> DispatchDecision {
    let network = organization.environment.network();
    let Some(staged) = staged.filter(|s| s.is_alive(now) && s.network == network) else {
        return DispatchDecision::NotFound;
    };
    if let Some(reason) = unready(inspection.readiness(AutoRepair::Off)) {
        let repair = inspection.findings(AutoRepair::Off);
        let answer = DispatchAnswer { repair, ..DispatchAnswer::rejected(reason) };
        return DispatchDecision::Answered { answer, commit: SendWrites::Nothing };
    }
    let receiver = staged.receiver.as_ref();
    let (answer, commit) = match queue(organization, document, receiver, &staged.document, ids, now)
    {
        Err(Refusal::Duplicate(earlier)) => return DispatchDecision::Duplicate(earlier),
        Err(refusal) => (DispatchAnswer::refused(&refusal), SendWrites::Nothing),
        Ok(send) => {
            let send = QueuedSend { unstage: Some(staged.id), ..send };
            (DispatchAnswer::queued(&send), SendWrites::Queue(Box::new(send)))
        }
    };
    DispatchDecision::Answered { answer, commit }
}
