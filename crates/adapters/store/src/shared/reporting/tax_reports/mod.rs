//! Reports to the tax authority.

mod rows;

use super::super::{events::insert_events, sql::*};
use crate::error::backend;
use access::OrganizationId;
use peppol_connector::{
    identifiers::{InvoiceId, Network},
    submissions::ReportDue,
};
use rows::{EarlierRow, RECEIVED, ReportRow, SENT};
pub(in super::super) use rows::{Of, due_row, insert_due};
use tax_reports::{
    Decided, Earlier, Firm, GivenUp, KeptReport, MadeDocument, ReportAbout, ReportId, ReportSource,
    TaxReportStore,
};
use time::OffsetDateTime;
use uuid::Uuid;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl TaxReportStore for Backend {
    async fn reporting_firm(&self, organization: OrganizationId) -> Result<Firm> {
        let mut conn = self.reader().await?;
        let query = sql!("SELECT country, ic_dph FROM organizations WHERE id = {}", organization);
        let (country, vat_number) = query.one(read_conn!(conn)).await?;
        Ok(Firm { country, vat_number })
    }

    async fn tax_report(&self, organization: OrganizationId, id: ReportId) -> Result<KeptReport> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT {} FROM tax_reports WHERE organization_id = {} AND id = {}",
            ReportRow::COLUMNS,
            organization,
            id.0
        );
        query.one::<ReportRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn earlier_reports(
        &self,
        organization: OrganizationId,
        report: &KeptReport,
    ) -> Result<Vec<Earlier>> {
        let direction = match report.source {
            ReportSource::Sent(_) | ReportSource::Withdrawn(_) => SENT,
            ReportSource::Received(_) => RECEIVED,
        };
        let mut conn = self.reader().await?;
        // ids are ordered by their time
        let query = sql!(
            "SELECT state, due_at, sent_at, deletes FROM tax_reports
             WHERE organization_id = {} AND original = {} AND network = {} AND direction = {}
               AND given_up_at IS NULL AND id < {} ORDER BY id DESC LIMIT 20",
            organization,
            report.report.original.0,
            report.report.network.name(),
            direction,
            report.report.id.0
        );
        let rows: Vec<EarlierRow> = query.all(read_conn!(conn)).await?;
        rows.into_iter().map(EarlierRow::into_domain).collect()
    }

    async fn report_failed(
        &self,
        organization: OrganizationId,
        id: ReportId,
        given_up: Option<&GivenUp>,
    ) -> Result<()> {
        let issues = given_up.map_or(&[][..], |given_up| &given_up.issues);
        let issues = serde_json::to_string(issues).map_err(backend)?;
        let mut conn = self.writer().await?;
        let update = sql!(
            "UPDATE tax_reports SET attempts = attempts + 1,
               given_up_at = CASE WHEN state = 'queued' THEN {} ELSE given_up_at END,
               issues = CASE WHEN state = 'queued' THEN {} ELSE issues END
             WHERE organization_id = {} AND id = {}",
            given_up.map(|given_up| given_up.at),
            issues.as_str(),
            organization,
            id.0
        );
        match update.execute(&mut conn).await? {
            0 => Err(StoreError::NotFound),
            _ => Ok(()),
        }
    }

    async fn invoice_reports(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
    ) -> Result<Vec<KeptReport>> {
        let query = sql!(
            "SELECT {} FROM tax_reports WHERE organization_id = {} AND invoice_id = {}
             ORDER BY id DESC LIMIT 50",
            ReportRow::COLUMNS,
            organization,
            invoice.0
        );
        let mut conn = self.reader().await?;
        let rows: Vec<ReportRow> = query.all(read_conn!(conn)).await?;
        rows.into_iter().map(ReportRow::into_domain).collect()
    }

    async fn withdraw_report(
        &self,
        organization: OrganizationId,
        report: &KeptReport,
        due: &ReportDue,
        now: OffsetDateTime,
    ) -> Result<()> {
        let of = Of::Report(report.report.id, report.report.document);
        let to = (report.report.network, &report.counterparty);
        within!(self, conn => insert_due(conn, organization, due, &of, to, now))
    }

    async fn forget_deletion(&self, organization: OrganizationId, id: ReportId) -> Result<()> {
        let forget = sql!(
            "DELETE FROM tax_reports
             WHERE organization_id = {} AND id = {} AND state = 'queued' AND deletes IS NOT NULL",
            organization,
            id.0
        );
        let mut conn = self.writer().await?;
        forget.execute(&mut conn).await.map(drop)
    }

    async fn reports_due_by(&self, at: OffsetDateTime) -> Result<u64> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT count(*) FROM tax_reports
             WHERE state = 'queued' AND given_up_at IS NULL AND due_at <= {}",
            at
        );
        let count: i64 = query.one(read_conn!(conn)).await?;
        u64::try_from(count).map_err(backend)
    }

    async fn keep_tax_document(
        &self,
        organization: OrganizationId,
        id: ReportId,
        made: &MadeDocument,
    ) -> Result<MadeDocument> {
        within!(self, conn => keep_document(conn, organization, id, made))
    }

    async fn keep_report_receipt(
        &self,
        organization: OrganizationId,
        id: ReportId,
        evidence: &[u8],
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut conn = self.writer().await?;
        let update = sql!(
            "UPDATE tax_reports
             SET evidence = coalesce(evidence, {}), sent_at = coalesce(sent_at, {}),
               attempts = attempts + 1, given_up_at = NULL,
               issues = CASE WHEN state = 'queued' THEN '[]' ELSE issues END,
               state = CASE WHEN state = 'queued' THEN 'sent' ELSE state END
             WHERE organization_id = {} AND id = {}",
            evidence,
            now,
            organization,
            id.0
        );
        match update.execute(&mut conn).await? {
            0 => Err(StoreError::NotFound),
            _ => Ok(()),
        }
    }

    async fn decide_report(&self, organization: OrganizationId, decided: &Decided) -> Result<()> {
        within!(self, conn => decide(conn, organization, decided))
    }

    async fn report_sent_as(
        &self,
        network: Network,
        id: ReportId,
    ) -> Result<Option<(OrganizationId, KeptReport)>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT organization_id FROM tax_reports WHERE id = {} AND network = {}",
            id.0,
            network.name()
        );
        let owner: Option<Uuid> = query.first(read_conn!(conn)).await?;
        drop(conn);
        let Some(organization) = owner.map(OrganizationId) else { return Ok(None) };
        Ok(Some((organization, self.tax_report(organization, id).await?)))
    }

    async fn latest_report(
        &self,
        organization: OrganizationId,
        about: ReportAbout,
    ) -> Result<Option<KeptReport>> {
        let of = match about {
            ReportAbout::Invoice(invoice, network) => {
                sql!(" AND invoice_id = {} AND network = {}", invoice.0, network.name())
            }
            ReportAbout::Received(received) => sql!(" AND received_id = {}", received.0),
        };
        let query = sql!(
            "SELECT {} FROM tax_reports WHERE organization_id = {}",
            ReportRow::COLUMNS,
            organization
        );
        let query = query.then(of).then(sql!(" ORDER BY id DESC LIMIT 1"));
        let mut conn = self.reader().await?;
        let row: Option<ReportRow> = query.first(read_conn!(conn)).await?;
        row.map(ReportRow::into_domain).transpose()
    }
}

