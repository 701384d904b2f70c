//! Answers, as much of them as is wanted.

use reqwest::Response;

/// An answer that was read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

/// The beginning of a body, and whether it is shorter than `most` bytes. Of a longer one the rest is not read:
/// dropping it ends the connection.
///
/// # Errors
/// The connection broke.
pub async fn beginning(
    mut response: Response,
    most: usize,
) -> Result<(Vec<u8>, bool), reqwest::Error> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        let room = most - body.len();
        body.extend(chunk.iter().take(room));
        if chunk.len() >= room {
            return Ok((body, false));
        }
    }
    Ok((body, true))
}
