//! What an attempt asked on its way to the receiver's access point, for people who want to know why.

use serde::{Deserialize, Serialize};
use std::time::Duration;
use time::OffsetDateTime;

/// The longest text that is noted, in characters.
const LONGEST: usize = 500;
/// Most hops of one attempt: a redirected look-up has eight.
const MOST: usize = 32;

persistence::named! {
    /// What a hop asked.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum HopStep {
        /// The DNS for the participant's SMP.
        Dns = "dns",
        /// The SMP for what the participant receives.
        ServiceGroup = "service-group",
        /// The SMP for one document type.
        ServiceMetadata = "service-metadata",
        /// Another SMP, to which the first one points.
        Redirect = "redirect",
        /// An authority for its revoked certificates.
        Revocation = "revocation",
        /// Whether the receiver's certificate is an access point's.
        Certificate = "certificate",
        /// The receiver's access point, to take the message.
        Message = "message",
    }
}

/// One question and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hop {
    /// What was asked.
    pub step: HopStep,
    /// Whom or about what: a name of the DNS, a URL, a certificate.
    pub asked: String,
    /// What came of it, in words.
    pub answer: String,
    /// Whether the answer was remembered from before. Of the DNS it is not known: never.
    pub cached: bool,
    /// How long it took.
    #[serde(rename = "milliseconds", with = "milliseconds")]
    pub took: Duration,
}

/// The hops of a look-up, or of an attempt, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trace {
    /// The recorded hops, in their order.
    pub hops: Vec<Hop>,
}

impl Trace {
    /// Notes a hop; of long texts the beginning.
    pub fn note(&mut self, step: HopStep, asked: &str, answer: &str, took: Duration) {
        self.push(Hop { step, asked: short(asked), answer: short(answer), cached: false, took });
    }

    /// Notes an answer that was remembered.
    pub fn note_cached(&mut self, step: HopStep, asked: &str, answer: &str, took: Duration) {
        self.push(Hop { step, asked: short(asked), answer: short(answer), cached: true, took });
    }

    fn push(&mut self, hop: Hop) {
        if self.hops.len() < MOST {
            self.hops.push(hop);
        }
    }
}

/// The hops of one attempt, as they are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptHops {
    /// When they were kept: the attempt was over, and its outcome not yet kept.
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
