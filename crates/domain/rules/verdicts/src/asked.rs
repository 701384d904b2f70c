//! The release of Peppol's rules that documents are judged by.

use billing_rules::{Official, Options, Release};
use time::Date;

static BILLING: Official = Official::BILLING;

/// A release as people name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// One of them.
    Named(Release),
    /// The one after that which is in force today.
    Next,
}

impl Asked {
    /// Reads a release: a version of Billing or Self-Billing, or `next`.
    ///
    /// # Errors
    /// A sentence that names those that are known.
    pub fn read(name: &str) -> Result<Self, String> {
        if name == "next" {
            return Ok(Self::Next);
        }
        Release::parse(name).map(Self::Named).ok_or_else(|| {
            let version = |release| BILLING.in_release(release).version;
            let known: Vec<_> = Release::ALL.into_iter().map(version).collect();
            format!("must be {} or next", known.join(", "))
        })
    }

    /// How a document is judged on a day in Europe/Bratislava: by what is asked for; otherwise by what is in force,
    /// and by what follows it.
    #[must_use]
    pub fn options(asked: Option<Self>, today: Date) -> Options {
        let usual = Options::on(today);
        match asked {
            None => usual,
            Some(Self::Named(release)) => Options { release, ..Options::default() },
            Some(Self::Next) => {
                let release = usual.release.next().unwrap_or(usual.release);
                Options { release, ..Options::default() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn a_release_is_named_or_follows_from_the_day() {
        let before = date!(2026 - 11 - 29);
        let judged = |name: Option<&str>, day| {
            let options = Asked::options(name.map(|name| Asked::read(name).expect("known")), day);
            (options.release, options.ahead)
        };
        assert_eq!(judged(None, before), (Release::May2026, true));
        assert_eq!(judged(None, date!(2027 - 02 - 24)), (Release::November2026, true));
        assert_eq!(judged(Some("next"), before), (Release::November2026, false));
        assert_eq!(judged(Some("next"), date!(2030 - 01 - 01)), (Release::November2026, false));
        assert_eq!(judged(Some("3.0.21"), date!(2030 - 01 - 01)), (Release::May2026, false));
        assert_eq!(Asked::read("3.0.20"), Err("must be 3.0.21, 3.0.22 or next".to_owned()));
    }
}
