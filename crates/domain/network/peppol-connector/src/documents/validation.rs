//! The validation result of a document, and whether it may be sent.

use crate::documents::ruling::{RulesVersion, Upcoming};
use crate::repair::Suggestion;
use crate::repair::{CannotApply, Change, Finding, Severity};

/// Maximum number of findings in an answer: a document can break a rule in each of 100,000 lines.
pub const MAX_FINDINGS: usize = 500;

/// The result of validating a document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdict {
    /// The findings, at most [`MAX_FINDINGS`]; when there are more, errors come first.
    pub findings: Vec<Finding>,
    /// The number of findings that are not listed.
    pub unlisted: UnlistedFindings,
    /// The rules that it was judged by; `None` when the validator does not say.
    pub rules: Option<RulesVersion>,
    /// What the next release of the rules refuses; `None` for a document that it takes, and for an invalid one.
    pub upcoming: Option<Upcoming>,
}

/// Counts of findings that are not listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct UnlistedFindings {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
}

impl Verdict {
    /// The number of findings of this severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        let unlisted = match severity {
            Severity::Error => self.unlisted.errors,
            Severity::Warning => self.unlisted.warnings,
        };
        self.findings.iter().filter(|finding| finding.severity == severity).count() + unlisted
    }

    /// Whether it has no errors.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.count(Severity::Error) == 0
    }
}

/// The outcome of a validation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Validation {
    /// The validation runtime did not answer.
    Unavailable,
    /// The rules ran, with this verdict.
    Ran(Verdict),
}

/// `validation` in a send response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValidationSummary {
    /// Whether the rules ran.
    pub ran: bool,
    /// Whether they found no errors; `false` when they did not run.
    pub valid: bool,
    /// Errors found.
    pub error_count: usize,
    /// Warnings found.
    pub warning_count: usize,
}

impl Validation {
    /// The summary for the answer.
    #[must_use]
    pub fn summary(&self) -> ValidationSummary {
        match self {
            Validation::Unavailable => {
                ValidationSummary { ran: false, valid: false, error_count: 0, warning_count: 0 }
            }
            Validation::Ran(verdict) => ValidationSummary {
                ran: true,
                valid: verdict.is_valid(),
                error_count: verdict.count(Severity::Error),
                warning_count: verdict.count(Severity::Warning),
            },
        }
    }

    /// The rules that it was judged by.
    #[must_use]
    pub const fn rules(&self) -> Option<RulesVersion> {
        match self {
            Validation::Ran(verdict) => verdict.rules,
            Validation::Unavailable => None,
        }
    }

    /// What the next release of the rules refuses, though the document is valid now.
    #[must_use]
    pub const fn upcoming(&self) -> Option<&Upcoming> {
        match self {
            Validation::Ran(verdict) => verdict.upcoming.as_ref(),
            Validation::Unavailable => None,
        }
    }

    fn with(mut self, finding: Option<&Finding>) -> Self {
        if let (Validation::Ran(verdict), Some(finding)) = (&mut self, finding) {
            verdict.findings.push(finding.clone());
        }
        self
    }
}

/// The findings to list in an answer.
fn listed(Verdict { findings, unlisted, .. }: &Verdict) -> Vec<Finding> {
    let total = findings.len() + unlisted.errors + unlisted.warnings;
    if total <= MAX_FINDINGS {
        return findings.clone();
    }
    let of = |severity| findings.iter().filter(move |finding| finding.severity == severity);
    let errors_first = of(Severity::Error).chain(of(Severity::Warning));
    let mut listed: Vec<_> = errors_first.take(MAX_FINDINGS).cloned().collect();
    listed.push(Finding {
        field: "document".to_owned(),
        code: "MORE_FINDINGS".to_owned(),
        message: Suggestion::More { count: total - listed.len() }.to_string(),
        severity: Severity::Warning,
        rules: None,
    });
    listed
}

/// The result of trying out the needed changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Repair {
    /// No change is needed.
    NotNeeded,
    /// The changes were made, and the result was validated again.
    Made(Validation),
    /// The changes cannot be made in these bytes.
    Refused(CannotApply),
    /// The changes were not tried: the original could not be validated, or the conversion would lose data.
    NotTried,
}

/// A document's validation as submitted, and after its repair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspection {
    /// The validation of the submitted bytes.
    pub original: Validation,
    /// Needed changes and advice ([`crate::repair::suggest`]).
    pub changes: Vec<Change>,
    /// The result of the needed changes.
    pub repair: Repair,
}

