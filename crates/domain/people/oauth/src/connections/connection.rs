//! An application's access to a company, for as long as the user who gave it lets it.

use crate::{
    ClientId,
    authorizations::{GrantedScopes, Resource},
};
use access::{ConnectionId, OrganizationId, Plan, Role, Tier, UserId};
use time::{Duration, OffsetDateTime};

/// A connection that was not used for so long has ended.
pub const CONNECTION_UNUSED_FOR: Duration = Duration::days(180);

persistence::named! {
    /// Why a connection ended.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum RevokedBecause {
        /// A person ended it.
        User = "user",
        /// The application gave it back.
        Client = "client",
        /// Its code was used twice.
        CodeReused = "code_reused",
        /// A refresh token was used twice.
        RefreshReused = "refresh_reused",
        /// Who gave it is no member of the company any more.
        MemberLeft = "member_left",
    }
}

impl RevokedBecause {
    /// Whether somebody else had a secret: the user gets a mail then.
    #[must_use]
    pub const fn is_theft(self) -> bool {
        matches!(self, RevokedBecause::CodeReused | RevokedBecause::RefreshReused)
    }
}

/// What an application may do, for whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connection {
    pub id: ConnectionId,
    pub client: ClientId,
    /// The client's name when it was connected.
    pub client_name: String,
    /// The host that the user was sent back to.
    pub redirect_host: String,
    pub user: UserId,
    pub organization: OrganizationId,
    /// Sandbox or production.
    pub tier: Tier,
    /// What the user approved.
    pub scopes: GrantedScopes,
    pub resource: Resource,
    pub created_at: OffsetDateTime,
    /// To the minute.
    pub last_used_at: Option<OffsetDateTime>,
    /// How many calls were made with its tokens while it stood. A process that is killed loses those of its last
    /// second.
    pub calls: u64,
    pub revoked: Option<(OffsetDateTime, RevokedBecause)>,
}

impl Connection {
    /// Whether it stands.
    #[must_use]
    pub fn is_active(&self, now: OffsetDateTime) -> bool {
        let used = self.last_used_at.unwrap_or(self.created_at).max(self.created_at);
        self.revoked.is_none() && now < used.saturating_add(CONNECTION_UNUSED_FOR)
    }
}

persistence::listed!(Connection: created_at, id);

/// A connection with what decides on a call, as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundConnection {
    pub connection: Connection,
    /// The user's role in the company; none: the user has left.
    pub role: Option<Role>,
    pub plan: Plan,
    /// The user's address,
    pub email: String,
    /// and the company's name.
    pub organization_name: String,
}

impl FoundConnection {
    /// Whether tokens of it are worth anything: it stands, and its user is still a member.
    #[must_use]
    pub fn stands(&self, now: OffsetDateTime) -> bool {
        self.role.is_some() && self.connection.is_active(now)
    }

    /// What a token with these scopes may do now.
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
