use super::super::{
    job::{JobFailure, RecurringJob},
    recurring::Interval,
};
use jobs::JobKind;
use peppol_connector::Network;
use runtime::wiring::App;
use time::Duration;
use use_cases::publishing::enter_participants;

/// Brings the registries of the networks after the registrations: enters, moves and removes participants.
pub struct EnterParticipants;

impl RecurringJob for EnterParticipants {
    const KIND: JobKind = JobKind("peppol.enter_participants");
    const INTERVAL: Interval = Interval::After(Duration::seconds(5));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        let mut changed = 0;
        for network in [Network::Live, Network::Test] {
            let registry = app.smp.of(network).and_then(|own| own.registry());
            if let Some(registry) = registry {
                changed += enter_participants(app, registry, network).await?;
            }
        }
        Ok(changed)
    }
}
