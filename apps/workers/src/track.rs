//! Tracks: jobs that wait for the same kind of destination have slots of their own, so that a destination that hangs
//! takes no slots from other jobs.

use runtime::config::Config;

/// A set of slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Track {
    /// Documents for other access points.
    Documents,
    /// Statuses of and responses to received documents, for their senders.
    Answers,
    /// Reports to the tax authority and to the network.
    Reports,
    /// Mail.
    Mail,
    /// Everything else.
    Rest,
}

impl Track {
    pub(super) const ALL: [Self; 5] =
        [Self::Documents, Self::Answers, Self::Reports, Self::Mail, Self::Rest];

    /// The name of the track in the log.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Documents => "documents",
            Self::Answers => "answers",
            Self::Reports => "reports",
            Self::Mail => "mail",
            Self::Rest => "other jobs",
        }
    }

    /// Number of jobs of the track that a process runs at the same time.
    pub(super) const fn slots(self, config: &Config) -> usize {
        match self {
            Self::Documents => config.send_concurrency,
            Self::Reports => config.report_concurrency,
            Self::Mail => config.mail_concurrency,
            Self::Answers | Self::Rest => config.job_concurrency,
        }
    }

    /// The part of the slots that one destination may use. All mail goes to one server; of the others it is half, so
    /// that a destination that does not answer does not keep all others waiting until that is noticed.
    pub(super) const fn for_one_destination(self, slots: usize) -> usize {
        match self {
            Self::Mail => slots,
            _ => slots.div_ceil(2),
        }
    }

    /// The destination of all jobs of the track, if they share one.
    pub(super) const fn destination(self) -> Option<&'static str> {
        match self {
            Self::Mail => Some("the mail server"),
            _ => None,
        }
    }
}
