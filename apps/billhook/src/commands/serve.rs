use super::CommandResult;
use crate::{config::Config, routes, server, wiring};
use idempotency::IdempotencyStore;
use std::time::Duration;

/// How often answers of idempotency keys are looked through for old ones.
const FORGET_EVERY: Duration = Duration::from_secs(3_600);

/// Serves until told to stop (SIGTERM, SIGINT): requests at work are finished.
pub async fn serve(config: Config) -> CommandResult {
    let (listener, address) = server::bind(&config.listen)?;
    let app = wiring::wire(config).await?;
    let housekeeping = actix_web::rt::spawn(forget_old_answers(app.clone()));
    let server = server::server(app.clone(), Some(routes::install_metrics()?), listener)?;
    tracing::info!(%address, base_url = app.config.base_url, "serving");
    server.await?;
    housekeeping.abort();
    tracing::info!("stopped");
    Ok(())
}

/// Forgets stored answers that nobody may replay any more.
async fn forget_old_answers(app: wiring::App) {
    loop {
        match app.store.forget_answers(app.clock.now() - idempotency::KEPT).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "old idempotency answers forgotten"),
            Err(error) => tracing::warn!(%error, "old idempotency answers not forgotten"),
        }
        actix_web::rt::time::sleep(FORGET_EVERY).await;
    }
}
