//! The firm that an export is made for.

use invoicing::Organization;
use money::CurrencyCode;

/// The facts about the firm that an export needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Firm {
    /// The IČO; empty if it has none.
    pub ico: String,
    /// The country in which it pays VAT, by ISO 3166-1.
    pub country: String,
    /// The currency of its books.
    pub currency: CurrencyCode,
}

impl Firm {
    /// The facts about this organization.
    #[must_use]
    pub fn of(organization: &Organization) -> Self {
        Self {
            ico: organization.ico.clone().unwrap_or_default(),
            country: organization.address.country.clone(),
            currency: organization.home_currency().into(),
        }
    }
}
