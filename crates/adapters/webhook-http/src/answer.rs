//! Reading an answer, as much of it as is wanted.

use reqwest::Response;
use webhooks::deliveries::{MAX_ANSWER, Outcome, excerpt};

/// Status and beginning of an answer.
pub(crate) async fn read(response: Response) -> Result<Outcome, reqwest::Error> {
    let status = response.status().as_u16();
    let (body, _) = checked_http::beginning(response, MAX_ANSWER).await?;
    Ok(Outcome::Answered { status, body: excerpt(&body) })
}
