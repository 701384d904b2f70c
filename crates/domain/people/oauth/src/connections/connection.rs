//! A connection: an application's access to a company, until it is revoked or unused for too long.

use crate::{
    ClientId,
    authorizations::{GrantedScopes, Resource},
};
use access::{ConnectionId, OrganizationId, Plan, Role, Tier, UserId};
use time::{Duration, OffsetDateTime};

/// A connection ends when it was not used for this time.
pub const CONNECTION_UNUSED_FOR: Duration = Duration::days(180);

persistence::named! {
    /// Why a connection was revoked.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum RevokedBecause {
        /// A person revoked it.
        User = "user",
        /// The application revoked its own token.
        Client = "client",
        /// Its authorization code was used twice.
        CodeReused = "code_reused",
        /// A refresh token was used twice.
        RefreshReused = "refresh_reused",
        /// The user who approved it is no member of the company any more.
        MemberLeft = "member_left",
    }
}

impl RevokedBecause {
    /// Whether a secret was stolen, which is reported to the user by mail.
    #[must_use]
    pub const fn is_theft(self) -> bool {
        matches!(self, RevokedBecause::CodeReused | RevokedBecause::RefreshReused)
    }
}

/// An application's access to a company on behalf of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connection {
    pub id: ConnectionId,
    pub client: ClientId,
    /// The client's name when the connection was made.
    pub client_name: String,
    /// The host of the redirect URI.
    pub redirect_host: String,
    pub user: UserId,
    pub organization: OrganizationId,
    /// The tier: sandbox or production.
    pub tier: Tier,
    /// The scopes that the user approved.
    pub scopes: GrantedScopes,
    pub resource: Resource,
    pub created_at: OffsetDateTime,
    /// The time of the last call, to the minute.
    pub last_used_at: Option<OffsetDateTime>,
    /// The number of calls with its tokens while it was active. A killed process loses the calls of its last second.
    pub calls: u64,
    pub revoked: Option<(OffsetDateTime, RevokedBecause)>,
}

impl Connection {
    /// Whether it is active: not revoked, and used recently.
    #[must_use]
    pub fn is_active(&self, now: OffsetDateTime) -> bool {
        let used = self.last_used_at.unwrap_or(self.created_at).max(self.created_at);
        self.revoked.is_none() && now < used.saturating_add(CONNECTION_UNUSED_FOR)
    }
}

persistence::listed!(Connection: created_at, id);

/// A connection with the current data that decide on a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundConnection {
    pub connection: Connection,
    /// The user's current role in the company; `None` when the user has left.
    pub role: Option<Role>,
    pub plan: Plan,
    /// The user's e-mail address.
    pub email: String,
    /// The company's name.
    pub organization_name: String,
}

impl FoundConnection {
    /// Whether its tokens are valid: it is active, and its user is still a member.
    #[must_use]
    pub fn stands(&self, now: OffsetDateTime) -> bool {
        self.role.is_some() && self.connection.is_active(now)
    }

    /// The effective scopes of a token with these scopes.
    #[must_use]
    pub fn effective(&self, of_token: GrantedScopes) -> GrantedScopes {
        self.connection.scopes.intersection(of_token).within_role(self.role)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use uuid::Uuid;

    pub(crate) const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    pub(crate) fn connection(scopes: &str) -> Connection {
        Connection {
            id: ConnectionId(Uuid::from_u128(1)),
            client: ClientId::new([1; 16]),
            client_name: "App".into(),
            redirect_host: "app.example".into(),
            user: UserId(Uuid::from_u128(2)),
            organization: OrganizationId(Uuid::from_u128(3)),
            tier: Tier::Test,
            scopes: scopes.parse().expect("scopes"),
            resource: Resource::AgentApi,
            created_at: NOW,
            last_used_at: None,
            calls: 0,
            revoked: None,
        }
    }

    #[test]
    fn a_connection_ends_by_a_word_or_by_itself() {
        let fresh = connection("invoice:read");
        let end = NOW + CONNECTION_UNUSED_FOR;
        assert!(fresh.is_active(end - Duration::SECOND) && !fresh.is_active(end));
        let used = Connection { last_used_at: Some(NOW + Duration::DAY), ..fresh.clone() };
        assert!(used.is_active(end) && !used.is_active(end + Duration::DAY));
        for reason in RevokedBecause::ALL {
            let ended = Connection { revoked: Some((NOW, reason)), ..fresh.clone() };
            assert!(!ended.is_active(NOW));
        }
    }

    #[test]
    fn a_connection_ends_with_the_membership_of_its_user() {
        let found = FoundConnection {
            connection: connection("invoice:read"),
            role: Some(Role::Viewer),
            plan: Plan::Pro,
            email: String::new(),
            organization_name: String::new(),
        };
        assert!(found.stands(NOW) && !found.stands(NOW + CONNECTION_UNUSED_FOR));
        assert!(!FoundConnection { role: None, ..found }.stands(NOW));
    }

    #[test]
    fn what_counts_is_in_the_token_the_approval_and_the_role() {
        let found = |role| FoundConnection {
            connection: connection("openid invoice:read invoice:create settings:update"),
            role,
            plan: Plan::Pro,
            email: String::new(),
            organization_name: String::new(),
        };
        let of_token = "invoice:read invoice:create invoice:send".parse().expect("scopes");
        for (role, expected) in [
            (Some(Role::Owner), "invoice:read invoice:create"),
            (Some(Role::Viewer), "invoice:read"),
            (None, ""),
        ] {
            assert_eq!(found(role).effective(of_token).to_string(), expected, "{role:?}");
        }
    }
}
