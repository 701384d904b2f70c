use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::{JobKind, error_text};
use peppol_connector::identifiers::Network;
use runtime::wiring::App;
use time::Duration;
use use_cases::network::publishing::enter_participants;

/// Brings the registries of the networks up to date with the registrations: enters, moves and removes participants.
pub struct EnterParticipants;

impl RecurringJob for EnterParticipants {
    const KIND: JobKind = JobKind("peppol.enter_participants");
    const INTERVAL: Interval = Interval::After(Duration::seconds(5));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        let (mut changed, mut failed) = (0, None);
        for network in [Network::Live, Network::Test] {
            let registry = app.smp.of(network).and_then(|own| own.registry());
            let Some(registry) = registry else { continue };
            match enter_participants(app, registry, network).await {
                Ok(some) => changed += some,
                // the other network does not wait for this one
                Err(error) => {
                    let (network, text) = (network.name(), error_text(&error));
                    tracing::warn!(
                        network,
                        error = text,
                        "participants cannot be entered in the SML: trying again"
                    );
                    failed = Some(error);
                }
            }
        }
        failed.map_or(Ok(changed), |error| Err(error.into()))
    }
}
