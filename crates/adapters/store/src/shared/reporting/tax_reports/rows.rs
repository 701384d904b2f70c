use super::super::super::{queue::job_row, sql::*};
use crate::{
    error::{backend, require_known},
    network_names as names,
};
use access::OrganizationId;
use events::ReportIssue;
use peppol_connector::{
    identifiers::{InvoiceId, Network, ParticipantId, ReceivedId, SubmissionId},
    submissions::ReportDue,
};
use tax_reports::{
    Earlier, KeptReport, MadeDocument, REPORT_WITHIN, ReportId, ReportSource, ReportState,
    ReportedDocument, ReportedDocumentId, TaxReport,
};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    pub(super) struct ReportRow {
        id: Uuid,
        network: String,
        submission_id: Option<Uuid>,
        invoice_id: Option<Uuid>,
        received_id: Option<Uuid>,
        counterparty: String,
        original: Uuid,
        state: String,
        issues: String,
        end_user: Option<String>,
        document: Option<String>,
        decided_at: Option<OffsetDateTime>,
        due_at: OffsetDateTime,
        sent_at: Option<OffsetDateTime>,
        attempts: i32,
        given_up_at: Option<OffsetDateTime>,
        deletes: Option<Uuid>,
    }
}

columns! {
    /// An earlier report.
    pub(super) struct EarlierRow {
        state: String,
        due_at: OffsetDateTime,
        sent_at: Option<OffsetDateTime>,
        deletes: Option<Uuid>,
    }
}

impl EarlierRow {
    pub(super) fn into_domain(self) -> Result<Earlier> {
        let Self { state, due_at, sent_at, deletes } = self;
        Ok(Earlier { state: state_of(&state)?, due_at, sent_at, deletes: deletes.is_some() })
    }
}

fn state_of(name: &str) -> Result<ReportState> {
    let state = ReportState::of_name(name);
    require_known("state of a report", name, state)
}

impl ReportRow {
    /// The columns of `tax_reports`.
    pub(super) const COLUMNS: Fragment = Fragment(
        "id, network, submission_id, invoice_id, received_id, counterparty, original, state, issues,
         end_user, document, decided_at, due_at, sent_at, attempts, given_up_at, deletes",
    );

    pub(super) fn into_domain(self) -> Result<KeptReport> {
        let of = (self.submission_id, self.invoice_id, self.received_id, self.deletes);
        let (document, source) = match of {
            (Some(submission), Some(invoice_id), None, None) => (
                ReportedDocument::Sent { invoice_id: InvoiceId(invoice_id) },
                ReportSource::Sent(SubmissionId(submission)),
            ),
            (None, Some(invoice_id), None, Some(deletes)) => (
                ReportedDocument::Sent { invoice_id: InvoiceId(invoice_id) },
                ReportSource::Withdrawn(ReportId(deletes)),
            ),
            (None, None, Some(received), None) => (
                ReportedDocument::Received { received_document_id: ReceivedId(received) },
                ReportSource::Received(ReceivedId(received)),
            ),
            _ => return Err(backend("a report is of one document")),
        };
        let issues: Vec<ReportIssue> = serde_json::from_str(&self.issues).map_err(backend)?;
        let made = self.end_user.zip(self.document);
        let made = made.map(|(end_user, xml)| {
            Ok(MadeDocument { end_user: names::participant(&end_user)?, xml })
        });
        Ok(KeptReport {
            report: TaxReport {
                id: ReportId(self.id),
                network: names::network(&self.network)?,
                document,
                original: ReportedDocumentId(self.original),
                state: state_of(&self.state)?,
                issues,
                decided_at: self.decided_at,
                due_at: self.due_at,
                deletes: self.deletes.is_some(),
            },
            source,
            counterparty: names::participant(&self.counterparty)?,
            made: made.transpose()?,
            sent_at: self.sent_at,
            attempts: u16::try_from(self.attempts).unwrap_or(u16::MAX),
            given_up_at: self.given_up_at,
        })
    }
}

/// The document or report that a report is stored for.
pub(in super::super::super) enum Of {
    Submission(SubmissionId, InvoiceId),
    Received(ReceivedId),
    /// The report to delete, and the document that it reported.
    Report(ReportId, ReportedDocument),
}

impl Of {
    const fn direction(&self) -> &'static str {
        match self {
            Of::Submission(..) | Of::Report(..) => SENT,
            Of::Received(_) => RECEIVED,
        }
    }
}

pub(super) const SENT: &str = "sent";
pub(super) const RECEIVED: &str = "received";

/// Stores a report that is due, with its job, in the transaction of its cause. Does nothing when another report
/// deletes the same one already.
pub(in super::super::super) async fn insert_due(
    conn: &mut Conn,
    organization: OrganizationId,
    due: &ReportDue,
    of: &Of,
    (network, counterparty): (Network, &ParticipantId),
    now: OffsetDateTime,
) -> Result<()> {
    let counterparty = counterparty.canonical();
    let row = due_row(organization, due, of, (network, &counterparty), now)?;
    let once = sql!(" ON CONFLICT (organization_id, deletes) DO NOTHING");
    if row.insert().then(once).execute(conn).await? > 0 {
        let job = due.queued(organization, now);
        job_row(&job, now).insert().execute(conn).await?;
    }
    Ok(())
}

/// The row of a report that is due; the counterparty is stored in its canonical form.
pub(in super::super::super) fn due_row<'a>(
    organization: OrganizationId,
    due: &ReportDue,
    of: &Of,
    (network, counterparty): (Network, &'a str),
    now: OffsetDateTime,
) -> Result<NewRow<'a>> {
    let (submission, invoice, received, deletes) = match of {
        Of::Submission(id, invoice) => (Some(id.0), Some(invoice.0), None, None),
        Of::Received(id) => (None, None, Some(id.0), None),
        Of::Report(id, ReportedDocument::Sent { invoice_id }) => {
            (None, Some(invoice_id.0), None, Some(id.0))
        }
        Of::Report(_, ReportedDocument::Received { .. }) => {
            return Err(backend("reports of received documents are not deleted"));
        }
    };
    Ok(row!("tax_reports",
        organization_id: organization,
        id: due.report.0,
        network: network.name(),
        direction: of.direction(),
        submission_id: submission,
        invoice_id: invoice,
        received_id: received,
        counterparty: counterparty,
        original: due.original.0,
        state: ReportState::Queued.name(),
        issues: "[]",
        created_at: now,
        attempts: 0_i32,
        due_at: now.saturating_add(REPORT_WITHIN),
        deletes: deletes,
    ))
}
