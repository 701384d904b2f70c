//! What the connector needs to know of a document.

use crate::{document_type::Root, profile::Profile};
use invoicing::{Address, Party};
use rust_decimal::Decimal;
use time::Date;

/// A parsed document, as far as sending is concerned. Texts are trimmed; what is empty is absent,
/// but for an electronic address that is there and says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentFacts {
    /// Which document.
    pub root: Root,
    /// BT-24, `cbc:CustomizationID`.
    pub customization: Option<String>,
    /// BT-23, `cbc:ProfileID`.
    pub profile: Option<String>,
    /// BT-3.
    pub type_code: Option<String>,
    /// BT-1, `cbc:ID`.
    pub number: Option<String>,
    /// BT-2.
    pub issue_date: Option<Date>,
    /// BT-9.
    pub due_date: Option<Date>,
    /// BT-5.
    pub currency: Option<String>,
    /// BT-109.
    pub net: Option<Decimal>,
    /// BT-112.
    pub total: Option<Decimal>,
    /// BT-113.
    pub prepaid: Option<Decimal>,
    /// BT-114.
    pub rounding: Option<Decimal>,
    /// BT-115.
    pub payable: Option<Decimal>,
    /// BT-83, the first `cac:PaymentMeans/cbc:PaymentID`.
    pub payment_id: Option<String>,
    /// BG-4.
    pub supplier: PartyFacts,
    /// BG-7.
    pub customer: PartyFacts,
}

impl DocumentFacts {
    /// A document of which nothing is known but its root.
    #[must_use]
    pub fn of(root: Root) -> Self {
        Self {
            root,
            customization: None,
            profile: None,
            type_code: None,
            number: None,
            issue_date: None,
            due_date: None,
            currency: None,
            net: None,
            total: None,
            prepaid: None,
            rounding: None,
            payable: None,
            payment_id: None,
            supplier: PartyFacts::default(),
            customer: PartyFacts::default(),
        }
    }

    /// The party on a side.
    #[must_use]
    pub const fn party(&self, side: Side) -> &PartyFacts {
        match side {
            Side::Supplier => &self.supplier,
            Side::Customer => &self.customer,
        }
    }

    /// The side that sends: the customer of a self-billed document, else the supplier.
    #[must_use]
    pub fn sender(&self) -> Side {
        match self.customization.as_deref().and_then(Profile::of_customization) {
            Some(profile) if *profile == Profile::SELF_BILLING => Side::Customer,
            _ => Side::Supplier,
        }
    }
}

/// One of the two parties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// `cac:AccountingSupplierParty`.
    Supplier,
    /// `cac:AccountingCustomerParty`.
    Customer,
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::Supplier, Side::Customer];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Side::Supplier => Side::Customer,
            Side::Customer => Side::Supplier,
        }
    }

    /// The local name of the party's element in UBL.
    #[must_use]
    pub(crate) const fn ubl_name(self) -> &'static str {
        match self {
            Side::Supplier => "AccountingSupplierParty",
            Side::Customer => "AccountingCustomerParty",
        }
    }
}

/// A party.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PartyFacts {
    /// The legal name, else the trade name.
    pub name: Option<String>,
    /// Country of the address.
    pub country: Option<String>,
    /// BT-34, BT-49.
    pub endpoint: Option<Endpoint>,
    /// `cac:PartyTaxScheme/cbc:CompanyID`, each: BT-31, BT-32, BT-48.
    pub tax_ids: Vec<String>,
    /// BT-30, BT-47.
    pub legal_id: Option<String>,
    /// BT-35 and BT-36, BT-50 and BT-51.
    pub street: Option<String>,
    /// BT-37, BT-52.
    pub city: Option<String>,
    /// BT-38, BT-53.
    pub postal_code: Option<String>,
    /// BT-43, BT-58.
    pub email: Option<String>,
    /// BT-42, BT-57.
    pub phone: Option<String>,
}

