use super::family::Family;
use super::{exempt, island, outside, reverse, standard, zero};
use crate::rule::Rule;
use crate::ubl::tax::Code;

/// All families.
pub(super) static FAMILIES: [&Family; 9] = [
    &reverse::REVERSE_CHARGE,
    &exempt::EXEMPT,
    &exempt::EXPORT,
    &reverse::INTRA_COMMUNITY,
    &island::CANARY,
    &island::CEUTA,
    &outside::OUTSIDE,
    &standard::STANDARD,
    &zero::ZERO,
];

/// All rules of all families.
pub(in crate::ubl) fn rules() -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().flat_map(|family| &family.rules)
}

pub(super) fn family_of(code: Code) -> Option<&'static Family> {
    FAMILIES.iter().copied().find(|family| family.code == code)
}
