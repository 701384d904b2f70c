//! What a UBL document says and the CII does not.

use crate::tree::{Element, own_text};
use xml::white_space::trimmed;

/// The most losses that are told.
pub const MOST_LOSSES: usize = 1_000;

/// The longest excerpt of a value, in characters.
const LONGEST_VALUE: usize = 120;

/// Something that has no term in EN 16931, or stands a second time where there is room for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// Where it stands: names from the root, an attribute behind `@`.
    pub path: String,
    /// What stands there, cut after 120 characters.
    pub value: String,
}

impl Loss {
    /// Every text and attribute that was not carried, in the order of the document, at most [`MOST_LOSSES`].
    pub(crate) fn all(
        root: Element<'_>,
        carried: &dyn Fn(Element<'_>) -> bool,
        attribute_carried: &dyn Fn(Element<'_>, &str) -> bool,
    ) -> Vec<Loss> {
        let mut losses = Vec::new();
        for element in root.descendants().filter(Element::is_element) {
            if losses.len() >= MOST_LOSSES {
                break;
            }
            let text = own_text(element);
            let path = || path(element);
            if !trimmed(&text).is_empty() && !carried(element) {
                losses.push(Loss { path: path(), value: cut(trimmed(&text)) });
            }
            for attribute in element.attributes().filter(|own| own.namespace().is_none()) {
                let (name, value) = (attribute.name(), trimmed(attribute.value()));
                if !value.is_empty() && !attribute_carried(element, name) {
                    losses.push(Loss { path: format!("{}/@{name}", path()), value: cut(value) });
                }
            }
        }
        losses
    }
}

/// An amount in another currency than the document's (BT-5): CII has amounts without one, so that it would change its worth.
/// The VAT total in the accounting currency (BT-111) is no such amount.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the amount {amount} {found} at {path} is in another currency than the document, which is in {currency}"
)]
pub struct OtherCurrency {
    /// Where it stands: names from the root.
    pub path: String,
    /// The amount as it stands there.
    pub amount: String,
    /// Its currency.
    pub found: String,
    /// That of the document.
    pub currency: String,
}

pub(crate) fn path(element: Element<'_>) -> String {
    let mut names: Vec<_> =
        element.ancestors().filter(Element::is_element).map(|one| one.tag_name().name()).collect();
    names.reverse();
    format!("/{}", names.join("/"))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
