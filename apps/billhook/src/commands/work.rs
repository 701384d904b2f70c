use super::{
    result::CommandResult,
    stopping::{MetricsAddress, StopSignals, stop_in_order},
};
use runtime::{config::Config, wiring, wiring::App};
use std::time::Duration;
use workers::Workers;

/// Between two looks at a database that cannot be worked on yet.
const PAUSE: Duration = Duration::from_secs(1);

/// Works on jobs, apart from any server, until asked to stop (SIGTERM, SIGINT).
pub async fn run(config: Config) -> CommandResult {
    let metrics = MetricsAddress::bind(&config)?;
    // servers migrate: a worker of a newer version changes no schema under those at work
    let app = wiring::wire(Config { migrate: false, ..config }).await?;
    let mut signals = StopSignals::listen()?;
    let metrics = metrics.serve(&app)?;
    tokio::select! {
        () = ready(&app) => {}
        () = signals.received() => return Ok(()),
    }
    wiring::warn_of_unsent_mail(&app).await?;
    let workers = Workers::start(&app);
    signals.received().await;
    tracing::info!("workers are stopping");
    stop_in_order(&mut signals, Some(workers), metrics).await?;
    tracing::info!("workers have stopped");
    Ok(())
}

/// Waits until the database answers and has the schema of this version.
async fn ready(app: &App) {
    while let Err(error) = app.store.check_ready().await {
        tracing::warn!(%error, "workers cannot start yet: trying again");
        tokio::time::sleep(PAUSE).await;
    }
}
