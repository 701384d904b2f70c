use super::CommandResult;
use crate::{config::Config, jobs, routes, server, wiring};

/// Serves until told to stop (SIGTERM, SIGINT): requests at work are finished.
pub async fn serve(config: Config) -> CommandResult {
    let (listener, address) = server::bind(&config.listen)?;
    let app = wiring::wire(config).await?;
    let (stop, stopping) = tokio::sync::watch::channel(false);
    let worker = app.config.work.then(|| actix_web::rt::spawn(jobs::work(app.clone(), stopping)));
    let server = server::server(app.clone(), Some(routes::install_metrics()?), listener)?;
    tracing::info!(%address, base_url = app.config.base_url, "serving");
    server.await?;
    // requests are finished: what they put into the queue may still be begun
    let _ = stop.send(true);
    if let Some(worker) = worker {
        let _ = worker.await;
    }
    tracing::info!("stopped");
    Ok(())
}
