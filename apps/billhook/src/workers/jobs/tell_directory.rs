use super::super::{
    job::{JobFailure, RecurringJob},
    recurring::Interval,
};
use jobs::JobKind;
use peppol_connector::Network;
use runtime::wiring::App;
use time::Duration;
use use_cases::{Ports, publishing::tell_directory};

/// Tells the Peppol Directory of business cards: of new ones, of changed ones, and of those that are gone.
pub struct TellDirectory;

impl RecurringJob for TellDirectory {
    const KIND: JobKind = JobKind("peppol.tell_directory");
    /// What is due is found by looking at all who receive here.
    const INTERVAL: Interval = Interval::After(Duration::minutes(15));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        let mut told = 0;
        for network in [Network::Live, Network::Test] {
            let directory = app.smp.of(network).and_then(|own| own.directory());
            let Some(directory) = directory else { continue };
            let after_entry = app.enters_participants(network);
            told += tell_directory(app, directory, network, after_entry).await?;
        }
        Ok(told)
    }
}
