//! An authorization request from its arrival to the exchange of its code.

use crate::{
    ErrorCode, GrantId, OAuthError,
    authorizations::{
        authorization::{AuthorizationRequest, Wanted},
        resource::Resource,
        scope::GrantedScopes,
    },
    clients::{Client, RedirectUri},
};
use access::{ConnectionId, OrganizationId, Role, Tier, UserId};
use secret_text::SecretHash;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long a user may take to sign in and decide.
pub const GRANT_VALID_FOR: Duration = Duration::minutes(30);

/// How long a code can be exchanged. Our own choice; OAuth 2.1, 4.1.2 allows ten minutes at most.
pub const CODE_VALID_FOR: Duration = Duration::minutes(2);

/// How long ended requests and used codes are kept, so that a second use of a code is noticed.
pub const GRANT_KEPT_FOR: Duration = Duration::days(1);

/// A user's approval.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approval {
    pub user: UserId,
    pub organization: OrganizationId,
    /// The tier of the connection: sandbox or production.
    pub tier: Tier,
    pub scopes: GrantedScopes,
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// The time of the user's sign-in.
    #[serde(with = "time::serde::rfc3339")]
    pub signed_in_at: OffsetDateTime,
}

/// The stage of a grant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stage {
    /// The user has not decided yet.
    Pending,
    /// The user approved it, and the code was issued.
    Approved(Approval),
    /// The code was exchanged for tokens of this connection.
    Exchanged(Approval, ConnectionId),
    /// The user denied it, or the request was answered with an error.
    Cancelled,
}

/// An authorization request with its stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    pub id: GrantId,
    pub request: AuthorizationRequest,
    pub stage: Stage,
    /// The hash of the code; `None` before the approval.
    pub code_hash: Option<SecretHash>,
    pub created_at: OffsetDateTime,
}

/// Why a user cannot decide on a request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecisionError {
    /// It was decided before, or it has expired.
    #[error("this request was answered already, or has ended: begin again in the application")]
    Over,
    /// The user is not a member of the company.
    #[error("you are no member of this company")]
    NoMember,
    /// The user's role allows none of the requested scopes.
    #[error("your role in this company allows nothing of what the application asks for")]
    NothingToGive,
}

/// The user's choices on the consent page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    pub user: UserId,
    pub organization: OrganizationId,
    /// The user's role in the company; `None` without a membership.
    pub role: Option<Role>,
    pub tier: Tier,
    /// The time of the user's sign-in.
    pub signed_in_at: OffsetDateTime,
}

impl Grant {
    /// A new request.
    #[must_use]
    pub const fn new(id: GrantId, request: AuthorizationRequest, now: OffsetDateTime) -> Self {
        Self { id, request, stage: Stage::Pending, code_hash: None, created_at: now }
    }

    /// Checks whether a user can still decide.
    ///
    /// # Errors
    /// [`DecisionError::Over`].
    pub fn open(&self, now: OffsetDateTime) -> Result<(), DecisionError> {
        let in_time = now < self.created_at.saturating_add(GRANT_VALID_FOR);
        let is_open = self.stage == Stage::Pending && in_time;
        is_open.then_some(()).ok_or(DecisionError::Over)
    }

    /// Approves the request. Scopes that the user's role does not allow are left out.
    ///
    /// # Errors
    /// [`DecisionError`].
    pub fn approve(
        &self,
        wanted: &Wanted,
        choice: &Choice,
        now: OffsetDateTime,
    ) -> Result<Approval, DecisionError> {
        self.open(now)?;
        let role = choice.role.ok_or(DecisionError::NoMember)?;
        let scopes = wanted.scopes.within_role(Some(role));
        if scopes.is_empty() {
            return Err(DecisionError::NothingToGive);
        }
        let Choice { user, organization, tier, signed_in_at, .. } = *choice;
        Ok(Approval { user, organization, tier, scopes, at: now, signed_in_at })
    }
}

