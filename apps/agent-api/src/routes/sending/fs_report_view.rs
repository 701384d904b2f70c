use crate::requests::ReportStateName;
use events::ReportIssue;
use serde::Serialize;
use tax_reports::FsReport;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// The report of a document to the tax authority.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FsReportBody {
    #[schema(value_type = ReportStateName)]
    pub state: &'static str,
    /// Why it was rejected or failed; empty otherwise
    pub issues: Vec<ReportIssueBody>,
    /// When the authority decided; null until then
    #[serde(with = "time::serde::rfc3339::option")]
    pub decided_at: Option<OffsetDateTime>,
    /// Until when the authority must have it
    #[serde(with = "time::serde::rfc3339")]
    pub due_at: OffsetDateTime,
    /// Whether it deletes what an earlier report said: the invoice was cancelled
    pub deletes: bool,
}

#[derive(Serialize, ToSchema)]
pub struct ReportIssueBody {
    /// The authority's code, or the rule that the tax data break
    pub code: Option<String>,
    /// What is wrong
    pub message: String,
    /// The official rules that the code is one of, in the release that was asked; absent for codes of the authority
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = String, example = "Peppol BIS Billing 3.0.21")]
    pub rules: Option<String>,
}

impl FsReportBody {
    /// What is shown of a report.
    pub fn of(FsReport { state, issues, decided_at, due_at, deletes }: FsReport) -> Self {
        let issue = |ReportIssue { code, message, rules }| ReportIssueBody { code, message, rules };
        let issues = issues.into_iter().map(issue).collect();
        Self { state: state.name(), issues, decided_at, due_at, deletes }
    }
}
