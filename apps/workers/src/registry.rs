//! The list of jobs.

use super::{
    job::{Ended, Job, JobFailure, Lifetime, RecurringJob},
    jobs::{
        CollectPostings, CompareRegistries, EnterParticipants, ExpireStagedDocuments,
        IssueDueContracts, MakeExport, MakeProviderReports, MarkOverdueInvoices, MatchWaitingLines,
        PostDocuments, PurgeAnswers, PurgeEvents, PurgeExports, PurgeInvitations, PurgeOAuth,
        PurgeTokens, PurgeWindows, RenewSeats, ReportTax, SendClaimMail, SendConnectedMail,
        SendConnectionEndedMail, SendContractInvoice, SendContractMail, SendContractSendMail,
        SendDueReminders, SendEndpointDisabledMail, SendInvitationMail, SendInvoiceMail,
        SendNewPasswordMail, SendProviderReport, SendResetMail, SendResponse, SendSeatsUnpaidMail,
        SendSecondFactorOffMail, SendSecondFactorOnMail, SendStatus, SendSubmission,
        SendWrongCodesMail, UpdateDirectory, WarnOfCertificates, WithdrawTaxReports,
    },
    track::Track,
};
use jobs::JobKind;
use runtime::wiring::App;
use std::{future::Future, pin::Pin};

/// Every job of this version, one line each.
#[must_use]
pub fn registry() -> Registry {
    Registry::default()
        .on(Track::Documents)
        .job::<SendSubmission>()
        .on(Track::Answers)
        .job::<SendStatus>()
        .job::<SendResponse>()
        .on(Track::Reports)
        .job::<ReportTax>()
        .job::<SendProviderReport>()
        .on(Track::Mail)
        .job::<SendClaimMail>()
        .job::<SendEndpointDisabledMail>()
        .job::<SendConnectedMail>()
        .job::<SendConnectionEndedMail>()
        .job::<SendContractMail>()
        .job::<SendContractSendMail>()
        .job::<SendInvoiceMail>()
        .job::<SendInvitationMail>()
        .job::<SendSeatsUnpaidMail>()
        .job::<SendResetMail>()
        .job::<SendNewPasswordMail>()
        .job::<SendSecondFactorOnMail>()
        .job::<SendSecondFactorOffMail>()
        .job::<SendWrongCodesMail>()
        .on(Track::Rest)
        .job::<WithdrawTaxReports>()
        .job::<MatchWaitingLines>()
        .job::<SendContractInvoice>()
        .job::<MakeExport>()
        .job::<PostDocuments>()
        .recurring::<PurgeAnswers>()
        .recurring::<ExpireStagedDocuments>()
        .recurring::<PurgeEvents>()
        .recurring::<PurgeWindows>()
        .recurring::<PurgeExports>()
        .recurring::<PurgeTokens>()
        .recurring::<PurgeOAuth>()
        .recurring::<PurgeInvitations>()
        .recurring::<RenewSeats>()
        .recurring::<MarkOverdueInvoices>()
        .recurring::<IssueDueContracts>()
        .recurring::<CollectPostings>()
        .recurring::<SendDueReminders>()
        .recurring::<EnterParticipants>()
        .recurring::<CompareRegistries>()
        .recurring::<UpdateDirectory>()
        .recurring::<MakeProviderReports>()
        .recurring::<WarnOfCertificates>()
}

/// A running attempt.
type Attempt<'a> = Pin<Box<dyn Future<Output = Result<Ended, JobFailure>> + Send + 'a>>;

/// The destination of an attempt, being looked up.
type Asked<'a> = Pin<Box<dyn Future<Output = Option<String>> + Send + 'a>>;

/// A kind of job.
#[derive(Debug, Clone, Copy)]
pub struct Registered {
    kind: JobKind,
    track: Track,
    /// Which failures end the job; a recurring job does not end.
    pub(super) lifetime: Lifetime,
    destination: for<'a> fn(&'a App, &'a jobs::Job) -> Asked<'a>,
    run: for<'a> fn(&'a App, &'a jobs::Job) -> Attempt<'a>,
}

