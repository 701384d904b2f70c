use crate::{ErrorCode, OAuthError};
use access::{Role, Scope, Scopes};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

persistence::named! {
    /// An OAuth scope that API keys do not have (specification, OAuth 2.1, "Scopes").
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Identity {
        /// Gives an ID token.
        OpenId = "openid",
        /// Gives claims about the user's identity.
        Profile = "profile",
        /// Gives the user's e-mail address.
        Email = "email",
        /// Gives a refresh token.
        OfflineAccess = "offline_access",
    }
}

/// The requested or granted scopes of an application: scopes of API keys, and identity scopes. As text: names
/// separated by single spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct GrantedScopes {
    /// The scopes of API keys.
    pub api: Scopes,
    identity: u8,
}

impl GrantedScopes {
    /// All scopes that can be granted.
    pub const ALL: GrantedScopes = GrantedScopes { api: Scopes::ALL, identity: 0b1111 };

    /// Only these scopes of API keys.
    #[must_use]
    pub const fn of_api(api: Scopes) -> Self {
        Self { api, identity: 0 }
    }

    /// Whether it includes this identity scope.
    #[must_use]
    pub const fn has(self, identity: Identity) -> bool {
        self.identity & (1 << identity as u8) != 0
    }

    /// The scopes in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self { api: self.api.intersection(other.api), identity: self.identity & other.identity }
    }

    /// Whether it includes all scopes of the other set.
    #[must_use]
    pub fn covers(self, other: Self) -> bool {
        other.intersection(self) == other
    }

    /// The part that a user in this role can grant (specification, "Token rules": the intersection of the approved
    /// scopes and the user's role). Without a role no API scopes.
    #[must_use]
    pub fn within_role(self, role: Option<Role>) -> Self {
        let allowed = role.map_or(Scopes::default(), Role::scopes);
        Self { api: self.api.intersection(allowed), ..self }
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The names of the scopes, identity scopes first.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let identity = Identity::ALL.into_iter().filter(move |scope| self.has(*scope));
        identity.map(Identity::name).chain(self.api.iter().map(Scope::name))
    }
}

impl fmt::Display for GrantedScopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names().collect::<Vec<_>>().join(" "))
    }
}

impl FromStr for GrantedScopes {
    type Err = OAuthError;

    fn from_str(text: &str) -> Result<Self, OAuthError> {
        let mut scopes = Self::default();
        for name in text.split_ascii_whitespace() {
            if let Some(identity) = Identity::of_name(name) {
                scopes.identity |= 1 << identity as u8;
            } else if let Ok(api) = name.parse::<Scopes>() {
                scopes.api = scopes.api.union(api);
            } else {
                let shown: String = name.chars().take(50).collect();
                let text = format!("{shown} is not a scope of this server");
                return Err(OAuthError::new(ErrorCode::InvalidScope, &text));
            }
        }
        Ok(scopes)
    }
}

impl From<GrantedScopes> for String {
    fn from(scopes: GrantedScopes) -> String {
        scopes.to_string()
    }
}

impl TryFrom<String> for GrantedScopes {
    type Error = OAuthError;

    fn try_from(text: String) -> Result<Self, OAuthError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> GrantedScopes {
        text.parse().expect("scopes")
    }

    #[test]
    fn there_are_those_of_keys_and_four_more() {
        assert_eq!(GrantedScopes::ALL.names().count(), 25);
        let all = GrantedScopes::ALL.to_string();
        assert_eq!(read(&all), GrantedScopes::ALL);
        let some = read("invoice:read  openid invoice:read");
        assert_eq!(some.to_string(), "openid invoice:read");
        let unknown = "invoice:fly".parse::<GrantedScopes>().map_err(|error| error.code);
        assert_eq!(unknown, Err(ErrorCode::InvalidScope));
        assert!(read("").is_empty());
    }

    #[test]
    fn a_role_limits_what_is_given() {
        let asked = read("openid offline_access invoice:read invoice:create");
        for (role, expected) in [
            (Some(Role::Owner), "openid offline_access invoice:read invoice:create"),
            (Some(Role::Viewer), "openid offline_access invoice:read"),
            (None, "openid offline_access"),
        ] {
            assert_eq!(asked.within_role(role).to_string(), expected);
        }
        assert!(asked.covers(read("invoice:read")) && !read("openid").covers(asked));
    }
}
