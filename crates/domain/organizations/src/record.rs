use invoicing::{Organization, search_name};
use peppol_connector::{AccountRecord, PeppolStatus};
use persistence::{Cursor, Listed};

/// An organization and its registration in the network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganizationRecord {
    /// Who it is.
    pub organization: Organization,
    /// Where it is registered.
    pub account: AccountRecord,
}

impl Listed for OrganizationRecord {
    fn cursor(&self) -> Cursor {
        Cursor::new(self.organization.created_at, self.organization.id)
    }
}

/// Which organizations to list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OrganizationFilter {
    /// Part of the name, in any case, with or without diacritics.
    pub name: Option<String>,
    /// Exact IČO.
    pub ico: Option<String>,
    /// Exact DIČ.
    pub dic: Option<String>,
    /// In this state only.
    pub status: Option<PeppolStatus>,
}

impl OrganizationFilter {
    /// What [`search_name`] of the names of the organizations must hold.
    #[must_use]
    pub fn search_name(&self) -> Option<String> {
        self.name.as_deref().map(search_name)
    }
}

/// Options of an organization that are changed; what is `None` stays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OptionsChange {
    /// "Sandbox like production" (Versioning 3).
    pub like_production: Option<bool>,
    /// The e-mail address, or none.
    pub email: Option<Option<String>>,
}
