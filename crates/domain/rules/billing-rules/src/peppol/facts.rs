//! What several rules want to know of a document, found out once.
//!
//! A fact that the official engine fails to find out is kept as the error: it kills the run only
//! when a rule's test asks for it, and a rule whose context asks for it just does not apply.

use std::borrow::Cow;

use super::names::*;
use super::reading::{any_is, normalized_at, substring, value_at};
use super::variant::{Asks, Variant, WITH_RESPONSE};
use crate::index::{Element, Index};
use crate::logic::both;
use crate::names::Name;
use crate::number::XsDecimal;
use crate::verdict::StylesheetAborted;
use xml::white_space::normalized;

/// The profile that the process identifier (BT-23) names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Profile {
    /// Profile 01, France's included.
    Basic,
    /// Profile 02.
    WithResponse,
    /// None that is known.
    Unknown,
}

/// The facts of a document.
pub(super) struct Facts<'i, 'd> {
    pub(super) index: &'i Index<'d>,
    pub(super) variant: &'static Variant,
    pub(super) profile: Result<Profile, StylesheetAborted>,
    /// The seller's country in its address, in capitals; empty when there is none.
    seller_address: Result<String, StylesheetAborted>,
    /// The buyer's.
    buyer_address: Result<String, StylesheetAborted>,
    /// Whether the document element is a UBL invoice or credit note.
    pub(super) is_ubl: bool,
    /// How far amounts may be from what they should be.
    pub(super) slack: XsDecimal,
}

impl<'i, 'd> Facts<'i, 'd> {
    pub(super) fn of(index: &'i Index<'d>, variant: &'static Variant) -> Self {
        let root = index.name(Element::ROOT);
        Self {
            index,
            variant,
            profile: profile(index, variant),
            seller_address: capitals_at(index, SUPPLIER_COUNTRY),
            buyer_address: capitals_at(index, CUSTOMER_COUNTRY),
            is_ubl: root == INVOICE || root == CREDIT_NOTE,
            slack: match variant.asks {
                Asks::Peppol => slack(std::iter::empty::<&str>()),
                Asks::Xrechnung => {
                    let codes = index.children_named(Element::ROOT, DOCUMENT_CURRENCY_CODE);
                    slack(codes.map(|code| index.value(code)))
                }
            },
        }
    }

    /// Whether the seller's address is in the country.
    pub(super) fn seller_resides_in(&self, country: &str) -> Result<bool, StylesheetAborted> {
        self.seller_address.as_ref().map(|found| found == country).map_err(|aborted| *aborted)
    }

    /// Whether the buyer's address is in the country.
    pub(super) fn buyer_resides_in(&self, country: &str) -> Result<bool, StylesheetAborted> {
        self.buyer_address.as_ref().map(|found| found == country).map_err(|aborted| *aborted)
    }

    /// Whether the addresses of both are in the country.
    pub(super) fn both_reside_in(&self, country: &str) -> Result<bool, StylesheetAborted> {
        both(self.seller_resides_in(country), || self.buyer_resides_in(country))
    }

    /// Whether the tax representative's address is in the country.
    pub(super) fn representative_resides_in(
        &self,
        country: &str,
    ) -> Result<bool, StylesheetAborted> {
        Ok(capitals_at(self.index, REPRESENTATIVE_COUNTRY)? == country)
    }

    /// The country of the seller's VAT number, else of its tax representative's, else of its
    /// address.
    pub(super) fn seller_country(&self) -> Result<String, StylesheetAborted> {
        if let Some(country) = vat_country(self.index, &[ACCOUNTING_SUPPLIER_PARTY, PARTY])? {
            return Ok(country);
        }
        match vat_country(self.index, &[TAX_REPRESENTATIVE_PARTY])? {
            Some(country) => Ok(country),
            None => self.or_unknown(&self.seller_address, SUPPLIER_COUNTRY),
        }
    }

    /// The country of the seller's own VAT number, else of its address.
    pub(super) fn seller_own_country(&self) -> Result<String, StylesheetAborted> {
        match vat_country(self.index, &[ACCOUNTING_SUPPLIER_PARTY, PARTY])? {
            Some(country) => Ok(country),
            None => self.or_unknown(&self.seller_address, SUPPLIER_COUNTRY),
        }
    }

    /// The country of the buyer's VAT number, else of its address.
    pub(super) fn buyer_country(&self) -> Result<String, StylesheetAborted> {
        match vat_country(self.index, &[ACCOUNTING_CUSTOMER_PARTY, PARTY])? {
            Some(country) => Ok(country),
            None => self.or_unknown(&self.buyer_address, CUSTOMER_COUNTRY),
        }
    }

    fn or_unknown(
        &self,
        country: &Result<String, StylesheetAborted>,
        path: &[Name],
    ) -> Result<String, StylesheetAborted> {
        match self.index.first_at(Element::ROOT, path) {
            Some(_) => country.clone(),
            None => Ok("XX".into()),
        }
    }

    /// The country code at the path as it is written; empty in a document that is not UBL.
    pub(super) fn raw_country(&self, path: &[Name]) -> Result<Cow<'d, str>, StylesheetAborted> {
        if !self.is_ubl {
            return Ok(Cow::Borrowed(""));
        }
        value_at(self.index, Element::ROOT, path)
    }

    /// Whether seller, and buyer too, have exactly this country code in their addresses; not so
    /// when the codes cannot be read.
    pub(super) fn raw_countries_are(&self, country: &str) -> (bool, bool) {
        let is = |path| self.raw_country(path).is_ok_and(|found| found == country);
        let seller = is(SUPPLIER_COUNTRY);
        (seller, seller && is(CUSTOMER_COUNTRY))
    }
}

/// How far amounts may be from what they should be: 0.02, to XRechnung half a forint where any of the document's
/// currency codes says so.
pub(crate) fn slack<T: AsRef<str>>(mut currencies: impl Iterator<Item = T>) -> XsDecimal {
    let cents = if currencies.any(|code| code.as_ref() == "HUF") { 50 } else { 2 };
    XsDecimal::of_cents(cents)
}

fn profile(index: &Index<'_>, variant: &Variant) -> Result<Profile, StylesheetAborted> {
    let process = normalized_at(index, Element::ROOT, &[PROFILE_ID])?;
    Ok(if variant.processes.contains(&process.as_ref()) {
        Profile::Basic
    } else if process == WITH_RESPONSE {
        Profile::WithResponse
    } else {
        Profile::Unknown
    })
}

fn capitals_at(index: &Index<'_>, path: &[Name]) -> Result<String, StylesheetAborted> {
    normalized_at(index, Element::ROOT, path).map(|text| text.to_uppercase())
}

/// The first two characters of the party's VAT number, in capitals; nothing when there is none.
/// With two VAT numbers the official engine gives up.
fn vat_country(index: &Index<'_>, party: &[Name]) -> Result<Option<String>, StylesheetAborted> {
    let mut found: Option<String> = None;
    for party in index.path(Element::ROOT, party) {
        for scheme in index.children_named(party, PARTY_TAX_SCHEME) {
            if any_is(index, scheme, &[TAX_SCHEME, ID], "VAT") {
                let number = value_at(index, scheme, &[COMPANY_ID])?;
                let prefix = substring(&number, 1, 2).to_owned();
                if found.replace(prefix).is_some() {
                    return Err(StylesheetAborted::too_many(scheme));
                }
            }
        }
    }
    Ok(found.filter(|prefix| !prefix.is_empty()).map(|p| normalized(&p).to_uppercase()))
}
