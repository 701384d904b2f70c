//! `billhook webhooks listen`: shows an integrator the events of a running service as they come.

mod feed;
mod fetch_json;
mod forward;
mod listen;
mod listen_error;
mod temporary;

use super::result::CommandResult;
use clap::Subcommand;
use listen::Listen;
use listen_error::ListenError;
use std::time::Duration;

/// What to do with webhooks.
#[derive(Debug, Subcommand)]
pub enum WebhooksCommand {
    /// Print events as they come, one JSON object a line, until Ctrl-C
    ///
    /// With a partner's key the feed is read. With another key an endpoint is registered for as
    /// long as it runs: the service must reach this machine (BILLHOOK_WEBHOOK_ALLOW_LOOPBACK=true on the
    /// same machine, or --public-url of a tunnel).
    Listen(Listen),
}

/// Runs the command to its end.
pub fn run(command: &WebhooksCommand) -> CommandResult {
    let WebhooksCommand::Listen(options) = command;
    actix_web::rt::System::new().block_on(listen(options))
}

async fn listen(options: &Listen) -> CommandResult {
    let client = checked_http::client().timeout(Duration::from_secs(30)).build()?;
    for name in &options.events {
        name.parse::<events::EventName>().map_err(ListenError::from)?;
    }
    if options.api_key.trim().starts_with("svc_pk_") {
        return feed::read(options, &client).await;
    }
    if options.organization.is_none() {
        return Err(ListenError::NoOrganization.into());
    }
    temporary::receive(options, &client).await
}
