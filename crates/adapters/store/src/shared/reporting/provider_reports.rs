//! The monthly reports to the network.

use super::super::{queue::job_row, sql::*};
use crate::{error::require_known, network_names as names};
use jobs::NewJob;
use peppol_connector::identifiers::Network;
use provider_reports::{
    EarlierReport, ProviderReport, ProviderReportId, ProviderReportStore, ReportKind,
};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct ReportRow {
        id: Uuid,
        network: String,
        month: String,
        kind: String,
        document: String,
        attempts: i32,
        error: Option<String>,
        made_at: OffsetDateTime,
        sent_at: Option<OffsetDateTime>,
        receipt: Option<Vec<u8>>,
        replaced_at: Option<OffsetDateTime>,
    }
}

impl ReportRow {
    /// The columns of `provider_reports`.
    const COLUMNS: Fragment = Fragment(
        "id, network, month, kind, document, attempts, error, made_at, sent_at, receipt, replaced_at",
    );

    fn into_domain(self) -> Result<ProviderReport> {
        let kind = ReportKind::of_name(&self.kind);
        Ok(ProviderReport {
            id: ProviderReportId(self.id),
            network: names::network(&self.network)?,
            month: require_known("month", &self.month, self.month.parse().ok())?,
            kind: require_known("kind of a report", &self.kind, kind)?,
            document: self.document,
            attempts: u16::try_from(self.attempts).unwrap_or(u16::MAX),
            error: self.error,
            made_at: self.made_at,
            sent_at: self.sent_at,
            receipt: self.receipt,
            replaced_at: self.replaced_at,
        })
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl ProviderReportStore for Backend {
    async fn keep_provider_reports(
        &self,
        reports: &[(ProviderReport, NewJob)],
        earlier: EarlierReport,
        now: OffsetDateTime,
    ) -> Result<usize> {
        within!(self, conn => keep_all(conn, reports, earlier, now))
    }

    async fn provider_report(&self, id: ProviderReportId) -> Result<ProviderReport> {
        let query = sql!("SELECT {} FROM provider_reports WHERE id = {}", ReportRow::COLUMNS, id.0);
        let mut conn = self.reader().await?;
        query.one::<ReportRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn provider_reports(&self, network: Network, limit: u16) -> Result<Vec<ProviderReport>> {
        let query = sql!(
            "SELECT {} FROM provider_reports WHERE network = {} AND replaced_at IS NULL
             ORDER BY month DESC, kind LIMIT {}",
            ReportRow::COLUMNS,
            network.name(),
            i64::from(limit)
        );
        let mut conn = self.reader().await?;
        let rows: Vec<ReportRow> = query.all(read_conn!(conn)).await?;
        rows.into_iter().map(ReportRow::into_domain).collect()
    }

    async fn replaced_reports(&self, network: Network, limit: u16) -> Result<Vec<ProviderReport>> {
        let query = sql!(
            "SELECT {} FROM provider_reports WHERE network = {} AND replaced_at IS NOT NULL
             ORDER BY month DESC, replaced_at DESC, kind LIMIT {}",
            ReportRow::COLUMNS,
            network.name(),
            i64::from(limit)
        );
        let mut conn = self.reader().await?;
        let rows: Vec<ReportRow> = query.all(read_conn!(conn)).await?;
        rows.into_iter().map(ReportRow::into_domain).collect()
    }

    async fn provider_report_failed(&self, id: ProviderReportId, error: &str) -> Result<()> {
        let update = sql!(
            "UPDATE provider_reports SET attempts = attempts + 1, error = {} WHERE id = {}",
            error,
            id.0
        );
        let mut conn = self.writer().await?;
        update.execute(&mut conn).await.map(drop)
    }

    async fn provider_report_sent(
        &self,
        id: ProviderReportId,
        receipt: &[u8],
        now: OffsetDateTime,
    ) -> Result<()> {
        let update = sql!(
            "UPDATE provider_reports SET attempts = attempts + 1, error = NULL, sent_at = {},
               receipt = {} WHERE id = {} AND sent_at IS NULL",
            now,
            receipt,
            id.0
        );
        let mut conn = self.writer().await?;
        update.execute(&mut conn).await.map(drop)
    }
}

/// Within the caller's transaction. Returns how many were stored.
async fn keep_all(
    conn: &mut Conn,
    reports: &[(ProviderReport, NewJob)],
    earlier: EarlierReport,
    now: OffsetDateTime,
) -> Result<usize> {
    let mut kept = 0;
    for (report, job) in reports {
        kept += keep(conn, report, job, earlier, now).await?;
    }
    Ok(kept)
}

/// The same for one report.
async fn keep(
    conn: &mut Conn,
    report: &ProviderReport,
    job: &NewJob,
    earlier: EarlierReport,
    now: OffsetDateTime,
) -> Result<usize> {
    let month = report.month.to_string();
    if earlier == EarlierReport::IsReplaced {
        let update = sql!(
            "UPDATE provider_reports SET replaced_at = {}
             WHERE network = {} AND month = {} AND kind = {} AND replaced_at IS NULL",
            now,
            report.network.name(),
            &month,
            report.kind.name()
        );
        update.execute(conn).await?;
    }
    let row = row!("provider_reports",
        id: report.id.0,
        network: report.network.name(),
        month: &month,
        kind: report.kind.name(),
        document: &report.document,
        attempts: 0_i32,
        made_at: report.made_at,
    );
    let once = sql!(" ON CONFLICT (network, month, kind) WHERE replaced_at IS NULL DO NOTHING");
    if row.insert().then(once).execute(conn).await? == 0 {
        return Ok(0);
    }
    job_row(job, now).insert().execute(conn).await?;
    Ok(1)
}