/// The error that tells the client that the user refused.
#[must_use]
pub fn denied() -> OAuthError {
    OAuthError::new(ErrorCode::AccessDenied, "the user did not agree")
}

/// The parameters of a code exchange. Its `Debug` leaves the verifier out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CodeExchange<'a> {
    pub redirect_uri: &'a str,
    pub code_verifier: &'a str,
    pub resource: Option<Resource>,
}

impl std::fmt::Debug for CodeExchange<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CodeExchange")
            .field("redirect_uri", &self.redirect_uri)
            .finish_non_exhaustive()
    }
}

/// Why a code is not exchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExchangeError {
    /// The exchange is refused and nothing else changes: a guess must not end a connection (OAuth 2.1, 7.5).
    Refused(OAuthError),
    /// A second exchange with correct parameters: the code was stolen, before or after the first one. The connection
    /// ends.
    Reused(ConnectionId),
}

impl Grant {
    /// Decides whether a client gets tokens for the code of this grant.
    ///
    /// # Errors
    /// [`ExchangeError`].
    pub fn exchange(
        &self,
        client: &Client,
        sent: &CodeExchange<'_>,
        now: OffsetDateTime,
    ) -> Result<(&Approval, &Wanted), ExchangeError> {
        let refused = |code, text| Err(ExchangeError::Refused(OAuthError::new(code, text)));
        let invalid = |text| refused(ErrorCode::InvalidGrant, text);
        let (Ok(wanted), back) = (&self.request.wanted, &self.request.back) else {
            return invalid("the code is not valid");
        };
        if back.client != client.id {
            return invalid("the code is not valid");
        }
        if back.redirect_uri.as_str() != sent.redirect_uri {
            return invalid("redirect_uri is not the one of the authorization request");
        }
        if !wanted.challenge.is_met_by(sent.code_verifier) {
            return invalid("code_verifier does not meet the challenge");
        }
        if sent.resource.is_some_and(|resource| resource != wanted.resource) {
            return refused(
                ErrorCode::InvalidTarget,
                "resource is not the one that was authorized",
            );
        }
        match &self.stage {
            Stage::Exchanged(_, connection) => Err(ExchangeError::Reused(*connection)),
            Stage::Approved(approval) if now < approval.at.saturating_add(CODE_VALID_FOR) => {
                Ok((approval, wanted))
            }
            Stage::Approved(_) => invalid("the code has ended"),
            Stage::Pending | Stage::Cancelled => invalid("the code is not valid"),
        }
    }

    /// The redirect URI, for the consent page.
    #[must_use]
    pub const fn redirect_uri(&self) -> &RedirectUri {
        &self.request.back.redirect_uri
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ClientId, Parameters,
        authorizations::{
            authorization::tests::{BASE, CHALLENGE, client},
            pkce::CodeChallenge,
        },
    };
    use uuid::Uuid;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    fn grant() -> Grant {
        let client = client(&[Resource::AgentApi]);
        let query = format!(
            "response_type=code&redirect_uri=https://app.example/cb&scope=openid+invoice:create+\
             invoice:read&code_challenge={CHALLENGE}&code_challenge_method=S256"
        );
        let parameters = Parameters::parse(query.as_bytes());
        let request = AuthorizationRequest::read(&parameters, &client, BASE).expect("a way back");
        Grant::new(GrantId(Uuid::nil()), request, NOW)
    }

    fn choice(role: Option<Role>) -> Choice {
        Choice {
            user: UserId(Uuid::from_u128(1)),
            organization: OrganizationId(Uuid::from_u128(2)),
            role,
            tier: Tier::Test,
            signed_in_at: NOW,
        }
    }

    fn approval(role: Role) -> Approval {
        let grant = grant();
        let wanted = grant.request.wanted.clone().expect("valid");
        grant.approve(&wanted, &choice(Some(role)), NOW).expect("approved")
    }

