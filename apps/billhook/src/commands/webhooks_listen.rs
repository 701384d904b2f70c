//! `billhook webhooks listen`: shows an integrator the events of a running service as they come.

mod feed;
mod forward;
mod temporary;

use super::result::CommandResult;
use clap::{Args, Subcommand};
use forward::Forward;
use reqwest::{Client, RequestBuilder};
use std::time::Duration;

/// What to do with webhooks.
#[derive(Debug, Subcommand)]
pub enum WebhooksCommand {
    /// Print events as they come, one JSON object a line, until Ctrl-C
    ///
    /// With a partner's key the feed is read. With another key an endpoint is registered for the
    /// time being: the service must reach this machine (BILLHOOK_WEBHOOK_ALLOW_LOOPBACK=true on the
    /// same machine, or --public-url of a tunnel).
    Listen(Listen),
}

/// How to listen.
#[derive(Debug, Args)]
pub struct Listen {
    /// Address of the service
    #[arg(long, env = "BILLHOOK_URL", default_value = "http://127.0.0.1:8080")]
    url: String,
    /// The key to call it with
    #[arg(long, env = "BILLHOOK_API_KEY", hide_env_values = true)]
    api_key: String,
    /// The organization; not with a partner's key
    #[arg(long, env = "BILLHOOK_ORGANIZATION")]
    organization: Option<String>,
    /// Of these events only; all by default
    #[arg(long, value_delimiter = ',')]
    events: Vec<String>,
    /// Post each event there too, signed
    #[arg(long)]
    forward: Option<String>,
    /// Where to receive deliveries
    #[arg(long, default_value = "127.0.0.1:0")]
    receive_at: String,
    /// Under which address the service reaches that, for example that of a tunnel
    #[arg(long)]
    public_url: Option<String>,
    /// Read the feed from behind this cursor, not only what is new
    #[arg(long)]
    after: Option<String>,
}

/// Something that an integrator has to fix.
#[derive(Debug, thiserror::Error)]
pub(super) enum ListenError {
    #[error("name the organization of the key: --organization or BILLHOOK_ORGANIZATION")]
    NoOrganization,
    #[error("--events: {0}")]
    Event(#[from] events::UnknownEvent),
    #[error("the service answered {status}: {text}")]
    Refused { status: u16, text: String },
    #[error("the service answered what is no answer of Billhook")]
    Answer,
}

/// Runs the command to its end.
pub fn run(command: &WebhooksCommand) -> CommandResult {
    let WebhooksCommand::Listen(listen) = command;
    actix_web::rt::System::new().block_on(listen.run())
}

impl Listen {
    async fn run(&self) -> CommandResult {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().timeout(Duration::from_secs(30)).build()?;
        for name in &self.events {
            name.parse::<events::EventName>().map_err(ListenError::from)?;
        }
        if self.api_key.trim().starts_with("svc_pk_") {
            return feed::read(self, &client).await;
        }
        if self.organization.is_none() {
            return Err(ListenError::NoOrganization.into());
        }
        temporary::receive(self, &client).await
    }

    /// A request with the caller's key.
    fn signed_in(&self, request: RequestBuilder) -> RequestBuilder {
        let request = request.header("X-API-Key", self.api_key.trim());
        match &self.organization {
            Some(organization) => request.header("X-Organization-Id", organization.trim()),
            None => request,
        }
    }

    fn path(&self, path: &str) -> String {
        format!("{}{path}", self.url.trim_end_matches('/'))
    }

    fn wants(&self, event: &str) -> bool {
        self.events.is_empty() || self.events.iter().any(|wanted| wanted == event)
    }

    fn forward(&self, client: &Client) -> Option<Forward> {
        self.forward.clone().map(|url| Forward { client: client.clone(), url })
    }
}

/// The JSON of an answer that must be one of success.
async fn answered(request: RequestBuilder) -> Result<serde_json::Value, super::Failure> {
    let answer = request.send().await?;
    let status = answer.status();
    let text = answer.text().await?;
    if !status.is_success() {
        let text = text.chars().take(1_000).collect();
        return Err(ListenError::Refused { status: status.as_u16(), text }.into());
    }
    Ok(serde_json::from_str(&text).map_err(|_| ListenError::Answer)?)
}
