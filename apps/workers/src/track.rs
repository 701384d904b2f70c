//! Jobs that wait for the same outside have slots of their own, so that what hangs there takes none from the others.

use runtime::config::Config;

/// A set of slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Track {
    /// Documents to other access points.
    Documents,
    /// What is said about received documents, to those who sent them.
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

    /// What the log calls it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Documents => "documents",
            Self::Answers => "answers",
            Self::Reports => "reports",
            Self::Mail => "mail",
            Self::Rest => "other jobs",
        }
    }

    /// Jobs of it that a process works on at the same time.
    pub(super) const fn slots(self, config: &Config) -> usize {
        match self {
            Self::Documents => config.send_concurrency,
            Self::Reports => config.report_concurrency,
            Self::Mail => config.mail_concurrency,
            Self::Answers | Self::Rest => config.job_concurrency,
        }
    }

    /// Of so many slots, those for one destination. All mail goes to one server; elsewhere half of them, so that one
    /// that is silent does not keep all others waiting while it is found out.
    pub(super) const fn for_one_destination(self, slots: usize) -> usize {
        match self {
            Self::Mail => slots,
            _ => slots.div_ceil(2),
        }
    }

    /// Where all of its jobs go.
    pub(super) const fn destination(self) -> Option<&'static str> {
        match self {
            Self::Mail => Some("the mail server"),
            _ => None,
        }
    }
}
