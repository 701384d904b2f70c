//! The release of Peppol's rules that documents are judged by.

use billing_rules::{Official, Options, Release};
use time::OffsetDateTime;

static BILLING: Official = Official::BILLING;

/// A release as it is named on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// One of them.
    Named(Release),
    /// The one after that which is in force today.
    Next,
}

/// Reads a release: a version of Billing or Self-Billing, or `next`.
pub fn asked(name: &str) -> Result<Asked, String> {
    if name == "next" {
        return Ok(Asked::Next);
    }
    Release::parse(name).map(Asked::Named).ok_or_else(|| {
        let version = |release| BILLING.in_release(release).version;
        let known: Vec<_> = Release::ALL.into_iter().map(version).collect();
        format!("must be {} or next", known.join(", "))
    })
}

/// What is asked for; by default what is in force today, and what follows it.
pub fn options(asked: Option<Asked>) -> Options {
    let today = Options::on(service_day::date(OffsetDateTime::now_utc()));
    match asked {
        None => today,
        Some(Asked::Named(release)) => Options { release, ..Options::default() },
        Some(Asked::Next) => {
            let release = today.release.next().unwrap_or(today.release);
            Options { release, ..Options::default() }
        }
    }
}
