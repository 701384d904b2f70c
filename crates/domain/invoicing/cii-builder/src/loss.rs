//! What a UBL document says and the CII does not.

use crate::tree::{Element, own_text};
use xml::{Place, XmlElement as _, white_space::trimmed};

/// The most losses that are told.
pub const MOST_LOSSES: usize = 1_000;

/// The longest excerpt of a value, in characters.
const LONGEST_VALUE: usize = 120;

/// Something that has no term in EN 16931, or stands a second time where there is room for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// Where it stands in the UBL.
    pub place: Place,
    /// What stands there, cut after 120 characters.
    pub value: String,
}

impl Loss {
    /// Every text and attribute that was not carried, in the order of the document. Of more than [`MOST_LOSSES`] the last
    /// says at the document's element how many there are besides.
    pub(crate) fn all(
        root: Element<'_>,
        carried: &dyn Fn(Element<'_>) -> bool,
        attribute_carried: &dyn Fn(Element<'_>, &str) -> bool,
    ) -> Vec<Loss> {
        let mut losses = Vec::new();
        let mut more = 0_usize;
        let mut lose = |place: Place, value: &str| match value {
            "" => {}
            value if losses.len() < MOST_LOSSES => losses.push(Loss { place, value: cut(value) }),
            _ => more += 1,
        };
        for element in root.descendants().filter(Element::is_element) {
            if !carried(element) {
                lose(Place::element(element.offset()), trimmed(&own_text(element)));
            }
            for attribute in element.attributes().filter(|own| own.namespace().is_none()) {
                let name = attribute.name();
                if !attribute_carried(element, name) {
                    let place = Place::attribute(element.offset(), name.to_owned());
                    lose(place, trimmed(attribute.value()));
                }
            }
        }
        if more > 0 {
            losses.truncate(MOST_LOSSES - 1);
            let value = format!("{} more values", more + 1);
            losses.push(Loss { place: Place::element(root.offset()), value });
        }
        losses
    }
}

/// An amount in another currency than the document's (BT-5): CII has amounts without one, so that it would change its worth.
/// The VAT total in the accounting currency (BT-111) is no such amount.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the amount {amount} {found} is in another currency than the document, which is in {currency}"
)]
pub struct OtherCurrency {
    /// The byte of the UBL at which its element begins.
    pub element: usize,
    /// The amount as it stands there.
    pub amount: String,
    /// Its currency.
    pub found: String,
    /// That of the document.
    pub currency: String,
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
