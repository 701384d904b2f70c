use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::{certificates, wiring::App};
use time::Duration;
use use_cases::network::publishing::mail_of_certificates;

/// Says each day which of our certificates are to be exchanged: in the log, and to the operator once for each step.
pub struct WarnOfCertificates;

impl RecurringJob for WarnOfCertificates {
    const KIND: JobKind = JobKind("peppol.warn_of_certificates");
    const INTERVAL: Interval = Interval::After(Duration::days(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        let warned = certificates::warn(&app.certificates, app.clock.now());
        let Some(operator) = &app.config.operator_email else { return Ok(warned) };
        let dated: Vec<_> = app.certificates.iter().map(|own| own.dated()).collect();
        let mailed = mail_of_certificates(app, operator, &dated).await;
        // the address is none of an organization's: another attempt may end otherwise
        mailed.map_err(|error| JobFailure { is_final: false, error: error.into() })?;
        Ok(warned)
    }
}
