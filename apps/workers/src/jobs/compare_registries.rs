use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::{JobKind, error_text};
use peppol_connector::identifiers::Network;
use peppol_publishing::RegistryError;
use runtime::wiring::App;
use time::Duration;
use use_cases::network::publishing::{
    Comparison, PublishingError, compare_registries, registered_participants, still_different,
};

/// How long a difference lasts before a person is asked to look: who enters an SMP and its participants is at it for a
/// moment.
const LASTS: std::time::Duration = std::time::Duration::from_secs(15);

/// Compares the registries of the networks with the registrations, and logs the differences. It does not enter
/// participants: those registered while the network was a sandbox are entered only on the operator's command.
pub struct CompareRegistries;

impl RecurringJob for CompareRegistries {
    const KIND: JobKind = JobKind("peppol.compare_registries");
    const INTERVAL: Interval = Interval::After(Duration::days(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        let own = || {
            let networks = [Network::Live, Network::Test].into_iter();
            let own = networks.filter_map(|network| {
                let own = app.smp.of(network)?;
                Some((network, own.registry()?, own.ourselves()))
            });
            own.collect()
        };
        let mut all = compare_registries(&app.store, own()).await;
        let differs = |found: &Result<Comparison, PublishingError>| {
            found.as_ref().is_ok_and(|found| !found.differences.is_empty())
        };
        if all.iter().any(|(_, found)| differs(found)) {
            tokio::time::sleep(LASTS).await;
            all = still_different(all, compare_registries(&app.store, own()).await);
        }
        let mut failed = None;
        for (of, found) in all {
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