/// `options.autoRepair`: whether needed changes are applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AutoRepair {
    /// Only the unchanged document is sent.
    #[default]
    Off,
    /// The document is sent with the needed changes.
    On,
}

impl From<bool> for AutoRepair {
    fn from(on: bool) -> Self {
        if on { Self::On } else { Self::Off }
    }
}

/// Whether a document may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// Unknown: the validator was unavailable.
    Unknown,
    /// It breaks rules that no repair fixes.
    Broken,
    /// It may be sent after a repair.
    NeedsRepair,
    /// It may be sent without a repair.
    Ready,
    /// It may be sent after the repair that was requested.
    ReadyRepaired,
}

impl Readiness {
    /// `send_ready`: `null` when the validator was unavailable.
    #[must_use]
    pub const fn send_ready(self) -> Option<bool> {
        match self {
            Readiness::Unknown => None,
            Readiness::Broken | Readiness::NeedsRepair => Some(false),
            Readiness::Ready | Readiness::ReadyRepaired => Some(true),
        }
    }
}

impl Inspection {
    /// The inspection of a document that needs no change.
    #[must_use]
    pub fn unchanged(original: Validation) -> Self {
        Self { original, changes: Vec::new(), repair: Repair::NotNeeded }
    }

    /// Adds a finding from outside the rule sets, about the send date, to each validation.
    #[must_use]
    pub fn with(self, finding: Option<&Finding>) -> Self {
        let repair = match self.repair {
            Repair::Made(validation) => Repair::Made(validation.with(finding)),
            other => other,
        };
        Self { original: self.original.with(finding), changes: self.changes, repair }
    }

    /// Whether the document may be sent, with or without permission to repair it.
    ///
    /// Errors that a repair would fix give `NeedsRepair`, however many there are; errors that remain after the repair
    /// give `Broken`.
    #[must_use]
    pub fn readiness(&self, auto_repair: AutoRepair) -> Readiness {
        let Validation::Ran(original) = &self.original else {
            return Readiness::Unknown;
        };
        match &self.repair {
            Repair::NotNeeded if original.is_valid() => Readiness::Ready,
            Repair::Made(Validation::Unavailable) => Readiness::Unknown,
            Repair::Made(Validation::Ran(repaired)) if repaired.is_valid() => match auto_repair {
                AutoRepair::On => Readiness::ReadyRepaired,
                AutoRepair::Off => Readiness::NeedsRepair,
            },
            Repair::NotNeeded | Repair::Made(_) | Repair::Refused(_) | Repair::NotTried => {
                Readiness::Broken
            }
        }
    }

    /// The validation of the document as it may be sent: after the repair that it needs, else as it came.
    #[must_use]
    pub const fn of_sendable(&self) -> &Validation {
        match &self.repair {
            Repair::Made(repaired) => repaired,
            Repair::NotNeeded | Repair::Refused(_) | Repair::NotTried => &self.original,
        }
    }

    /// The validation for the answer: of the bytes that are sent, else of the submitted ones. With a requested repair,
    /// a document that stays broken is reported as it would be after the repair.
    #[must_use]
    pub fn reported(&self, auto_repair: AutoRepair) -> &Validation {
        match &self.repair {
            Repair::Made(repaired) if auto_repair == AutoRepair::On => repaired,
            _ => &self.original,
        }
    }

    /// `repair` in the answer: the reported findings, then the suggestions that were not applied. When there are more
    /// than [`MAX_FINDINGS`], errors come first and the rest is only counted.
    #[must_use]
    pub fn findings(&self, auto_repair: AutoRepair) -> Vec<Finding> {
        let mut findings = match self.reported(auto_repair) {
            Validation::Ran(verdict) => listed(verdict),
            Validation::Unavailable => Vec::new(),
        };
        let applied = |change: &&Change| {
            self.readiness(auto_repair) == Readiness::ReadyRepaired
                && change.severity == Severity::Error
        };
        let open = self.changes.iter().filter(|change| !applied(change));
        findings.extend(open.map(Change::as_finding));
        if let Repair::Refused(refusal) = &self.repair {
            findings.push(Finding {
                field: "document".to_owned(),
                code: "REPAIR_REFUSED".to_owned(),
                message: Suggestion::Refused { reason: refusal.clone() }.to_string(),
                severity: Severity::Error,
                rules: None,
            });
        }
        findings
    }

    /// The changes applied to a document that is sent.
    #[must_use]
    pub fn applied(&self) -> Vec<Change> {
        self.changes.iter().filter(|c| c.severity == Severity::Error).cloned().collect()
    }
}
