//! The facts of a document that the connector uses.

use crate::{
    documents::{
        preceding::PrecedingInvoice,
        tax_id::{TaxId, TaxNumbers},
    },
    identifiers::{
        Profile, Root,
        participant::{SLOVAK_DIC, TEST_DIC},
    },
    repair::LooseIndicator,
};
use invoicing::{Address, Party};
use party_identifiers::number;
use rust_decimal::Decimal;
use time::Date;

/// The facts of a parsed document that matter for sending. Texts are trimmed; an empty text is `None`, except that of
/// an electronic address, which stays as an empty value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentFacts {
    /// The kind of document, by its root element.
    pub root: Root,
    /// Specification identifier (BT-24), `cbc:CustomizationID`.
    pub customization: Option<String>,
    /// Business process type (BT-23), `cbc:ProfileID`.
    pub profile: Option<String>,
    /// Type code (BT-3).
    pub type_code: Option<String>,
    /// Invoice number (BT-1), `cbc:ID`.
    pub number: Option<String>,
    /// Issue date (BT-2).
    pub issue_date: Option<Date>,
    /// Payment due date (BT-9).
    pub due_date: Option<Date>,
    /// Invoice currency code (BT-5).
    pub currency: Option<String>,
    /// Total without VAT (BT-109).
    pub net: Option<Decimal>,
    /// Total with VAT (BT-112).
    pub total: Option<Decimal>,
    /// Paid amount (BT-113).
    pub prepaid: Option<Decimal>,
    /// Rounding amount (BT-114).
    pub rounding: Option<Decimal>,
    /// Amount due for payment (BT-115).
    pub payable: Option<Decimal>,
    /// Remittance information (BT-83), the first `cac:PaymentMeans/cbc:PaymentID`.
    pub payment_id: Option<String>,
    /// The preceding invoice (BG-3), if there is one; `None` for several.
    pub preceding: Option<PrecedingInvoice>,
    /// Charge indicators written as `1` or `0`.
    pub loose_indicators: Vec<LooseIndicator>,
    /// Seller (BG-4).
    pub supplier: PartyFacts,
    /// Buyer (BG-7).
    pub customer: PartyFacts,
}

impl DocumentFacts {
    /// Facts with only the root element set.
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
            preceding: None,
            loose_indicators: Vec::new(),
            supplier: PartyFacts::default(),
            customer: PartyFacts::default(),
        }
    }

    /// The party on one side.
    #[must_use]
    pub const fn party(&self, side: Side) -> &PartyFacts {
        match side {
            Side::Supplier => &self.supplier,
            Side::Customer => &self.customer,
        }
    }

    /// The side that sends: the customer for a self-billed document, else the supplier.
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
    /// All values.
    pub const ALL: [Side; 2] = [Side::Supplier, Side::Customer];

    /// The opposite side.
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

/// The facts of a party.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PartyFacts {
    /// Legal name (BT-27, BT-44), else the trade name (BT-28, BT-45).
    pub name: Option<String>,
    /// Country code of the postal address (BT-40, BT-55).
    pub country: Option<String>,
    /// Electronic address (BT-34, BT-49).
    pub endpoint: Option<Endpoint>,
    /// Tax registrations, one for each `cac:PartyTaxScheme` (BT-31, BT-32, BT-48).
    pub tax_ids: Vec<TaxId>,
    /// Legal registration identifier (BT-30, BT-47).
    pub legal_id: Option<Endpoint>,
    /// Party identifiers (BT-29, BT-46).
    pub ids: Vec<Endpoint>,
    /// Address lines 1 and 2 (BT-35 and BT-36, BT-50 and BT-51).
    pub street: Option<String>,
    /// City (BT-37, BT-52).
    pub city: Option<String>,
    /// Post code (BT-38, BT-53).
    pub postal_code: Option<String>,
    /// Contact e-mail address (BT-43, BT-58).
    pub email: Option<String>,
    /// Contact telephone number (BT-42, BT-57).
    pub phone: Option<String>,
}