    #[test]
    fn a_user_gives_what_the_role_allows() {
        assert_eq!(approval(Role::Owner).scopes.to_string(), "openid invoice:read invoice:create");
        assert_eq!(approval(Role::Viewer).scopes.to_string(), "openid invoice:read");
        let grant = grant();
        let wanted = grant.request.wanted.clone().expect("valid");
        let refused = grant.approve(&wanted, &choice(None), NOW);
        assert_eq!(refused, Err(DecisionError::NoMember));
        let late = grant.approve(&wanted, &choice(Some(Role::Owner)), NOW + GRANT_VALID_FOR);
        assert_eq!(late, Err(DecisionError::Over));
        let create = Wanted { scopes: "invoice:create".parse().expect("a scope"), ..wanted };
        let nothing = grant.approve(&create, &choice(Some(Role::Viewer)), NOW);
        assert_eq!(nothing, Err(DecisionError::NothingToGive));
        let answered = Grant { stage: Stage::Cancelled, ..grant };
        assert_eq!(answered.open(NOW), Err(DecisionError::Over));
    }

    const SENT: CodeExchange<'_> = CodeExchange {
        redirect_uri: "https://app.example/cb",
        code_verifier: VERIFIER,
        resource: Some(Resource::AgentApi),
    };
    const WRONG_URI: CodeExchange<'_> =
        CodeExchange { redirect_uri: "https://app.example/cb?x", ..SENT };
    const WRONG_VERIFIER: CodeExchange<'_> = CodeExchange { code_verifier: CHALLENGE, ..SENT };
    const WRONG_RESOURCE: CodeExchange<'_> = CodeExchange { resource: Some(Resource::Mcp), ..SENT };

    /// The client that requested the code, and another one.
    fn clients() -> [Client; 2] {
        let own = client(&[Resource::AgentApi]);
        let other = Client { id: ClientId::new([9; 16]), ..own.clone() };
        [own, other]
    }

    #[test]
    fn a_code_is_bound_to_all_that_was_said() {
        let approved = Grant { stage: Stage::Approved(approval(Role::Owner)), ..grant() };
        let [own, other] = clients();
        assert!(approved.exchange(&own, &SENT, NOW).is_ok());
        let left_out = CodeExchange { resource: None, ..SENT };
        assert!(approved.exchange(&own, &left_out, NOW).is_ok());
        for (client, sent, at, code) in [
            (&other, &SENT, NOW, ErrorCode::InvalidGrant),
            (&own, &WRONG_URI, NOW, ErrorCode::InvalidGrant),
            (&own, &WRONG_VERIFIER, NOW, ErrorCode::InvalidGrant),
            (&own, &WRONG_RESOURCE, NOW, ErrorCode::InvalidTarget),
            (&own, &SENT, NOW + CODE_VALID_FOR, ErrorCode::InvalidGrant),
        ] {
            let error = approved.exchange(client, sent, at).map(drop);
            assert!(matches!(error, Err(ExchangeError::Refused(e)) if e.code == code));
        }
        for stage in [Stage::Pending, Stage::Cancelled] {
            let grant = Grant { stage, ..grant() };
            assert!(matches!(grant.exchange(&own, &SENT, NOW), Err(ExchangeError::Refused(_))));
        }
        assert!(CodeChallenge::parse(CHALLENGE).is_some());
    }

    /// Only a correct second exchange ends it; a guess ends nothing.
    #[test]
    fn a_code_that_is_used_again_ends_its_connection() {
        let connection = ConnectionId(Uuid::nil());
        let used = Stage::Exchanged(approval(Role::Owner), connection);
        let used = Grant { stage: used, ..grant() };
        let [own, other] = clients();
        for (client, sent) in
            [(&other, &SENT), (&own, &WRONG_URI), (&own, &WRONG_VERIFIER), (&own, &WRONG_RESOURCE)]
        {
            let guessed = used.exchange(client, sent, NOW).map(drop);
            assert!(matches!(guessed, Err(ExchangeError::Refused(_))), "{guessed:?}");
        }
        let reused = used.exchange(&own, &SENT, NOW + GRANT_VALID_FOR).map(drop);
        assert_eq!(reused, Err(ExchangeError::Reused(connection)));
    }
}
