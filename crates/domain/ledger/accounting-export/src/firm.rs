//! Whose export it is.

use invoicing::Organization;
use money::CurrencyCode;

/// What an export has to know of the firm that asked for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Firm {
    /// Empty where it has none.
    pub ico: String,
    /// ISO 3166-1: whose VAT it pays.
    pub country: String,
    /// In which it keeps its books.
    pub currency: CurrencyCode,
}

impl Firm {
    /// What it says of itself.
    #[must_use]
    pub fn of(organization: &Organization) -> Self {
        Self {
            ico: organization.ico.clone().unwrap_or_default(),
            country: organization.address.country.clone(),
            currency: organization.home_currency().into(),
        }
    }
}
