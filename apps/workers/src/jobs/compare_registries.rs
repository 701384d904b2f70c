use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::{JobKind, error_text};
use peppol_connector::identifiers::Network;
use peppol_publishing::RegistryError;
use runtime::wiring::App;
use time::Duration;
use use_cases::network::publishing::{
    PublishingError, compare_registries, registered_participants,
};

/// Compares the registries of the networks with the registrations, and logs the differences. It does not enter
/// participants: those registered while the network was a sandbox are entered only on the operator's command.
pub struct CompareRegistries;

impl RecurringJob for CompareRegistries {
    const KIND: JobKind = JobKind("peppol.compare_registries");
    const INTERVAL: Interval = Interval::After(Duration::days(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        let own = [Network::Live, Network::Test].into_iter().filter_map(|network| {
            let own = app.smp.of(network)?;
            Some((network, own.registry()?, own.ourselves()))
        });
        let mut failed = None;
        for (of, found) in compare_registries(&app.store, own.collect()).await {
            let network = of.name();
            match found {
                Ok(found) if found.differences.is_empty() => {}
                Ok(found) => {
                    let (missing, unknown) = (found.differences.missing, found.differences.unknown);
                    tracing::error!(
                        network,
                        ?missing,
                        ?unknown,
                        "SML and registrations differ: run billhook peppol smp compare"
                    );
                }
                // no participant receives here yet, so none is missing
                Err(PublishingError::Registry(RegistryError::NotFound(_)))
                    if registered_participants(&app.store, of).await?.is_empty() =>
                {
                    tracing::info!(
                        network,
                        "SMP is not entered in the SML yet: run billhook peppol smp register"
                    );
                }
                Err(error) => {
                    let text = error_text(&error);
                    tracing::warn!(
                        network,
                        error = text,
                        "SML cannot be compared with the registrations: trying again"
                    );
                    failed = Some(error);
                }
            }
        }
        failed.map_or(Ok(0), |error| Err(error.into()))
    }
}
