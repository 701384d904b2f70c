use super::super::job::{Ended, Job, JobFailure, Lifetime};
use access::OrganizationId;
use accounting_export::{EXPORT_JOB, ExportId};
use jobs::JobKind;
use runtime::wiring::App;
use std::time::{Duration, Instant};
use use_cases::ledger::exports::{Made, make_export};

/// The longest run of an export. With one step more it is far shorter than the lease of the job.
const TURN: Duration = Duration::from_secs(10);

/// Makes an export for accounting. When two workers make it, the result is the same export.
pub struct MakeExport {
    organization: OrganizationId,
    export: ExportId,
}

impl Job for MakeExport {
    const KIND: JobKind = EXPORT_JOB;
    /// The export counts the failures of its steps in its own row.
    const LIFETIME: Lifetime = Lifetime::Subject;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, export: ExportId(row.subject?.0) })
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        let began = Instant::now();
        let may_go_on = || began.elapsed() < TURN;
        let made = make_export(app, app, self.organization, self.export, may_go_on).await?;
        Ok(match made {
            Made::Again(at) => Ended::GoesOn(at),
            Made::Done => Ended::Done,
            Made::TakenOver => Ended::ConcludedInTransaction { succeeded: true },
        })
    }
}
