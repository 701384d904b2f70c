use crate::{Scope, Scopes};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A text that names no role.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("is not a role")]
pub struct UnknownRole;

persistence::named! {
    /// The role of a user in an organization. The specification does not define the scopes of roles; they are
    /// Billhook's choice.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Role {
        /// Everything.
        Owner = "owner",
        /// Everything.
        Admin = "admin",
        /// Documents and money, no settings, no new organizations.
        Accountant = "accountant",
        /// Reads and downloads.
        Viewer = "viewer",
    }
}

impl Role {
    /// The scopes of a user in this role.
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
                Scope::ProjectRead,
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
        Self::of_name(text).ok_or(UnknownRole)
    }
}
