use crate::{BankAccountId, ContactId, MailProfile, VehicleId};
use money::Currency;
use party_identifiers::country_of_vat_prefix;
use serde::{Deserialize, Serialize};

/// A postal address (BG-5, BG-8). Parts that the caller did not give are empty.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Address {
    /// Street and number (BT-35, BT-50); all of the address when it came as plain text.
    pub street: String,
    /// City (BT-37, BT-52).
    pub city: String,
    /// Postal code (BT-38, BT-53).
    pub postal_code: String,
    /// ISO 3166-1 alpha-2 (BT-40, BT-55).
    pub country: String,
}

/// The seller or buyer of an invoice: a snapshot that later changes of the record do not reach.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Party {
    /// Legal name (BT-27, BT-44).
    pub name: String,
    /// Slovak or Czech registration number, IČO (BT-30, BT-47).
    pub ico: Option<String>,
    /// Tax number, DIČ; with a country code it is a VAT identifier of that country.
    pub dic: Option<String>,
    /// VAT identifier: the Slovak IČ DPH, or that of another member state (BT-31, BT-48).
    pub ic_dph: Option<String>,
    /// Its participant id in the Peppol network, `scheme:value`, when it does not follow from its numbers (BT-49).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peppol_id: Option<String>,
    /// The postal address.
    pub address: Option<Address>,
    /// BT-43, BT-58.
    pub email: Option<String>,
    /// BT-42, BT-57; E.164.
    pub phone: Option<String>,
    /// The text of its registration (BT-33).
    pub registration: Option<String>,
    /// Whether the party charges VAT.
    pub vat_payer: bool,
}

impl Address {
    /// An address in a country by its ISO 3166-1 code, `SK`.
    #[must_use]
    pub fn new(street: &str, city: &str, postal_code: &str, country: &str) -> Self {
        Self {
            street: street.to_owned(),
            city: city.to_owned(),
            postal_code: postal_code.to_owned(),
            country: country.to_owned(),
        }
    }

    /// The empty parts, named as in a request: city and postal code of an address that came as plain text. Peppol
    /// requires all of them (Customer object, `address`).
    #[must_use]
    pub fn missing_parts(&self) -> Vec<&'static str> {
        let parts = [
            ("street", &self.street),
            ("city", &self.city),
            ("postalCode", &self.postal_code),
            ("country", &self.country),
        ];
        parts.iter().filter(|(_, text)| text.is_empty()).map(|(name, _)| *name).collect()
    }
}

impl Party {
    /// A party of which only the name is known.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// With a registration number.
    #[must_use]
    pub fn with_ico(self, ico: &str) -> Self {
        Self { ico: Some(ico.to_owned()), ..self }
    }

    /// The same party with this tax number.
    #[must_use]
    pub fn with_dic(self, dic: &str) -> Self {
        Self { dic: Some(dic.to_owned()), ..self }
    }

    /// With a VAT identifier; the party charges VAT.
    #[must_use]
    pub fn with_ic_dph(self, ic_dph: &str) -> Self {
        Self { ic_dph: Some(ic_dph.to_owned()), vat_payer: true, ..self }
    }

    /// With an address.
    #[must_use]
    pub fn at(self, address: Address) -> Self {
        Self { address: Some(address), ..self }
    }

    /// The name as it is searched for: lower case, no diacritics.
    #[must_use]
    pub fn search_name(&self) -> String {
        search_name(&self.name)
    }

    /// The VAT identifier (BT-31, BT-48): the IČ DPH, else a DIČ that begins with a country code.
    #[must_use]
    pub fn vat_id(&self) -> Option<&str> {
        let foreign = || self.dic.as_deref().filter(|dic| starts_with_country(dic));
        self.ic_dph.as_deref().or_else(foreign)
    }

    /// The country of the address, or else that of the VAT identifier.
    #[must_use]
    pub fn country(&self) -> Option<&str> {
        let of_address =
            self.address.as_ref().map(|a| a.country.as_str()).filter(|c| !c.is_empty());
        let of_number = || self.vat_id().and_then(|id| id.get(..2)).map(country_of_vat_prefix);
        of_address.or_else(of_number)
    }
}

/// A name, or a part of one, as it is searched for: lower case, no diacritics.
#[must_use]
pub fn search_name(name: &str) -> String {
    vat_categories::folded(name)
}

fn starts_with_country(text: &str) -> bool {
    text.len() > 2 && text.bytes().take(2).all(|b| b.is_ascii_uppercase())
}

/// A customer (or the supplier of a self-billed invoice) that the organization has stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    /// The contact's id.
    pub id: ContactId,
    /// The names and identifiers of the party.
    #[serde(flatten)]
    pub party: Party,
    /// The format of the invoices that it gets by mail.
    #[serde(default, skip_serializing_if = "MailProfile::is_plain")]
    pub profile: MailProfile,
}

impl Contact {
    /// A contact with default settings.
    #[must_use]
    pub fn new(id: ContactId, party: Party) -> Self {
        Self { id, party, profile: MailProfile::default() }
    }
}

/// An account that invoices can be paid to (BG-17).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankAccount {
    /// The account's id.
    pub id: BankAccountId,
    /// The account's currency.
    pub currency: Currency,
    /// BT-84, without spaces.
    pub iban: String,
    /// BT-86.
    pub bic: Option<String>,
    /// The bank's name, which the page shows.
    pub bank_name: Option<String>,
    /// Whether it is used for an invoice in its currency that names no account.
    pub is_default: bool,
}

/// A vehicle of the fleet module that an invoice belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vehicle {
    /// The vehicle's id.
    pub id: VehicleId,
    /// Registration plate: uppercase, no spaces.
    pub plate: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_address_lacks_what_peppol_needs() {
        let plain = Address::new("Vajnorská 100, 831 04 Bratislava", "", "", "SK");
        assert_eq!(plain.missing_parts(), ["city", "postalCode"]);
        let whole = Address::new("Vajnorská 100", "Bratislava", "831 04", "SK");
        assert_eq!(whole.missing_parts(), Vec::<&str>::new());
        assert_eq!(Address::default().missing_parts().len(), 4);
    }

    #[test]
    fn a_foreign_dic_is_a_vat_identifier() {
        let mut party = Party { dic: Some("2020202020".into()), ..Party::default() };
        assert_eq!(party.vat_id(), None);
        party.dic = Some("CZ12345678".into());
        assert_eq!((party.vat_id(), party.country()), (Some("CZ12345678"), Some("CZ")));
        party.ic_dph = Some("SK2020202020".into());
        assert_eq!(party.vat_id(), Some("SK2020202020"));
        party.ic_dph = Some("EL123456789".into());
        assert_eq!(party.country(), Some("GR"), "EL is the code of a VAT number, of no country");
    }
}
