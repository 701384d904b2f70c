//! Whether a status is sent, to whom, and what it says.

use super::{ReasonCode, ResponseCode};
use crate::sbdh::MlsType;
use crate::{DocumentTypeParts, Identifier};
use party_identifiers::is_service_provider;

/// Customizations of the status messages that there were: no status is sent about them.
const STATUSES: [&str; 3] = [
    "urn:peppol:edec:mls:",
    "urn:fdc:peppol.eu:poacc:trns:mlr:",
    "urn:www.cenbii.eu:transaction:biitrns071:ver2.0:extended:urn:www.peppol.eu:bis:peppol36a:",
];

/// The receivers of a status: participants, `0242:…`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MlsRoute {
    /// The first choice.
    pub to: String,
    /// The receiver when the first is not registered; `None` when the first is the main id.
    pub otherwise: Option<String>,
}

/// The main id of a provider with this seat: `POP000306` has `0242:000306`. `None`: it is no seat id.
#[must_use]
pub fn main_provider_id(seat: &str) -> Option<String> {
    let digits = seat.len().checked_sub(6).and_then(|at| seat.get(at..))?;
    let is_seat = digits.bytes().all(|byte| byte.is_ascii_digit()) && seat.starts_with('P');
    is_seat.then(|| format!("0242:{digits}"))
}

/// Whether a service provider's identifier, `0242:…`, is one of the provider with this seat: its main id, or one
/// that begins with it and a hyphen.
#[must_use]
pub fn is_of_provider(id: &str, seat: &str) -> bool {
    main_provider_id(seat).is_some_and(|main| main == main_id_of(id))
}

/// The main id that a service provider's identifier belongs to: `0242:000306-TDD` to `0242:000306`.
#[must_use]
pub fn main_id_of(id: &str) -> &str {
    id.split_once('-').map_or(id, |(main, _)| main)
}

/// Whether documents of this type are status messages.
#[must_use]
pub fn is_about_statuses(document_type: &Identifier) -> bool {
    let customization =
        DocumentTypeParts::of(&document_type.value).map(|parts| parts.customization);
    customization.is_some_and(|own| STATUSES.iter().any(|one| own.starts_with(one)))
}

/// Whether a status is sent about a message, and to whom. `seat` is the common name of the certificate that
/// signed it, the rest stands in its envelope.
#[must_use]
pub fn mls_route(
    seat: &str,
    document_type: &Identifier,
    mls_to: Option<&str>,
    mls_type: Option<MlsType>,
    response: ResponseCode,
) -> Option<MlsRoute> {
    let is_wanted =
        response == ResponseCode::Rejected || mls_type.unwrap_or_default() == MlsType::AlwaysSend;
    if !is_wanted || is_about_statuses(document_type) {
        return None;
    }
    let main = main_provider_id(seat)?;
    let is_own = |to: &&str| {
        let provider = to.strip_prefix("0242:").is_some_and(is_service_provider);
        provider && *to != main && main_id_of(to) == main
    };
    let own = mls_to.filter(is_own);
    Some(match own {
        Some(to) => MlsRoute { to: to.to_owned(), otherwise: Some(main) },
        None => MlsRoute { to: main, otherwise: None },
    })
}

/// The outcome of a message, which decides about its status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Situation {
    /// It is not well-formed, or not of its schema.
    pub has_syntax_faults: bool,
    /// A fatal rule is broken.
    pub has_rule_faults: bool,
    /// A rule is broken that is only a warning.
    pub has_warnings: bool,
    /// It could not be delivered.
    pub is_undeliverable: bool,
    /// It was delivered, which the recipient confirmed.
    pub is_confirmed: bool,
}

/// The response code of a status in a situation, and the reason codes of its issues.
#[must_use]
pub fn answer_to(situation: Situation) -> (ResponseCode, Vec<ReasonCode>) {
    let reasons: Vec<_> = [
        (situation.has_syntax_faults, ReasonCode::Syntax),
        (situation.has_rule_faults, ReasonCode::Rule),
        (situation.is_undeliverable, ReasonCode::Delivery),
        (situation.has_warnings, ReasonCode::Warning),
    ]
    .into_iter()
    .filter_map(|(is_so, reason)| is_so.then_some(reason))
    .collect();
    let rejects = reasons.iter().any(|reason| *reason != ReasonCode::Warning);
    let code = match (rejects, situation.is_confirmed) {
        (true, _) => ResponseCode::Rejected,
        (false, true) => ResponseCode::Delivered,
        (false, false) => ResponseCode::Accepted,
    };
    (code, reasons)
}