impl Registered {
    /// Makes one attempt of a job of this kind.
    pub(super) fn run<'a>(&self, app: &'a App, row: &'a jobs::Job) -> Attempt<'a> {
        (self.run)(app, row)
    }

    /// The destination of the attempt.
    pub(super) fn destination<'a>(&self, app: &'a App, row: &'a jobs::Job) -> Asked<'a> {
        (self.destination)(app, row)
    }
}

/// The kinds of jobs.
#[derive(Debug)]
pub struct Registry {
    all: Vec<Registered>,
    /// The track of the jobs that are added next.
    track: Track,
}

impl Default for Registry {
    fn default() -> Self {
        Self { all: Vec::new(), track: Track::Rest }
    }
}

impl Registry {
    /// Sets the track of the jobs that are added next.
    const fn on(mut self, track: Track) -> Self {
        self.track = track;
        self
    }

    fn job<J: Job>(mut self) -> Self {
        self.all.push(Registered {
            kind: J::KIND,
            track: self.track,
            lifetime: J::LIFETIME,
            destination: destination::<J>,
            run: attempt::<J>,
        });
        self
    }

    fn recurring<J: RecurringJob>(mut self) -> Self {
        self.all.push(Registered {
            kind: J::KIND,
            track: self.track,
            lifetime: Lifetime::Endless,
            destination: nowhere,
            run: attempt_recurring::<J>,
        });
        self
    }

    /// The jobs that have a subject.
    #[must_use]
    pub fn without_recurring(self) -> Self {
        let all = self.all.into_iter().filter(|job| job.lifetime != Lifetime::Endless).collect();
        Self { all, track: self.track }
    }

    /// The jobs of one track.
    pub(super) fn of_track(&self, track: Track) -> Self {
        let all = self.all.iter().filter(|job| job.track == track).copied().collect();
        Self { all, track }
    }

    /// The kinds of all jobs.
    #[must_use]
    pub fn kinds(&self) -> Vec<JobKind> {
        self.all.iter().map(|job| job.kind).collect()
    }

    /// The kinds of recurring jobs.
    #[must_use]
    pub fn recurring_kinds(&self) -> Vec<JobKind> {
        let recurring = self.all.iter().filter(|job| job.lifetime == Lifetime::Endless);
        recurring.map(|job| job.kind).collect()
    }

    /// The job of this kind.
    #[must_use]
    pub fn find(&self, kind: &str) -> Option<&Registered> {
        self.all.iter().find(|job| job.kind.0 == kind)
    }
}

fn attempt<'a, J: Job>(app: &'a App, row: &'a jobs::Job) -> Attempt<'a> {
    Box::pin(async move {
        match J::read(row) {
            Some(job) => job.run(app).await,
            None => Err(JobFailure {
                error: format!("the row of a {} does not say what it is about", J::KIND).into(),
                is_final: true,
            }),
        }
    })
}

fn destination<'a, J: Job>(app: &'a App, row: &'a jobs::Job) -> Asked<'a> {
    Box::pin(async move {
        match J::read(row) {
            Some(job) => job.destination(app).await,
            None => None,
        }
    })
}

fn nowhere<'a>(_: &'a App, _: &'a jobs::Job) -> Asked<'a> {
    Box::pin(std::future::ready(None))
}

fn attempt_recurring<'a, J: RecurringJob>(app: &'a App, _: &'a jobs::Job) -> Attempt<'a> {
    Box::pin(async move {
        if let Some(at) = J::INTERVAL.waits_until(app.clock.now()) {
            return Ok(Ended::Again(at));
        }
        let changed = J::run(app).await?;
        if changed > 0 {
            tracing::info!(job.kind = J::KIND.0, changed, "recurring job done");
        }
        Ok(Ended::Again(J::INTERVAL.next(app.clock.now())))
    })
}
