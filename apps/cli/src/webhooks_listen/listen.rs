//! How to listen: to which service, as whom, to what.

use super::forward::Forward;
use clap::Args;
use reqwest::{Client, RequestBuilder};

/// How to listen.
#[derive(Debug, Args)]
pub struct Listen {
    /// Address of the service
    #[arg(long, env = "BILLHOOK_URL", default_value = "http://127.0.0.1:8080")]
    pub(super) url: String,
    /// The key to call it with
    #[arg(long, env = "BILLHOOK_API_KEY", hide_env_values = true)]
    pub(super) api_key: String,
    /// The organization; not with a partner's key
    #[arg(long, env = "BILLHOOK_ORGANIZATION")]
    pub(super) organization: Option<String>,
    /// Of these events only; all by default
    #[arg(long, value_delimiter = ',')]
    pub(super) events: Vec<String>,
    /// Post each event there too, signed
    #[arg(long)]
    pub(super) forward: Option<String>,
    /// Where to receive deliveries
    #[arg(long, default_value = "127.0.0.1:0")]
    pub(super) receive_at: String,
    /// Under which address the service reaches that, for example that of a tunnel
    #[arg(long)]
    pub(super) public_url: Option<String>,
    /// Read the feed from behind this cursor, not only what is new
    #[arg(long)]
    pub(super) after: Option<String>,
}

impl Listen {
    /// A request with the caller's key.
    pub(super) fn signed_in(&self, request: RequestBuilder) -> RequestBuilder {
        let request = request.header("X-API-Key", self.api_key.trim());
        match &self.organization {
            Some(organization) => request.header("X-Organization-Id", organization.trim()),
            None => request,
        }
    }

    pub(super) fn path(&self, path: &str) -> String {
        format!("{}{path}", self.url.trim_end_matches('/'))
    }

    pub(super) fn wants(&self, event: &str) -> bool {
        self.events.is_empty() || self.events.iter().any(|wanted| wanted == event)
    }

    pub(super) fn forward(&self, client: &Client) -> Option<Forward> {
        self.forward.clone().map(|url| Forward { client: client.clone(), url })
    }
}
