use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use peppol_connector::identifiers::Network;
use runtime::wiring::App;
use time::Duration;
use use_cases::{Ports, network::publishing::update_directory};

/// Has the Peppol Directory fetch new and changed business cards, and drop deleted ones.
pub struct UpdateDirectory;

impl RecurringJob for UpdateDirectory {
    /// The first name of the job, which stored rows have.
    const KIND: JobKind = JobKind("peppol.tell_directory");
    const INTERVAL: Interval = Interval::After(Duration::seconds(30));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        let mut updated = 0;
        for network in [Network::Live, Network::Test] {
            let directory = app.smp.of(network).and_then(|own| own.directory());
            let Some(directory) = directory else { continue };
            let after_entry = app.enters_participants(network);
            updated += update_directory(app, directory, network, after_entry).await?;
        }
        Ok(updated)
    }
}
