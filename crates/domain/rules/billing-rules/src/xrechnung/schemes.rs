//! The code lists of the extension and of clean vehicles: CEN's with some codes less and some more.

use crate::code_list::CodeList;
use crate::index::{Attribute, Element, Index};
use xml::white_space::normalized;

/// A list of CEN's as XRechnung 3.0.2 takes it.
pub(super) struct Schemes {
    cen: CodeList,
    /// Codes of CEN 1.3.16 that were not in the list of CEN 1.3.15.
    newer: &'static [&'static str],
    /// Codes of XRechnung alone.
    own: &'static [&'static str],
}

/// Digital health applications (DiGA).
const DIGA: [&str; 3] = ["XR01", "XR02", "XR03"];

/// Schemes of identifiers: ISO 6523 ICD.
pub(super) static ICD: Schemes = Schemes {
    cen: CodeList::new(include_str!("../ubl/codes/identifier_schemes.txt")),
    newer: &["0245", "0246", "0247", "0248"],
    own: &DIGA,
};

/// Schemes of electronic addresses: EAS.
pub(super) static EAS: Schemes = Schemes {
    cen: CodeList::new(include_str!("../ubl/codes/endpoint_schemes.txt")),
    newer: &["0242", "0245", "0246", "0248"],
    own: &DIGA,
};

/// Lists of item classifications: UNTDID 7143.
pub(super) static ITEM_TYPES: Schemes = Schemes {
    cen: CodeList::new(include_str!("../ubl/codes/item_types.txt")),
    newer: &[],
    own: &["CVD"],
};

impl Schemes {
    /// Whether the attribute's value, white space around it aside, is one of the codes. The official test lets an empty
    /// one pass, and with it a missing attribute.
    pub(super) fn know(&self, index: &Index<'_>, element: Element, attribute: Attribute) -> bool {
        let code = normalized(index.attribute(element, attribute).unwrap_or_default());
        let code = code.as_ref();
        code.is_empty()
            || self.own.contains(&code)
            || (self.cen.has(code) && !self.newer.contains(&code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_as_long_as_the_official_ones() {
        for (schemes, count) in [(&ICD, 242), (&EAS, 103), (&ITEM_TYPES, 186)] {
            let known = schemes.cen.iter().filter(|code| !schemes.newer.contains(code)).count();
            assert_eq!(known + schemes.own.len(), count);
        }
    }
}
