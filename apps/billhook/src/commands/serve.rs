use super::CommandResult;
use crate::{config::Config, server, wiring, workers::Workers};

/// Serves until asked to stop (SIGTERM, SIGINT): requests at work are finished.
pub async fn serve(config: Config) -> CommandResult {
    let (listener, address) = server::bind(&config.listen)?;
    let app = wiring::wire(config).await?;
    let workers = app.config.work.then(|| Workers::start(&app));
    let server = server::server(app.clone(), listener)?;
    tracing::info!(%address, base_url = app.config.base_url, "serving");
    server.await?;
    // requests are finished: what they put into the queue may still be begun
    if let Some(workers) = workers {
        workers.stop().await;
    }
    tracing::info!("stopped");
    Ok(())
}
