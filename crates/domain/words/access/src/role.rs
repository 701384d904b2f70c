use crate::{Scope, Scopes};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A text that names no role.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("is not a role")]
pub struct UnknownRole;

/// What a user is in an organization. Which scopes a role has is Billhook's own choice: the
/// specification does not show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Everything.
    Owner,
    /// Everything.
    Admin,
    /// Documents and money, no settings, no new organizations.
    Accountant,
    /// Reads and downloads.
    Viewer,
}

impl Role {
    /// All values.
    pub const ALL: [Role; 4] = [Role::Owner, Role::Admin, Role::Accountant, Role::Viewer];

    /// The role's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::Owner => "owner",
            Role::Admin => "admin",
            Role::Accountant => "accountant",
            Role::Viewer => "viewer",
        }
    }

    /// What a user in this role may do.
    #[must_use]
    pub fn scopes(self) -> Scopes {
        match self {
            Role::Owner | Role::Admin => Scopes::ALL,
            Role::Accountant => {
                Scopes::ALL.without(Scope::SettingsUpdate).without(Scope::OrgProvision)
            }
            Role::Viewer => Scopes::of(&[
                Scope::InvoiceRead,
                Scope::InvoiceDownload,
                Scope::ReportRead,
                Scope::BankRead,
                Scope::ContractRead,
                Scope::StockRead,
            ]),
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Role {
    type Err = UnknownRole;

    fn from_str(text: &str) -> Result<Self, UnknownRole> {
        Self::ALL.into_iter().find(|role| role.name() == text).ok_or(UnknownRole)
    }
}
