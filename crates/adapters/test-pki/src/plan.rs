//! What a PKI is made by.

use time::{Duration, OffsetDateTime};

/// What a PKI is made by.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Now: certificates are valid from a day before.
    pub now: OffsetDateTime,
    /// How long certificates of members are valid, from now; those of authorities ten times as long.
    pub validity: Duration,
    /// Where lists of revoked certificates are published: a URL without the name of the file.
    pub lists: String,
}

impl Default for Plan {
    /// From now on for two years, as Peppol's; lists at `http://127.0.0.1:18099`.
    fn default() -> Self {
        Self {
            now: OffsetDateTime::now_utc(),
            validity: Duration::days(730),
            lists: "http://127.0.0.1:18099".to_owned(),
        }
    }
}

impl Plan {
    pub(crate) fn list_url(&self, file: &str) -> String {
        format!("{}/{file}", self.lists.trim_end_matches('/'))
    }
}
