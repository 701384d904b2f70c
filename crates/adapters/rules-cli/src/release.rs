//! The release of Peppol's rules that documents are judged by today.

use billing_rules::Options;
use time::OffsetDateTime;
use verdicts::Asked;

/// What is asked for; by default what is in force today, and what follows it.
pub fn options(asked: Option<Asked>) -> Options {
    Asked::options(asked, service_day::date(OffsetDateTime::now_utc()))
}
