use super::Shared;
use peppol_connector::{
    identifiers::ParticipantId,
    ports::{TokenVerifier, VerificationError},
};

/// A tax authority that knows the tokens of a test, and no others.
#[derive(Debug, Clone, Default)]
pub struct FakeVerifier(Shared<State>);

#[derive(Debug, Default)]
struct State {
    tokens: Vec<(ParticipantId, String)>,
    down: bool,
    asked: Vec<Asked>,
}

/// A question: the participant, the token, the migration code.
type Asked = (ParticipantId, String, Option<String>);

impl FakeVerifier {
    /// Knows this token of a participant.
    #[must_use]
    pub fn with(self, participant: &ParticipantId, token: &str) -> Self {
        self.0.lock().tokens.push((participant.clone(), token.to_owned()));
        self
    }

    /// Cannot be reached.
    #[must_use]
    pub fn unreachable(self) -> Self {
        self.0.lock().down = true;
        self
    }

    /// The requests, in order.
    #[must_use]
    pub fn asked(&self) -> Vec<Asked> {
        self.0.lock().asked.clone()
    }
}

impl TokenVerifier for FakeVerifier {
    async fn verify(
        &self,
        participant: &ParticipantId,
        token: &str,
        migration_code: Option<&str>,
    ) -> Result<(), VerificationError> {
        let mut state = self.0.lock();
        let code = migration_code.map(str::to_owned);
        state.asked.push((participant.clone(), token.to_owned(), code));
        if state.down {
            return Err(VerificationError::Unreachable("no answer".into()));
        }
        let known =
            state.tokens.iter().any(|(owner, known)| owner == participant && known == token);
        if known { Ok(()) } else { Err(VerificationError::Invalid) }
    }
}
