use super::super::{
    job::{JobFailure, RecurringJob},
    recurring::Interval,
};
use jobs::JobKind;
use runtime::{certificates, wiring::App};
use time::Duration;

/// Says each day which of our certificates are to be exchanged.
pub struct WarnOfCertificates;

impl RecurringJob for WarnOfCertificates {
    const KIND: JobKind = JobKind("peppol.warn_of_certificates");
    const INTERVAL: Interval = Interval::After(Duration::days(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        Ok(certificates::warn(&app.certificates, app.clock.now()))
    }
}
