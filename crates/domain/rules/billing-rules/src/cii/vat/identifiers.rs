//! Which parties have which tax identifiers.

use crate::cii::name;
use crate::cii::places::Places;
use crate::index::{Attribute, Element, Index};

/// The tax identifiers found. "Proper" are those of the header agreement itself; the official rules sometimes ask for
/// these and sometimes for any in the document.
#[derive(Debug, Default, Clone, Copy)]
pub(in crate::cii) struct Identifiers {
    pub(super) seller_vat: bool,
    pub(super) seller_tax: bool,
    pub(super) representative_vat: bool,
    pub(super) proper_seller_vat: bool,
    pub(super) proper_seller_tax: bool,
    pub(super) proper_representative_vat: bool,
    pub(super) buyer_vat: bool,
    pub(super) buyer_legal: bool,
}

impl Identifiers {
    pub(in crate::cii) fn of(places: &Places<'_, '_>) -> Self {
        let index = places.index;
        let mut found = Self::default();
        for registration in index.named(name::TAX_REGISTRATION) {
            let (vat, tax) = schemes(index, registration);
            let Some(party) = index.parent(registration) else { continue };
            let proper = index.parent(party).is_some_and(|part| places.is_agreement(part));
            match index.name(party) {
                name::SELLER => {
                    found.seller_vat |= vat;
                    found.seller_tax |= tax;
                    found.proper_seller_vat |= vat && proper;
                    found.proper_seller_tax |= tax && proper;
                }
                name::REPRESENTATIVE => {
                    found.representative_vat |= vat;
                    found.proper_representative_vat |= vat && proper;
                }
                name::BUYER => found.buyer_vat |= vat,
                _ => {}
            }
        }
        found.buyer_legal = index
            .named(name::LEGAL_ORGANIZATION)
            .any(|o| index.parent_name(o) == name::BUYER && index.has_child(o, name::ID));
        found
    }
}

/// Whether there is a VAT identifier (`VA`), and another tax identifier (`FC`).
fn schemes(index: &Index<'_>, registration: Element) -> (bool, bool) {
    let (mut vat, mut tax) = (false, false);
    for id in index.children_named(registration, name::ID) {
        match index.attribute(id, Attribute::SchemeId) {
            Some("VA") => vat = true,
            Some("FC") => tax = true,
            _ => {}
        }
    }
    (vat, tax)
}
