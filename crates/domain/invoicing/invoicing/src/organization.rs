use crate::{Address, Party, records::Branding};
use access::{OrganizationId, Plan};
use money::Currency;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

persistence::named! {
    /// The central bank whose rates an organization converts with.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum CentralBank {
        /// European Central Bank: rates per euro.
        Ecb = "ecb",
        /// Czech National Bank: rates of the koruna.
        Cnb = "cnb",
    }
}

impl CentralBank {
    /// The currency that its rates are for one unit of.
    #[must_use]
    pub const fn home_currency(self) -> Currency {
        match self {
            CentralBank::Ecb => Currency::Eur,
            CentralBank::Cnb => Currency::Czk,
        }
    }
}

/// A company that issues invoices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Organization {
    /// The id of the tenant.
    pub id: OrganizationId,
    /// Legal name (BT-27).
    pub name: String,
    /// IČO (BT-30).
    pub ico: Option<String>,
    /// DIČ.
    pub dic: Option<String>,
    /// IČ DPH (BT-31).
    pub ic_dph: Option<String>,
    /// Whether it charges VAT. An organization with an IČ DPH does too.
    pub vat_payer: bool,
    /// The postal address (BG-5).
    pub address: Address,
    /// BT-43.
    pub email: Option<String>,
    /// BT-42.
    pub phone: Option<String>,
    /// The text of its registration (BT-33).
    pub registration: Option<String>,
    /// `defaultDueDays`: days until due when the caller names no due date.
    pub default_due_days: Option<u16>,
    /// The logo and the colour of its invoices' pages.
    #[serde(default)]
    pub branding: Branding,
    pub plan: Plan,
    /// When the account was created.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

impl Organization {
    /// An organization with the data of a party, on the free plan.
    #[must_use]
    pub fn of(id: OrganizationId, party: Party, now: OffsetDateTime) -> Self {
        Self {
            id,
            name: party.name,
            ico: party.ico,
            dic: party.dic,
            ic_dph: party.ic_dph,
            vat_payer: party.vat_payer,
            address: party.address.unwrap_or_default(),
            email: party.email,
            phone: party.phone,
            registration: party.registration,
            default_due_days: None,
            branding: Branding::default(),
            plan: Plan::Free,
            created_at: now,
        }
    }

    /// EUR, or CZK for a Czech organization.
    #[must_use]
    pub fn home_currency(&self) -> Currency {
        if self.address.country == "CZ" { Currency::Czk } else { Currency::Eur }
    }

    /// The central bank whose rates it converts with.
    #[must_use]
    pub(crate) fn central_bank(&self) -> CentralBank {
        if self.address.country == "CZ" { CentralBank::Cnb } else { CentralBank::Ecb }
    }

    /// Whether it charges VAT (rule 5: with neither IČ DPH nor the flag it does not).
    #[must_use]
    pub fn is_vat_payer(&self) -> bool {
        self.vat_payer || self.ic_dph.is_some()
    }

    /// The snapshot that goes on an invoice.
    #[must_use]
    pub fn as_party(&self) -> Party {
        Party {
            name: self.name.clone(),
            ico: self.ico.clone(),
            dic: self.dic.clone(),
            ic_dph: self.ic_dph.clone(),
            // its Peppol address is that of its registration
            peppol_id: None,
            address: Some(self.address.clone()),
            email: self.email.clone(),
            phone: self.phone.clone(),
            registration: self.registration.clone(),
            vat_payer: self.is_vat_payer(),
        }
    }
}
