use super::super::{
    jitter::jitter,
    job::{Ended, Job, JobFailure, Lifetime},
};
use access::OrganizationId;
use accounting_programs::{AccountingLinkStore, LinkId, POST_JOB};
use jobs::JobKind;
use runtime::wiring::App;
use std::time::{Duration, Instant};
use use_cases::ledger::accounting::{Posted, post_documents};

/// The longest run, which ends after the current request. It is far shorter than the lease of the job.
const TURN: Duration = Duration::from_secs(10);

/// Writes the waiting postings of a link into its accounting program. A repeated run writes nothing twice.
pub struct PostDocuments {
    organization: OrganizationId,
    link: LinkId,
}

impl Job for PostDocuments {
    const KIND: JobKind = POST_JOB;
    /// The job lives as long as the link: postings wait for a program that is down.
    const LIFETIME: Lifetime = Lifetime::Subject;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, link: LinkId(row.subject?.0) })
    }

    /// The host of the program.
    async fn destination(&self, app: &App) -> Option<String> {
        let link = app.store.accounting_link_of(self.organization, self.link).await.ok()?;
        link.url.map(|url| url.host().to_owned())
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        let began = Instant::now();
        let may_go_on = || began.elapsed() < TURN;
        let posted = post_documents(app, self.organization, self.link, jitter(), may_go_on).await?;
        Ok(match posted {
            Posted::Done => Ended::Done,
            Posted::Again(at) => Ended::GoesOn(at),
            Posted::Silent(at) => Ended::Again(at),
        })
    }
}
