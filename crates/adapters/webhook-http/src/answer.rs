//! Reading an answer, as much of it as is wanted.

use reqwest::Response;
use webhooks::{MAX_ANSWER, Outcome, excerpt};

/// Status and beginning of an answer. Of a longer one than [`MAX_ANSWER`] the rest is not read:
/// dropping it ends the connection.
pub(crate) async fn read(mut response: Response) -> Result<Outcome, reqwest::Error> {
    let status = response.status().as_u16();
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        let room = MAX_ANSWER - body.len();
        body.extend(chunk.iter().take(room));
        if chunk.len() >= room {
            break;
        }
    }
    Ok(Outcome::Answered { status, body: excerpt(&body) })
}
