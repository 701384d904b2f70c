//! The hops of an attempt on its way to the receiver's access point, recorded for diagnosis.

use serde::{Deserialize, Serialize};
use std::time::Duration;
use time::OffsetDateTime;

/// Maximum length of a recorded text, in characters.
const LONGEST: usize = 500;
/// Maximum number of hops of one attempt: a redirected lookup has eight.
const MOST: usize = 32;

persistence::named! {
    /// The kind of a hop.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum HopStep {
        /// DNS query for the participant's SMP.
        Dns = "dns",
        /// SMP query for the document types that the participant receives.
        ServiceGroup = "service-group",
        /// SMP query for one document type.
        ServiceMetadata = "service-metadata",
        /// Query of another SMP, to which the first one redirects.
        Redirect = "redirect",
        /// Query for the certificates that an authority has revoked.
        Revocation = "revocation",
        /// Check that the receiver's certificate is an access point's.
        Certificate = "certificate",
        /// The message to the receiver's access point.
        Message = "message",
    }
}

/// One request and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hop {
    /// The kind of the request.
    pub step: HopStep,
    /// The target of the request: a DNS name, a URL, a certificate.
    pub asked: String,
    /// The answer in words.
    pub answer: String,
    /// Whether the answer came from a cache. Unknown for DNS, where it is always `false`.
    pub cached: bool,
    /// The duration of the request.
    #[serde(rename = "milliseconds", with = "milliseconds")]
    pub took: Duration,
}

/// The hops of a lookup or an attempt, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trace {
    /// The recorded hops, in their order.
    pub hops: Vec<Hop>,
}

impl Trace {
    /// Records a hop; long texts are cut.
    pub fn note(&mut self, step: HopStep, asked: &str, answer: &str, took: Duration) {
        self.push(Hop { step, asked: short(asked), answer: short(answer), cached: false, took });
    }

    /// Records an answer from the cache.
    pub fn note_cached(&mut self, step: HopStep, asked: &str, answer: &str, took: Duration) {
        self.push(Hop { step, asked: short(asked), answer: short(answer), cached: true, took });
    }

    fn push(&mut self, hop: Hop) {
        if self.hops.len() < MOST {
            self.hops.push(hop);
        }
    }
}

/// The stored hops of one attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptHops {
    /// When they were stored: after the attempt, before its outcome was stored.
    pub at: OffsetDateTime,
    /// The recorded hops, in their order.
    pub hops: Vec<Hop>,
}

fn short(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

mod milliseconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::time::Duration;

    pub(crate) fn serialize<S: Serializer>(took: &Duration, to: S) -> Result<S::Ok, S::Error> {
        u64::try_from(took.as_millis()).unwrap_or(u64::MAX).serialize(to)
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hops_are_bounded_and_come_back_as_they_were_kept() {
        let mut trace = Trace::default();
        for _ in 0..MOST + 1 {
            let (asked, took) = ("ž".repeat(LONGEST + 1), Duration::from_millis(12));
            trace.note_cached(HopStep::ServiceGroup, &asked, "200", took);
        }
        assert_eq!(trace.hops.len(), MOST);
        assert_eq!(trace.hops[0].asked.chars().count(), LONGEST);
        let json = serde_json::to_string(&trace.hops).expect("JSON");
        assert_eq!(serde_json::from_str::<Vec<Hop>>(&json).expect("hops"), trace.hops);
    }

    #[test]
    fn names_are_those_of_serde() {
        for step in HopStep::ALL {
            assert_eq!(serde_json::to_value(step).expect("JSON"), step.name());
        }
    }
}