/// An electronic address or another identifier of a party, as written in the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The scheme, `@schemeID`.
    pub scheme: Option<String>,
    /// The value; it may be empty.
    pub value: String,
}

/// The business registers of Slovakia (0158) and the Czech Republic (0154) in ISO 6523.
fn is_ico_scheme(scheme: &str) -> bool {
    matches!(scheme, "0158" | "0154")
}

/// Whether a scheme is an ISO 6523 code, which names the register of a number.
fn is_code(scheme: &str) -> bool {
    scheme.len() == 4 && scheme.bytes().all(|byte| byte.is_ascii_digit())
}

/// VAT groups have their own numbers, which begin with 7 and have the form of a member's DIČ.
const VAT_GROUP: char = '7';

impl PartyFacts {
    /// The party's DIČ, when its tax registrations are unambiguous: ten digits of a Slovak party, or `SK` and the DIČ.
    /// `None` for VAT groups, and when two registrations disagree.
    #[must_use]
    pub fn slovak_dic(&self) -> Option<&str> {
        let slovak = self.is_slovak();
        let plain = self
            .tax_ids
            .iter()
            .map(|id| id.value.as_str())
            .filter(|id| slovak && crate::identifiers::is_dic(id));
        let of_vat_id = self.tax_ids.iter().filter_map(|id| id.value.strip_prefix("SK"));
        let mut found = plain
            .chain(of_vat_id.filter(|d| crate::identifiers::is_dic(d)))
            .filter(|d| !d.starts_with(VAT_GROUP));
        let first = found.next()?;
        found.all(|other| other == first).then_some(first)
    }

    /// The party in the form of invoices, with normalized numbers. Of its registration numbers only a Slovak or Czech
    /// one becomes an IČO.
    #[must_use]
    pub fn to_party(&self) -> Party {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let country = text(&self.country);
        let numbers = TaxNumbers::of(&self.tax_ids, self.country.as_deref());
        let dic = numbers.dic.or_else(|| self.addressed_dic(numbers.ic_dph.is_none()));
        let of_vat = dic.as_deref().is_some_and(|dic| !crate::identifiers::is_dic(dic));
        Party {
            name: text(&self.name),
            ico: self.ico(),
            vat_payer: of_vat || numbers.ic_dph.is_some(),
            dic,
            ic_dph: numbers.ic_dph,
            address: Some(Address {
                street: text(&self.street),
                city: text(&self.city),
                postal_code: text(&self.postal_code),
                country,
            }),
            email: self.email.clone(),
            phone: self.phone.clone(),
            registration: None,
            peppol_id: None,
        }
    }

    /// The IČO: BT-30, else a party identifier (BT-29) or an electronic address with the scheme of such a register.
    fn ico(&self) -> Option<String> {
        let local = matches!(self.country.as_deref(), Some("SK" | "CZ"));
        let registered = self.legal_id.iter().filter(|id| match id.scheme.as_deref() {
            Some(scheme) => is_ico_scheme(scheme) || (local && !is_code(scheme)),
            None => local,
        });
        let others = self.ids.iter().chain(&self.endpoint);
        let others = others.filter(|id| id.scheme.as_deref().is_some_and(is_ico_scheme));
        let mut numbers = registered.chain(others).map(|id| number(&id.value));
        numbers.find(|id| id.len() == 8 && id.bytes().all(|b| b.is_ascii_digit()))
    }

    /// The DIČ in a Slovak party's electronic address, when the party states no tax number.
    fn addressed_dic(&self, wanted: bool) -> Option<String> {
        let endpoint = self.endpoint.as_ref().filter(|_| wanted && self.tax_ids.is_empty())?;
        let slovak = self.country.as_deref().is_none_or(|country| country == "SK");
        let by_dic = matches!(endpoint.scheme.as_deref(), Some(SLOVAK_DIC | TEST_DIC));
        let dic = number(&endpoint.value);
        (slovak && by_dic && crate::identifiers::is_dic(&dic)).then_some(dic)
    }

