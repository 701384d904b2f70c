use super::CommandResult;
use crate::{config::Config, wiring, workers::Workers};

/// Works on jobs, apart from any server, until asked to stop (SIGTERM, SIGINT).
pub async fn run(config: Config) -> CommandResult {
    let app = wiring::wire(config).await?;
    let workers = Workers::start(&app);
    told_to_stop().await?;
    tracing::info!("stopping");
    workers.stop().await;
    tracing::info!("stopped");
    Ok(())
}

async fn told_to_stop() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        _ = terminate.recv() => Ok(()),
        interrupted = tokio::signal::ctrl_c() => interrupted,
    }
}
