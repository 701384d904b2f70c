use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::{JobKind, error_text};
use peppol_connector::identifiers::Network;
use runtime::wiring::App;
use time::Duration;
use use_cases::reporting::provider_reports::{late_provider_reports, make_provider_reports};

/// Makes the monthly reports to the networks after the end of a month, and logs late ones.
pub struct MakeProviderReports;

impl RecurringJob for MakeProviderReports {
    const KIND: JobKind = JobKind("peppol.make_reports");
    const INTERVAL: Interval = Interval::After(Duration::HOUR);

    async fn run(app: &App) -> Result<usize, JobFailure> {
        let (mut made, mut failed) = (0, None);
        for network in [Network::Live, Network::Test] {
            // a failure here delays neither the other network nor the reminder
            match make_provider_reports(app, network).await {
                Ok(some) => made += some,
                Err(error) => {
                    let (network, text) = (network.name(), error_text(&error));
                    tracing::warn!(
                        network,
                        error = text,
                        "monthly reports to the network cannot be made: trying again"
                    );
                    failed = Some(error);
                }
            }
            match late_provider_reports(app, network).await {
                Ok(0) => {}
                Ok(late) => {
                    let network = network.name();
                    tracing::error!(network, late, "monthly reports to the network are late");
                }
                Err(error) => failed = Some(error.into()),
            }
        }
        failed.map_or(Ok(made), |error| Err(error.into()))
    }
}
