use super::super::{
    job::{JobFailure, RecurringJob},
    recurring::Interval,
};
use jobs::JobKind;
use peppol_connector::Network;
use runtime::wiring::App;
use time::Duration;
use use_cases::publishing::compare_registry;

/// Compares the registries of the networks with the registrations, and tells the differences in the log. It enters
/// nobody: who was registered while the network was a sandbox is entered only when the operator says so.
pub struct CompareRegistries;

impl RecurringJob for CompareRegistries {
    const KIND: JobKind = JobKind("peppol.compare_registries");
    const INTERVAL: Interval = Interval::After(Duration::days(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        for network in [Network::Live, Network::Test] {
            let Some(own) = app.smp.of(network) else { continue };
            let Some(registry) = own.registry() else { continue };
            let ourselves = own.ourselves();
            let found = compare_registry(&app.store, registry, network, ourselves.as_ref()).await?;
            let (missing, unknown) = (&found.differences.missing, &found.differences.unknown);
            if !found.differences.is_empty() {
                tracing::error!(
                    network = network.name(),
                    ?missing,
                    ?unknown,
                    "the SML and the registrations differ: billhook peppol smp compare"
                );
            }
        }
        Ok(0)
    }
}
