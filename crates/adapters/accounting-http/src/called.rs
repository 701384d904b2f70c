//! What calls of all programs share: where they go, and what an answer's status means.

use accounting_programs::{Link, ProgramFailure};
use checked_http::{Answer, Failure};
use reqwest::Url;

/// An address of the program, at this path and query.
pub(crate) fn address(link: &Link, path: &str) -> Result<Url, ProgramFailure> {
    let base = link.url.as_ref().map(accounting_programs::ProgramUrl::as_str).unwrap_or_default();
    Url::parse(&format!("{base}{path}"))
        .map_err(|error| ProgramFailure::NotReached(format!("its address is wrong: {error}")))
}

/// The body of an answer of status 200.
pub(crate) fn body(answer: Result<Answer, Failure>) -> Result<Vec<u8>, ProgramFailure> {
    let answer = answer.map_err(|failure| failed(&failure))?;
    let status = answer.status;
    match status {
        200 => Ok(answer.body),
        401 | 403 => Err(ProgramFailure::Denied(format!("it answers with HTTP {status}"))),
        300..=399 => Err(ProgramFailure::NotReached(format!(
            "it answers with a redirect (HTTP {status}), which is not followed"
        ))),
        // nothing is there, or it has no time now
        404 | 408 | 421 | 425 | 429 => {
            Err(ProgramFailure::NotReached(format!("it answers with HTTP {status}")))
        }
        400..=499 => Err(ProgramFailure::Refused(format!("it answers with HTTP {status}"))),
        _ => Err(ProgramFailure::Unclear(format!("it answers with HTTP {status}"))),
    }
}

/// Whether the request can have been carried out although there is no answer.
pub(crate) fn failed(failure: &Failure) -> ProgramFailure {
    let said = failure.to_string();
    match failure {
        Failure::NameNotFound
        | Failure::AddressRefused(_)
        | Failure::TlsFailed(_)
        | Failure::NotConnected => ProgramFailure::NotReached(said),
        Failure::TimedOut | Failure::BrokenOff | Failure::TooLarge(_) => {
            ProgramFailure::Unclear(said)
        }
    }
}
