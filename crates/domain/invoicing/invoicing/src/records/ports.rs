//! Lists of contacts, and the set-up of a new installation.

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
    /// Only retired contacts, instead of those in use.
    pub retired: bool,
}

impl ContactFilter {
    /// The text that [`crate::Party::search_name`] of a contact must contain.
    #[must_use]
    pub fn search_name(&self) -> Option<String> {
        self.name.as_deref().map(vat_categories::folded)
    }

    /// The texts that the name of a contact must contain, or one of its numbers begin with.
    #[must_use]
    pub fn search_any(&self) -> Option<(String, String)> {
        let any = self.any.as_deref()?.trim();
        let number = any.split_whitespace().collect::<String>().to_uppercase();
        (!any.is_empty()).then(|| (vat_categories::folded(any), number))
    }
}

/// A contact in a list, with the time of its creation.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactRow {
    pub contact: Contact,
    pub created_at: OffsetDateTime,
    /// When it was retired: it is not used for new invoices since then.
    pub retired_at: Option<OffsetDateTime>,
}

persistence::listed!(ContactRow: created_at, contact.id);

/// The records of a new installation or a new customer, to be stored in one transaction.
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

        /// Stores all of it or nothing.
        ///
        /// # Errors
        /// [`StoreError::Taken`] when an e-mail address, plate or id is in use.
        async fn provision(&self, provision: &Provision, now: OffsetDateTime) -> Result<(), StoreError>;
    }
}
