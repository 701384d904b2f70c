//! What a host may choose.

use billing_rules::{Options, RuleSet};
use serde::Deserialize;
use time::OffsetDateTime;
use verdicts::Asked;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// The options are not such an object.
    #[error("options: {0}")]
    Options(serde_json::Error),
    /// Nothing that is known by this name.
    #[error("ruleset: must be auto, {}", .0.join(", "))]
    RuleSet(Vec<&'static str>),
    /// Nothing that is known by this name.
    #[error("release: {0}")]
    Release(String),
    /// Which release is in force cannot be known.
    #[error("now: the seconds since 1970 are needed where `release` names no version")]
    Now,
    /// No rule and no term.
    #[error("there is no rule or business term of this id{}", offered(.near))]
    Id {
        /// What may be meant.
        near: Vec<&'static str>,
    },
    /// The answer cannot be written.
    #[error("the answer cannot be written: {0}")]
    Answer(serde_json::Error),
}

fn offered(ids: &[&str]) -> String {
    let ids = ids.join(", ");
    if ids.is_empty() { ids } else { format!("; near: {ids}") }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Written {
    name: String,
    ruleset: String,
    release: Option<String>,
    now: Option<i64>,
    max_findings: usize,
}

impl Default for Written {
    fn default() -> Self {
        let ruleset = "auto".to_owned();
        let max_findings = Options::MAX_FINDINGS;
        Self { name: String::new(), ruleset, release: None, now: None, max_findings }
    }
}

/// What a host chose.
pub struct Chosen {
    pub name: String,
    /// None where the document says it.
    pub rule_set: Option<RuleSet>,
    pub rules: Options,
}

impl Chosen {
    /// Reads the options.
    ///
    /// # Errors
    /// The first that cannot be used.
    pub fn read(text: &str) -> Result<Self, Unusable> {
        let written: Written = match text {
            "" => Written::default(),
            text => serde_json::from_str(text).map_err(Unusable::Options)?,
        };
        let asked = written.release.as_deref().map(Asked::read).transpose();
        let asked = asked.map_err(Unusable::Release)?;
        let now = written.now.and_then(|now| OffsetDateTime::from_unix_timestamp(now).ok());
        let now = match (asked, now) {
            (_, Some(now)) => now,
            (Some(Asked::Named(_)), None) => OffsetDateTime::UNIX_EPOCH,
            (_, None) => return Err(Unusable::Now),
        };
        let rules = Asked::options(asked, service_day::date(now));
        Ok(Self {
            name: written.name,
            rule_set: crate::rule_set_of(&written.ruleset)?,
            rules: Options { max_findings: written.max_findings, ..rules },
        })
    }
}
