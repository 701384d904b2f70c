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
        SendWrongCodesMail, UpdateDirectory, WarnOfCertificates, WithdrawTaxReports,
    },
};
use jobs::JobKind;
use runtime::wiring::App;
use std::{future::Future, pin::Pin};

/// Every job that this version works on: one line each.
#[must_use]
pub fn registry() -> Registry {
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
        .job::<SendWrongCodesMail>()
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
pub struct Registered {
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
pub struct Registry(Vec<Registered>);

impl Registry {
    fn job<J: Job>(mut self) -> Self {
        self.0.push(Registered { kind: J::KIND, lifetime: J::LIFETIME, run: attempt::<J> });
        self
    }

    fn recurring<J: RecurringJob>(mut self) -> Self {
        self.0.push(Registered {
            kind: J::KIND,
            lifetime: Lifetime::Endless,
            run: attempt_recurring::<J>,
        });
        self
    }

    /// Those that are about something.
    #[must_use]
    pub fn without_recurring(self) -> Self {
        Self(self.0.into_iter().filter(|job| job.lifetime != Lifetime::Endless).collect())
    }

    /// The names of all.
    #[must_use]
    pub fn kinds(&self) -> Vec<JobKind> {
        self.0.iter().map(|job| job.kind).collect()
    }

    /// The names of those that recur.
    #[must_use]
    pub fn recurring_kinds(&self) -> Vec<JobKind> {
        let recurring = self.0.iter().filter(|job| job.lifetime == Lifetime::Endless);
        recurring.map(|job| job.kind).collect()
    }

    /// The job of this name.
    #[must_use]
    pub fn find(&self, kind: &str) -> Option<&Registered> {
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