/// An electronic address as the document has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// `@schemeID`.
    pub scheme: Option<String>,
    /// May be empty.
    pub value: String,
}

/// VAT groups have numbers of their own that begin with 7; a member's DIČ cannot be distinguished from one.
const VAT_GROUP: char = '7';

impl PartyFacts {
    /// The party's DIČ, where its tax identifiers leave no doubt: ten digits of a Slovak party, or
    /// `SK` and the DIČ. `None` for VAT groups, and when two identifiers disagree.
    #[must_use]
    pub fn slovak_dic(&self) -> Option<&str> {
        let slovak = self.is_slovak();
        let plain = self
            .tax_ids
            .iter()
            .map(String::as_str)
            .filter(|id| slovak && crate::participant::is_dic(id));
        let of_vat_id = self.tax_ids.iter().filter_map(|id| id.strip_prefix("SK"));
        let mut found = plain
            .chain(of_vat_id.filter(|d| crate::participant::is_dic(d)))
            .filter(|d| !d.starts_with(VAT_GROUP));
        let first = found.next()?;
        found.all(|other| other == first).then_some(first)
    }

    /// The party as invoices know it. Of its registration numbers only a Slovak or Czech one is an
    /// IČO.
    #[must_use]
    pub fn to_party(&self) -> Party {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let country = text(&self.country);
        let local = country == "SK" || country == "CZ";
        let ico = |id: &&String| local && id.len() == 8 && id.bytes().all(|b| b.is_ascii_digit());
        let is_vat_id = |id: &&String| id.bytes().take(2).all(|b| b.is_ascii_uppercase());
        let vat_id = self.tax_ids.iter().find(is_vat_id);
        let plain = self.tax_ids.iter().find(|id| !is_vat_id(id));
        let slovak = vat_id.filter(|id| id.starts_with("SK"));
        Party {
            name: text(&self.name),
            ico: self.legal_id.as_ref().filter(ico).cloned(),
            dic: plain.or(vat_id.filter(|_| slovak.is_none())).cloned(),
            ic_dph: slovak.cloned(),
            address: Some(Address {
                street: text(&self.street),
                city: text(&self.city),
                postal_code: text(&self.postal_code),
                country,
            }),
            email: self.email.clone(),
            phone: self.phone.clone(),
            registration: None,
            vat_payer: vat_id.is_some(),
            peppol_id: None,
        }
    }

    /// Whether the party says that it is Slovak.
    #[must_use]
    pub fn is_slovak(&self) -> bool {
        match &self.country {
            Some(country) => country == "SK",
            None => self.tax_ids.iter().any(|id| id.starts_with("SK")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dic_is_derived_only_without_doubt() {
        for (country, ids, dic) in [
            (Some("SK"), vec!["2023456789"], Some("2023456789")),
            (Some("SK"), vec!["SK2023456789"], Some("2023456789")),
            (None, vec!["SK2023456789"], Some("2023456789")),
            (Some("SK"), vec!["SK2023456789", "2023456789"], Some("2023456789")),
            // a foreign firm registered for VAT in Slovakia has a Slovak DIČ too
            (Some("AT"), vec!["SK4020123456"], Some("4020123456")),
            // a VAT group and its member
            (Some("SK"), vec!["SK7020000944"], None),
            (Some("SK"), vec!["SK7020000944", "2020408522"], Some("2020408522")),
            (Some("SK"), vec!["2023456789", "2020408522"], None),
            (Some("CZ"), vec!["2023456789"], None),
            (None, vec!["2023456789"], None),
            (Some("SK"), vec!["SK12345"], None),
            (Some("SK"), vec![], None),
        ] {
            let party = PartyFacts {
                country: country.map(str::to_owned),
                tax_ids: ids.iter().map(ToString::to_string).collect(),
                ..PartyFacts::default()
            };
            assert_eq!(party.slovak_dic(), dic, "{ids:?}");
        }
    }
}
