//! Fetches JSON from the service.

use super::listen_error::ListenError;
use reqwest::RequestBuilder;

/// The JSON of an answer that must be one of success.
pub(super) async fn fetch_json(request: RequestBuilder) -> Result<serde_json::Value, ListenError> {
    let answer = request.send().await?;
    let status = answer.status();
    let text = answer.text().await?;
    if !status.is_success() {
        let text = text.chars().take(1_000).collect();
        return Err(ListenError::Refused { status: status.as_u16(), text });
    }
    serde_json::from_str(&text).map_err(|_| ListenError::Answer)
}
