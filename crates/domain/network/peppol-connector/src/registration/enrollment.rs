//! Decides on an enrollment by its token (Endpoints, "Enrollment test tokens").

use crate::registration::environment::{Environment, TOKEN_MISSING, TokenRule, Warning};
use serde::Serialize;

/// Maximum length of a token, in hex digits.
pub const MAX_TOKEN_LENGTH: usize = 512;

/// The test token that simulates an invalid token.
const TEST_INVALID: &str = "000000000000dead";

/// The test token that simulates a participant held by another access point.
const TEST_HELD: &str = "000000000000beef";

/// The provider that the simulation names.
pub(crate) const SIMULATED_HOLDER: HeldBy<'static> =
    HeldBy { ap_host: "ap.held-elsewhere.example", cert_org: "Another Access Point (simulated)" };

/// `status` of an enrollment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EnrollmentStatus {
    /// Registered: sends and receives.
    Enrolled,
    /// Registered to send only; another provider receives.
    SendOnly,
}

/// `reception.held_by`: the provider that receives for the participant now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct HeldBy<'a> {
    /// Host name of the other access point.
    pub ap_host: &'a str,
    /// Organization named in the other access point's certificate.
    pub cert_org: &'a str,
}

/// Why an enrollment is refused (400, field `verificationTokenHex`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("verification_token")]
pub enum EnrollError {
    /// No token was sent where one is required.
    #[error("verificationTokenHex is required; in the sandbox any hex will do")]
    Missing,
    /// The token is not hexadecimal.
    #[error("verificationTokenHex must have 1 to {most} hex digits", most = MAX_TOKEN_LENGTH)]
    NotHex,
    /// The authority does not know the token, or it is the test token for this. Event `participant.failed`.
    #[error("verificationTokenHex is not valid")]
    Invalid,
}

impl EnrollError {
    /// The code in the event `participant.failed`; `None` when no event is published.
    #[must_use]
    pub const fn event_code(self) -> Option<&'static str> {
        match self {
            EnrollError::Invalid => Some("INVALID_TOKEN"),
            EnrollError::Missing | EnrollError::NotHex => None,
        }
    }
}

/// Code of `participant.failed` when another access point holds the participant.
pub(crate) const HELD_ELSEWHERE: &str = "PARTICIPANT_HELD_ELSEWHERE";

/// The decision on an enrollment request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EnrollDecision<'a> {
    /// In production: ask the authority first, then the SMP. Nothing is simulated.
    Verify {
        /// The token to ask with, in lower case.
        token: String,
        /// The code that migrates the participant from another provider.
        migration_code: Option<&'a str>,
    },
    /// Register, and publish `participant.activated`.
    Enroll {
        /// A warning to add to the answer.
        warning: Option<Warning>,
    },
    /// Register to send only, and publish `participant.failed` with `HELD_ELSEWHERE`.
    SendOnly {
        /// The provider that receives, for `reception` of the answer.
        held_by: HeldBy<'static>,
    },
}

/// Parses a token and returns it in lower case, as the authority expects it.
///
/// # Errors
/// [`EnrollError::Missing`] for an empty token, [`EnrollError::NotHex`].
pub fn read_token(text: &str) -> Result<String, EnrollError> {
    match text {
        "" => Err(EnrollError::Missing),
        long if long.len() > MAX_TOKEN_LENGTH => Err(EnrollError::NotHex),
        hex if hex.bytes().all(|b| b.is_ascii_hexdigit()) => Ok(hex.to_ascii_lowercase()),
        _ => Err(EnrollError::NotHex),
    }
}

/// Decides on an enrollment. Test tokens must match completely, in any case, and only work with test keys. An empty
/// token or code counts as missing.
///
/// # Errors
/// [`EnrollError`], answered with 400.
pub fn decide_enrollment<'a>(
    environment: Environment,
    token: Option<&str>,
    migration_code: Option<&'a str>,
) -> Result<EnrollDecision<'a>, EnrollError> {
    let rule = environment.column().token;
    let migration_code = migration_code.map(str::trim).filter(|code| !code.is_empty());
    let Some(token) = token.filter(|text| !text.is_empty()) else {
        return match rule {
            TokenRule::Optional => Ok(EnrollDecision::Enroll { warning: Some(TOKEN_MISSING) }),
            TokenRule::Verified | TokenRule::AnyHex => Err(EnrollError::Missing),
        };
    };
    let token = read_token(token)?;
    if rule == TokenRule::Verified {
        return Ok(EnrollDecision::Verify { token, migration_code });
    }
    match token.as_str() {
        TEST_INVALID => Err(EnrollError::Invalid),
        TEST_HELD if migration_code.is_none() => {
            Ok(EnrollDecision::SendOnly { held_by: SIMULATED_HOLDER })
        }
        _ => Ok(EnrollDecision::Enroll { warning: None }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Environment::{LenientSandbox, Production, StrictSandbox};

    #[test]
    fn the_four_test_tokens() {
        let enrolled = Ok(EnrollDecision::Enroll { warning: None });
        let held = Ok(EnrollDecision::SendOnly { held_by: SIMULATED_HOLDER });
        for environment in [LenientSandbox, StrictSandbox] {
            for (token, code, decision) in [
                ("000000000000dead", None, Err(EnrollError::Invalid)),
                ("000000000000DeAd", Some("m"), Err(EnrollError::Invalid)),
                ("000000000000beef", None, held.clone()),
                ("000000000000BEEF", Some(""), held.clone()),
                ("000000000000beef", Some("  "), held.clone()),
                ("000000000000beef", Some("m"), enrolled.clone()),
                ("0000000000000dead", None, enrolled.clone()),
                ("dead", None, enrolled.clone()),
                ("a", None, enrolled.clone()),
                ("xyz", None, Err(EnrollError::NotHex)),
                (" dead", None, Err(EnrollError::NotHex)),
            ] {
                assert_eq!(decide_enrollment(environment, Some(token), code), decision, "{token}");
            }
        }
        assert_eq!(
            decide_enrollment(LenientSandbox, Some(&"a".repeat(513)), None),
            Err(EnrollError::NotHex)
        );
    }

    #[test]
    fn live_keys_never_simulate() {
        for token in ["000000000000dead", "000000000000BEEF"] {
            let decision = decide_enrollment(Production, Some(token), Some("m"));
            let token = token.to_ascii_lowercase();
            assert_eq!(decision, Ok(EnrollDecision::Verify { token, migration_code: Some("m") }));
        }
    }

    #[test]
    fn without_a_token_only_the_lenient_sandbox_enrolls() {
        for token in [None, Some("")] {
            assert_eq!(
                decide_enrollment(LenientSandbox, token, None),
                Ok(EnrollDecision::Enroll { warning: Some(TOKEN_MISSING) })
            );
            for environment in [Production, StrictSandbox] {
                assert_eq!(decide_enrollment(environment, token, None), Err(EnrollError::Missing));
            }
        }
    }
}
