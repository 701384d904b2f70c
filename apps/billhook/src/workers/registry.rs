//! Which jobs there are.

use super::{
    job::{Ended, Job, JobFailure, Lifetime, RecurringJob},
    jobs::{
        CompareRegistries, EnterParticipants, ExpireStagedDocuments, IssueDueContracts, MakeExport,
        MakeProviderReports, MarkOverdueInvoices, PurgeAnswers, PurgeEvents, PurgeExports,
        PurgeOAuth, PurgeTokens, PurgeWindows, ReportTax, SendClaimMail, SendConnectedMail,
        SendConnectionEndedMail, SendContractInvoice, SendContractMail, SendContractSendMail,
        SendDueReminders, SendEndpointDisabledMail, SendInvitationMail, SendInvoiceMail,
        SendNewPasswordMail, SendProviderReport, SendResetMail, SendResponse,
        SendSecondFactorOffMail, SendSecondFactorOnMail, SendStatus, SendSubmission,
        UpdateDirectory, WarnOfCertificates, WithdrawTaxReports,
    },
};
use jobs::JobKind;
use runtime::wiring::App;
use std::{future::Future, pin::Pin};

/// Every job that this version works on: one line each.
pub(super) fn registry() -> Registry {
    Registry::default()
        .job::<SendSubmission>()
        .job::<ReportTax>()
        .job::<WithdrawTaxReports>()
        .job::<SendStatus>()
        .job::<SendResponse>()
        .job::<SendProviderReport>()
        .job::<SendClaimMail>()
        .job::<SendEndpointDisabledMail>()
        .job::<SendConnectedMail>()
        .job::<SendConnectionEndedMail>()
        .job::<SendContractInvoice>()
        .job::<SendContractMail>()
        .job::<SendContractSendMail>()
        .job::<SendInvoiceMail>()
        .job::<SendInvitationMail>()
        .job::<SendResetMail>()
        .job::<SendNewPasswordMail>()
        .job::<SendSecondFactorOnMail>()
        .job::<SendSecondFactorOffMail>()
        .job::<MakeExport>()
        .recurring::<PurgeAnswers>()
        .recurring::<ExpireStagedDocuments>()
        .recurring::<PurgeEvents>()
        .recurring::<PurgeWindows>()
        .recurring::<PurgeExports>()
        .recurring::<PurgeTokens>()
        .recurring::<PurgeOAuth>()
        .recurring::<MarkOverdueInvoices>()
        .recurring::<IssueDueContracts>()
        .recurring::<SendDueReminders>()
        .recurring::<EnterParticipants>()
        .recurring::<CompareRegistries>()
        .recurring::<UpdateDirectory>()
        .recurring::<MakeProviderReports>()
        .recurring::<WarnOfCertificates>()
}

/// An attempt under way.
type Attempt<'a> = Pin<Box<dyn Future<Output = Result<Ended, JobFailure>> + Send + 'a>>;

/// A kind of job.
#[derive(Debug, Clone, Copy)]
pub(super) struct Registered {
    kind: JobKind,
    /// Which failures end it; endless is what recurs.
    pub(super) lifetime: Lifetime,
    run: for<'a> fn(&'a App, &'a jobs::Job) -> Attempt<'a>,
}

impl Registered {
    /// Makes one attempt of a job of this kind.
    pub(super) fn run<'a>(&self, app: &'a App, row: &'a jobs::Job) -> Attempt<'a> {
        (self.run)(app, row)
    }
}

/// The kinds of jobs.
#[derive(Debug, Default)]
pub(super) struct Registry(Vec<Registered>);

impl Registry {
    fn job<J: Job>(self) -> Self {
        self.with(Registered { kind: J::KIND, lifetime: J::LIFETIME, run: attempt::<J> })
    }

    fn recurring<J: RecurringJob>(self) -> Self {
        let (kind, lifetime) = (J::KIND, Lifetime::Endless);
        self.with(Registered { kind, lifetime, run: attempt_recurring::<J> })
    }

    fn with(mut self, job: Registered) -> Self {
        debug_assert!(self.find(job.kind.0).is_none(), "{} is registered twice", job.kind);
        self.0.push(job);
        self
    }

    /// Those that are about something.
    pub(super) fn without_recurring(self) -> Self {
        Self(self.0.into_iter().filter(|job| job.lifetime != Lifetime::Endless).collect())
    }

    /// The names of all.
    pub(super) fn kinds(&self) -> Vec<JobKind> {
        self.0.iter().map(|job| job.kind).collect()
    }

    /// The names of those that recur.
    pub(super) fn recurring_kinds(&self) -> Vec<JobKind> {
        let recurring = self.0.iter().filter(|job| job.lifetime == Lifetime::Endless);
        recurring.map(|job| job.kind).collect()
    }

    /// The job of this name.
    pub(super) fn find(&self, kind: &str) -> Option<&Registered> {
        self.0.iter().find(|job| job.kind.0 == kind)
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

fn attempt_recurring<'a, J: RecurringJob>(app: &'a App, _: &'a jobs::Job) -> Attempt<'a> {
    Box::pin(async move {
        let changed = J::run(app).await?;
        if changed > 0 {
            tracing::info!(job.kind = J::KIND.0, changed, "recurring job done");
        }
        Ok(Ended::Again(J::INTERVAL.next(app.clock.now())))
    })
}
