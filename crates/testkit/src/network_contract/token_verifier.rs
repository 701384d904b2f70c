//! The contract of [`TokenVerifier`]: a token is invalid only if the tax authority says so. No answer is a different
//! result, because it must not count as a refused enrollment.

use crate::peppol::participant;
use peppol_connector::{
    identifiers::ParticipantId,
    ports::{TokenVerifier, VerificationError},
};
use std::future::Future;

/// How the tax authority is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Authority {
    /// It knows [`TOKEN`] of [`VerifierUnderTest::participant`].
    Knows,
    /// It knows no token.
    KnowsNone,
    /// It does not answer, or cannot be called.
    Silent,
}

/// The token that an authority which knows one knows.
pub const TOKEN: &str = "00ab";

pub trait VerifierUnderTest: Sync {
    /// The implementation of the port.
    type Verifier: TokenVerifier;

    /// A verifier whose authority is so; `None` where it cannot be.
    fn verifier(&self, authority: Authority)
    -> impl Future<Output = Option<Self::Verifier>> + Send;

    /// The participant of the token.
    fn participant(&self) -> ParticipantId {
        participant("0245:2023456789")
    }
}

async fn verify<S: VerifierUnderTest>(
    subject: &S,
    authority: Authority,
    participant: &ParticipantId,
    migration_code: Option<&str>,
) -> Option<Result<(), VerificationError>> {
    let verifier = subject.verifier(authority).await?;
    Some(verifier.verify(participant, TOKEN, migration_code).await)
}

pub async fn a_token_that_is_known_is_valid<S: VerifierUnderTest>(subject: &S) {
    for code in [None, Some("M-1")] {
        let answer = verify(subject, Authority::Knows, &subject.participant(), code).await;
        if let Some(answer) = answer {
            answer.expect("valid");
        }
    }
}

pub async fn a_token_that_is_not_known_is_invalid<S: VerifierUnderTest>(subject: &S) {
    let own = subject.participant();
    let answer = verify(subject, Authority::KnowsNone, &own, None).await;
    assert!(matches!(answer, None | Some(Err(VerificationError::Invalid))), "{answer:?}");
}

pub async fn silence_is_not_a_refusal<S: VerifierUnderTest>(subject: &S) {
    let own = subject.participant();
    let answer = verify(subject, Authority::Silent, &own, None).await;
    let is_silent = |error: &VerificationError| {
        matches!(error, VerificationError::Unreachable(_) | VerificationError::NotConfigured)
    };
    assert!(answer.as_ref().is_none_or(|it| it.as_ref().is_err_and(is_silent)), "{answer:?}");
}

/// Makes a test of each function of this contract.
#[macro_export]
macro_rules! token_verifier_contract {
    ($open:ident) => {
        $crate::network_contract! { $open, token_verifier:
            a_token_that_is_known_is_valid
            a_token_that_is_not_known_is_invalid
            silence_is_not_a_refusal
        }
    };
}
