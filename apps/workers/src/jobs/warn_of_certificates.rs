use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::{certificates, wiring::App};
use time::Duration;
use use_cases::network::publishing::mail_of_certificates;

/// Warns each day of our certificates that expire soon: in the log, and by one mail to the operator for each step.
pub struct WarnOfCertificates;

impl RecurringJob for WarnOfCertificates {
    const KIND: JobKind = JobKind("peppol.warn_of_certificates");
    const INTERVAL: Interval = Interval::After(Duration::days(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        let warned = certificates::warn(&app.certificates, app.clock.now());
        let Some(operator) = &app.config.operator_email else { return Ok(warned) };
        let dated: Vec<_> = app.certificates.iter().map(|own| own.dated()).collect();
        let mailed = mail_of_certificates(app, operator, &dated).await;
        // the address is the operator's, who can correct it: a later attempt may succeed
        mailed.map_err(|error| JobFailure { is_final: false, error: error.into() })?;
        Ok(warned)
    }
}
