//! Suggested changes, and their form in answers.

use super::Suggestion;
use crate::documents::{RulesVersion, Side};

persistence::named! {
    /// The severity of a finding or a suggestion.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Severity {
        /// Advice: it does not block sending and is never applied.
        Warning = "warning",
        /// The document cannot be sent in this form.
        Error = "error",
    }
}

/// A finding or a suggested fix, as an element of `repair`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The place: a path in the document, or a business term.
    pub field: String,
    /// The code of the rule or of the repair.
    pub code: String,
    /// The fault and its correction, for people.
    pub message: String,
    /// The severity of the change.
    pub severity: Severity,
    /// The official rules that the code is one of, in the release that was asked; `None` for what is ours.
    pub rules: Option<RulesVersion>,
}

/// The element that a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// The whole document: CII is converted to UBL, by the converter and not by [`apply`](super::apply()).
    Syntax,
    /// `cbc:CustomizationID`.
    CustomizationId,
    /// `cbc:ProfileID`.
    ProfileId,
    /// A missing electronic address; `after` is `scheme:value`.
    NewEndpoint(Side),
    /// The value of an electronic address.
    Endpoint(Side),
    /// The scheme of an electronic address.
    EndpointScheme(Side),
    /// `cbc:ChargeIndicator`, by its index among all indicators of the document, from 0.
    ChargeIndicator(usize),
}

impl Target {
    /// The path shown in answers.
    #[must_use]
    pub fn field(self) -> String {
        let party = |side: Side| format!("cac:{}/cac:Party/cbc:EndpointID", side.ubl_name());
        match self {
            Target::Syntax => "document".to_owned(),
            Target::CustomizationId => "cbc:CustomizationID".to_owned(),
            Target::ProfileId => "cbc:ProfileID".to_owned(),
            Target::NewEndpoint(side) | Target::Endpoint(side) => party(side),
            Target::EndpointScheme(side) => format!("{}/@schemeID", party(side)),
            Target::ChargeIndicator(place) => {
                format!("(//cac:AllowanceCharge/cbc:ChargeIndicator)[{}]", place + 1)
            }
        }
    }
}

/// One change, suggested or applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The element that the change is about.
    pub target: Target,
    /// The code of the repair.
    pub code: &'static str,
    /// The reason, for people.
    pub message: String,
    /// Errors block sending; warnings are advice.
    pub severity: Severity,
    /// The text before the change; `None` when it is missing.
    pub before: Option<String>,
    /// The text after the change.
    pub after: String,
}

impl Change {
    /// The conversion of CII to UBL, done by the crate `cii-to-ubl`.
    #[must_use]
    pub fn to_ubl() -> Self {
        Self {
            target: Target::Syntax,
            code: "CII_TO_UBL",
            message: Suggestion::Syntax.to_string(),
            severity: Severity::Error,
            before: Some("CII".to_owned()),
            after: "UBL".to_owned(),
        }
    }

    /// The path shown in answers.
    #[must_use]
    pub fn field(&self) -> String {
        self.target.field()
    }

    /// The change as a suggestion in `repair`.
    #[must_use]
    pub(crate) fn as_finding(&self) -> Finding {
        Finding {
            field: self.field(),
            code: self.code.to_owned(),
            message: self.message.clone(),
            severity: self.severity,
            rules: None,
        }
    }

    /// The change in words, as `change` in `repair_applied`.
    #[must_use]
    pub fn in_words(&self) -> String {
        match &self.before {
            Some(before) => format!("{before} -> {}", self.after),
            None => Suggestion::Added { value: self.after.clone() }.to_string(),
        }
    }
}
