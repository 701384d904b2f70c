use super::{
    result::CommandResult,
    stopping::{MetricsAddress, Serving, StopSignals, stop_in_order},
};
use crate::server;
use runtime::{config::Config, wiring};
use workers::Workers;

/// Serves until asked to stop (SIGTERM, SIGINT): what was begun is finished.
pub async fn serve(config: Config) -> CommandResult {
    wiring::check_client_addresses(&config)?;
    let (listener, address) =
        server::bind(&config.listen).map_err(|error| format!("BILLHOOK_LISTEN: {error}"))?;
    let metrics = MetricsAddress::bind(&config)?;
    let app = wiring::wire(config).await?;
    wiring::warn_of_unsent_mail(&app).await?;
    wiring::tell_of_upcoming_rules(&app);
    let mut signals = StopSignals::listen()?;
    let workers = app.config.work.then(|| Workers::start(&app));
    let metrics = metrics.serve(&app)?;
    let mut serving = Serving::start(server::server(app.clone(), listener)?);
    tracing::info!(%address, base_url = app.config.base_url, "serving HTTP requests");
    tokio::select! {
        ended = serving.ended() => return Ok(ended?),
        () = signals.received() => {}
    }
    tracing::info!("server is stopping");
    stop_in_order(&mut signals, workers, [serving].into_iter().chain(metrics)).await?;
    tracing::info!("server has stopped");
    Ok(())
}
