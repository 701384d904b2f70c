//! What a look-up did, for people who want to know why.

use std::time::{Duration, Instant};

/// What a hop asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The DNS for the participant's SMP.
    Dns,
    /// The SMP for what the participant receives.
    ServiceGroup,
    /// The SMP for one document type.
    ServiceMetadata,
    /// Another SMP, to which the first one points.
    Redirect,
    /// An authority for its revoked certificates.
    Revocation,
}

impl Step {
    /// As `service-group`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dns => "dns",
            Self::ServiceGroup => "service-group",
            Self::ServiceMetadata => "service-metadata",
            Self::Redirect => "redirect",
            Self::Revocation => "revocation",
        }
    }
}

/// One question and its answer.
#[derive(Debug, Clone)]
pub struct Hop {
    /// What was asked.
    pub step: Step,
    /// Whom or about what: a name of the DNS, a URL, a certificate.
    pub asked: String,
    /// What came of it, in words.
    pub answer: String,
    /// How long it took.
    pub took: Duration,
}

/// The hops of a look-up in their order.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    /// The hops.
    pub hops: Vec<Hop>,
}

impl Trace {
    /// Notes a hop that began at an instant.
    pub(crate) fn note(&mut self, step: Step, asked: &str, answer: String, began: Instant) {
        self.hops.push(Hop { step, asked: asked.to_owned(), answer, took: began.elapsed() });
    }
}