async fn keep_document(
    conn: &mut Conn,
    organization: OrganizationId,
    id: ReportId,
    made: &MadeDocument,
) -> Result<MadeDocument> {
    let end_user = made.end_user.canonical();
    let keep = sql!(
        "UPDATE tax_reports SET end_user = {}, document = {}
         WHERE organization_id = {} AND id = {} AND document IS NULL",
        end_user.as_str(),
        made.xml.as_str(),
        organization,
        id.0
    );
    keep.execute(conn).await?;
    let kept = sql!(
        "SELECT {} FROM tax_reports WHERE organization_id = {} AND id = {}",
        ReportRow::COLUMNS,
        organization,
        id.0
    );
    let kept = kept.one::<ReportRow>(conn).await?.into_domain()?;
    kept.made.ok_or_else(|| backend("a report kept no document"))
}

/// Within the caller's transaction.
async fn decide(conn: &mut Conn, organization: OrganizationId, decided: &Decided) -> Result<()> {
    let report = &decided.report;
    let issues = serde_json::to_string(&report.issues).map_err(backend)?;
    let update = sql!(
        "UPDATE tax_reports SET state = {}, issues = {}, decided_at = {}, given_up_at = NULL
         WHERE organization_id = {} AND id = {} AND state IN ('queued', 'sent')",
        report.state.name(),
        issues.as_str(),
        report.decided_at,
        organization,
        report.id.0
    );
    if update.execute(conn).await? == 0 {
        return Err(StoreError::Conflict);
    }
    insert_events(conn, std::slice::from_ref(&decided.event)).await
}
