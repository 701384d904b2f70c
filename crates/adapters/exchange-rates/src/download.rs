//! Fetching one file over HTTP, within a bounded size and only from the host asked.

use reqwest::redirect::{Attempt, Policy};
use reqwest::{Client, Url};

use crate::RateError;

const MOST_REDIRECTS: usize = 3;

/// Fetches a file of at most `limit` bytes.
pub(crate) async fn download(
    client: &Client,
    url: Url,
    limit: usize,
) -> Result<Vec<u8>, RateError> {
    let mut response = client.get(url).send().await.map_err(unreachable)?;
    let status = response.status();
    if !status.is_success() {
        return Err(RateError::Refused { status: status.as_u16() });
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
        if body.len() + chunk.len() > limit {
            return Err(RateError::TooLarge { limit });
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn unreachable(error: reqwest::Error) -> RateError {
    if error.is_timeout() { RateError::Timeout } else { RateError::Unreachable(error) }
}

/// Follows a few redirects within the first host, port and scheme, and none elsewhere: the
/// answer with the redirect is then the last one, and refused for its status.
pub(crate) fn same_origin_only() -> Policy {
    Policy::custom(|attempt: Attempt| {
        let stays = attempt
            .previous()
            .first()
            .is_some_and(|first| first.origin() == attempt.url().origin());
        if stays && attempt.previous().len() <= MOST_REDIRECTS {
            attempt.follow()
        } else {
            attempt.stop()
        }
    })
}
