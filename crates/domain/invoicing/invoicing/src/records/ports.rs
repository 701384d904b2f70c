//! Contacts in lists, and how a new installation is set up.

use crate::{BankAccount, Contact, Organization, Vehicle};
use access::OrganizationId;
use persistence::{StoreError, port};
use time::OffsetDateTime;

/// The filter of a list of contacts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ContactFilter {
    /// Part of the name, in any case, with or without diacritics.
    pub name: Option<String>,
    pub ico: Option<String>,
    pub dic: Option<String>,
    pub ic_dph: Option<String>,
    /// Part of the name, or the beginning of one of these numbers.
    pub any: Option<String>,
    /// Those that were retired, instead of those in use.
    pub retired: bool,
}

impl ContactFilter {
    /// What [`crate::Party::search_name`] of the contacts must hold.
    #[must_use]
    pub fn search_name(&self) -> Option<String> {
        self.name.as_deref().map(vat_categories::folded)
    }

    /// What the name of the contacts must hold, or one of their numbers begin with.
    #[must_use]
    pub fn search_any(&self) -> Option<(String, String)> {
        let any = self.any.as_deref()?.trim();
        let number = any.split_whitespace().collect::<String>().to_uppercase();
        (!any.is_empty()).then(|| (vat_categories::folded(any), number))
    }
}

/// A contact in a list, with when it was made.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactRow {
    pub contact: Contact,
    pub created_at: OffsetDateTime,
    /// Since when it is not for new invoices.
    pub retired_at: Option<OffsetDateTime>,
}

persistence::listed!(ContactRow: created_at, contact.id);

/// What a new installation, or a new customer, brings: kept in one transaction.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Provision {
    pub organizations: Vec<Organization>,
    pub bank_accounts: Vec<(OrganizationId, BankAccount)>,
    pub vehicles: Vec<(OrganizationId, Vehicle)>,
    pub users: Vec<access::NewUser>,
    pub partners: Vec<access::NewPartner>,
    pub keys: Vec<access::NewKey>,
}

port! {
    /// Sets up organizations.
    pub trait ProvisionStore: Send + Sync {
        /// Whether no organization exists.
        async fn is_empty(&self) -> Result<bool, StoreError>;

        /// Keeps all of it or nothing.
        ///
        /// # Errors
        /// [`StoreError::Taken`] when an e-mail address, plate or id is in use.
        async fn provision(&self, provision: &Provision, now: OffsetDateTime) -> Result<(), StoreError>;
    }
}
