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

/// The longest run, which ends with the request under way: far less than the lease of its job.
const TURN: Duration = Duration::from_secs(10);

/// Writes what waits into the accounting program of a link. A run that is repeated writes nothing twice.
pub struct PostDocuments {
    organization: OrganizationId,
    link: LinkId,
}

impl Job for PostDocuments {
    const KIND: JobKind = POST_JOB;
    /// As long as the link is there: a program that is down for long is written into when it is back.
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