    /// Whether the party states that it is Slovak.
    #[must_use]
    pub fn is_slovak(&self) -> bool {
        match &self.country {
            Some(country) => country == "SK",
            None => self.tax_ids.iter().any(|id| id.value.starts_with("SK")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ico_is_a_number_of_the_register() {
        let id = |text: &str| match text.split_once(':') {
            Some((scheme, value)) => {
                Endpoint { scheme: Some(scheme.to_owned()), value: value.to_owned() }
            }
            None => Endpoint { scheme: None, value: text.to_owned() },
        };
        for (country, legal, other, endpoint, ico) in [
            ("SK", Some("36 123 455"), None, None, Some("36123455")),
            ("SK", Some("0158:36.123.455"), None, None, Some("36123455")),
            ("CZ", Some("0154:12345678"), None, None, Some("12345678")),
            ("SK", Some("OR BA, vl. 123/B"), Some("0158:36123455"), None, Some("36123455")),
            ("SK", None, None, Some("0158:36123455"), Some("36123455")),
            ("", Some("0158:36123455"), None, None, Some("36123455")),
            // identifiers of other registers, or without a scheme
            ("SK", Some("0060:36123455"), None, None, None),
            ("SK", None, Some("36123455"), None, None),
            ("SK", None, None, Some("0088:36123455"), None),
            ("DK", Some("0184:12345678"), None, None, None),
            ("DK", Some("12345678"), None, None, None),
            ("", Some("12345678"), None, None, None),
            ("SK", Some("3612345"), None, None, None),
        ] {
            let party = PartyFacts {
                country: Some(country.to_owned()).filter(|country| !country.is_empty()),
                legal_id: legal.map(id),
                ids: other.map(id).into_iter().collect(),
                endpoint: endpoint.map(id),
                ..PartyFacts::default()
            };
            assert_eq!(party.to_party().ico.as_deref(), ico, "{country} {legal:?} {other:?}");
        }
    }

    #[test]
    fn who_says_no_tax_number_is_known_by_its_address() {
        let endpoint = |scheme: &str| Endpoint {
            scheme: Some(scheme.to_owned()),
            value: "2021234567".to_owned(),
        };
        let party = |country: &str, scheme: &str, ids: &[&str]| PartyFacts {
            country: Some(country.to_owned()),
            endpoint: Some(endpoint(scheme)),
            tax_ids: ids.iter().map(|id| TaxId::unsaid(id)).collect(),
            ..PartyFacts::default()
        };
        for (party, dic) in [
            (party("SK", "0245", &[]), Some("2021234567")),
            (party("SK", "9915", &[]), Some("2021234567")),
            (party("AT", "9915", &[]), None),
            (party("SK", "0088", &[]), None),
            (party("SK", "0245", &["SK7020000944"]), None),
            (party("SK", "0245", &["2029999999"]), Some("2029999999")),
        ] {
            assert_eq!(party.to_party().dic.as_deref(), dic, "{party:?}");
        }
    }

    #[test]
    fn a_dic_is_derived_only_without_doubt() {
        for (country, ids, dic) in [
            (Some("SK"), vec!["2023456789"], Some("2023456789")),
            (Some("SK"), vec!["SK2023456789"], Some("2023456789")),
            (None, vec!["SK2023456789"], Some("2023456789")),
            (Some("SK"), vec!["SK2023456789", "2023456789"], Some("2023456789")),
            // a foreign company registered for VAT in Slovakia has a Slovak DIČ too
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
                tax_ids: ids.iter().map(|id| TaxId::unsaid(id)).collect(),
                ..PartyFacts::default()
            };
            assert_eq!(party.slovak_dic(), dic, "{ids:?}");
        }
    }
}
