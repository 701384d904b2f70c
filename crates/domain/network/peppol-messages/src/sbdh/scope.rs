//! The scopes of a header: what it says of the message beyond its parties.

use std::collections::BTreeMap;

use party_identifiers::{
    DOCUMENT_TYPE_SCHEME, MAX_DOCUMENT_TYPE_LENGTH, MAX_PROCESS_LENGTH, PARTICIPANT_SCHEME,
    PROCESS_SCHEME, WILDCARD_SCHEME, is_service_provider,
};

use super::{EnvelopeFault, EnvelopeWarning, MlsType};
use crate::Identifier;

/// Types that are reserved for later use.
const RESERVED: [&str; 3] =
    ["COUNTRY_C4", "TECHNICAL_VALIDATION_URL", "TECHNICAL_VALIDATION_REQUIRED"];

/// A scope as it stands in the header.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    pub(super) kind: String,
    pub(super) value: String,
    pub(super) identifier: Option<String>,
}

/// What the scopes say, and what is wrong with them.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    pub(super) document_type: Option<Identifier>,
    pub(super) process: Option<Identifier>,
    pub(super) country_c1: Option<String>,
    pub(super) mls_to: Option<String>,
    pub(super) mls_type: Option<MlsType>,
    pub(super) additional: BTreeMap<String, String>,
    pub(super) faults: Vec<EnvelopeFault>,
    pub(super) warnings: Vec<EnvelopeWarning>,
}

impl Scopes {
    /// Checks the scopes of a header. Of two of one type the last counts.
    pub(super) fn of(scopes: &[Scope]) -> Self {
        let mut said = Self::default();
        if scopes.len() < 3 {
            said.faults.push(EnvelopeFault::ScopeCount);
        }
        let has = |kind: &str| scopes.iter().any(|scope| scope.kind == kind);
        for (kind, fault) in [
            ("DOCUMENTID", EnvelopeFault::NoDocumentType),
            ("PROCESSID", EnvelopeFault::NoProcess),
            ("COUNTRY_C1", EnvelopeFault::NoCountry),
        ] {
            if !has(kind) {
                said.faults.push(fault);
            }
        }
        for scope in scopes {
            said.take(scope);
        }
        said
    }

    fn take(&mut self, scope: &Scope) {
        match scope.kind.as_str() {
            "DOCUMENTID" => match document_type(scope) {
                Some(document_type) => self.document_type = Some(document_type),
                None => self.faults.push(EnvelopeFault::DocumentType),
            },
            "PROCESSID" => match process(scope) {
                Some(process) => self.process = Some(process),
                None => self.faults.push(EnvelopeFault::Process),
            },
            "COUNTRY_C1" if is_country(&scope.value) => {
                self.country_c1 = Some(scope.value.clone());
            }
            "COUNTRY_C1" => self.faults.push(EnvelopeFault::Country),
            "MLS_TO" if is_mls_to(scope) => self.mls_to = Some(scope.value.clone()),
            "MLS_TO" => self.warnings.push(EnvelopeWarning::MlsTo),
            "MLS_TYPE" => match MlsType::of_code(&scope.value) {
                Some(code) => self.mls_type = Some(code),
                None => self.warnings.push(EnvelopeWarning::MlsType),
            },
            reserved if RESERVED.contains(&reserved) => {
                self.warnings.push(EnvelopeWarning::Reserved);
            }
            other => {
                self.additional.insert(other.to_owned(), scope.value.clone());
            }
        }
    }
}

fn document_type(scope: &Scope) -> Option<Identifier> {
    let scheme = scope.identifier.as_deref().unwrap_or(DOCUMENT_TYPE_SCHEME);
    let length = 1..=MAX_DOCUMENT_TYPE_LENGTH;
    let fits = [DOCUMENT_TYPE_SCHEME, WILDCARD_SCHEME].contains(&scheme)
        && length.contains(&scope.value.len())
        && !scope.value.contains('*');
    fits.then(|| Identifier::new(scheme, &scope.value))
}

fn process(scope: &Scope) -> Option<Identifier> {
    let scheme = scope.identifier.as_deref().unwrap_or(PROCESS_SCHEME);
    let fits = scheme == PROCESS_SCHEME && (1..=MAX_PROCESS_LENGTH).contains(&scope.value.len());
    fits.then(|| Identifier::new(scheme, &scope.value))
}

/// `[A-Z0-9][A-Z0-9]`
pub(super) fn is_country(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

fn is_mls_to(scope: &Scope) -> bool {
    let provider = scope.value.strip_prefix("0242:");
    scope.identifier.as_deref() == Some(PARTICIPANT_SCHEME)
        && provider.is_some_and(is_service_provider)
}
