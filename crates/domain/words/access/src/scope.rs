use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A text that names no scope.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("is not a scope")]
pub struct UnknownScope;

persistence::named! {
    /// One permission of a key or token (specification, Authentication, API key, 4).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[repr(u8)]
    pub enum Scope {
        InvoiceRead = "invoice:read",
        InvoiceCreate = "invoice:create",
        InvoiceUpdate = "invoice:update",
        InvoiceSend = "invoice:send",
        InvoiceDownload = "invoice:download",
        ReceiptUpdate = "receipt:update",
        ReceiptApprove = "receipt:approve",
        SettingsUpdate = "settings:update",
        ReportRead = "report:read",
        BankRead = "bank:read",
        OrgProvision = "org:provision",
        ContractRead = "contract:read",
        ContractCreate = "contract:create",
        ContractUpdate = "contract:update",
        ContractDelete = "contract:delete",
        StockRead = "stock:read",
        StockUpdate = "stock:update",
        ProjectRead = "project:read",
        ProjectCreate = "project:create",
        ProjectUpdate = "project:update",
        ProjectDelete = "project:delete",
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Scope {
    type Err = UnknownScope;

    fn from_str(text: &str) -> Result<Self, UnknownScope> {
        Self::of_name(text).ok_or(UnknownScope)
    }
}

/// A set of scopes. As text: the names, separated by single spaces (as in OAuth).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Scopes(u32);

impl Scopes {
    /// The set of all scopes.
    pub const ALL: Scopes = Scopes((1 << Scope::ALL.len()) - 1);

    /// The scopes for reading.
    pub const READING: Scopes = Scopes(
        1 << Scope::InvoiceRead as u8
            | 1 << Scope::ReportRead as u8
            | 1 << Scope::BankRead as u8
            | 1 << Scope::ContractRead as u8
            | 1 << Scope::StockRead as u8
            | 1 << Scope::ProjectRead as u8,
    );

    /// The set of the given scopes.
    #[must_use]
    pub fn of(scopes: &[Scope]) -> Self {
        Self(scopes.iter().fold(0, |set, scope| set | 1 << (*scope as u8)))
    }

    /// Whether the scope is in the set.
    #[must_use]
    pub const fn has(self, scope: Scope) -> bool {
        self.0 & (1 << (scope as u8)) != 0
    }

    /// The scopes that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Scopes) -> Self {
        Self(self.0 & other.0)
    }

    /// The scopes that are in either set.
    #[must_use]
    pub const fn union(self, other: Scopes) -> Self {
        Self(self.0 | other.0)
    }

    /// The set without one scope.
    #[must_use]
    pub const fn without(self, scope: Scope) -> Self {
        Self(self.0 & !(1 << (scope as u8)))
    }

    /// The scopes of the set, in their order of declaration.
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.has(*scope))
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, scope) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            f.write_str(scope.name())?;
        }
        Ok(())
    }
}

impl FromStr for Scopes {
    type Err = UnknownScope;

    fn from_str(text: &str) -> Result<Self, UnknownScope> {
        let scopes: Result<Vec<Scope>, _> = text.split_whitespace().map(str::parse).collect();
        scopes.map(|scopes| Self::of(&scopes))
    }
}

impl From<Scopes> for String {
    fn from(scopes: Scopes) -> String {
        scopes.to_string()
    }
}

impl TryFrom<String> for Scopes {
    type Error = UnknownScope;

    fn try_from(text: String) -> Result<Self, UnknownScope> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_at_their_scope() {
        for (i, scope) in Scope::ALL.into_iter().enumerate() {
            assert_eq!(scope as usize, i);
            assert_eq!(scope.name().parse(), Ok(scope));
        }
    }

    #[test]
    fn sets_print_and_read() {
        let set = Scopes::of(&[Scope::ContractDelete, Scope::InvoiceRead]);
        assert_eq!(set.to_string(), "invoice:read contract:delete");
        assert_eq!(set.to_string().parse(), Ok(set));
        assert_eq!("".parse(), Ok(Scopes::default()));
        assert_eq!("invoice:fly".parse::<Scopes>(), Err(UnknownScope));
        assert!(!Scopes::ALL.without(Scope::InvoiceRead).has(Scope::InvoiceRead));
        assert!(
            Scopes::ALL
                .iter()
                .all(|scope| Scopes::READING.has(scope) == scope.name().ends_with(":read"))
        );
    }
}
