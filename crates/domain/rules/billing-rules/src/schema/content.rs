//! Values and attributes.

use super::table::{AttributeValue, Type};
use super::{Pass, rule};
use crate::index::{Attribute, Element};
use crate::verdict::Value;
use xml::schema::{Kind, Validator};
use xml::white_space::{is_space, normalized, trimmed};

/// The namespace whose attributes any element may have.
const INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// The attributes that some element must have.
const REQUIRED: [Attribute; 6] = [
    Attribute::CurrencyId,
    Attribute::UnitCode,
    Attribute::MimeCode,
    Attribute::MetaSchemeId,
    Attribute::SchemeId,
    Attribute::Type,
];

impl Pass<'_, '_, '_> {
    /// A value has no child elements and the form of its type.
    pub(super) fn value(&mut self, element: Element, kind: Kind) {
        if self.index.has_children(element) {
            for child in self.index.children(element) {
                self.unexpected(child);
            }
        } else if !kind.takes_any_text() && !self.admits(kind, &self.index.value(element)) {
            self.hits.push_with(&rule::VALUE, element, Value::Text(kind.looks()), Value::None);
        }
    }

    /// Whether the text is a value of the kind; surrounding white space is ignored where the schema does so.
    fn admits(&self, kind: Kind, text: &str) -> bool {
        kind.admits(if self.schema.trims { trimmed(text) } else { text }, Validator::Libxml2)
    }

    /// The attributes are allowed, complete and of their types.
    pub(super) fn attributes(&mut self, element: Element, of: &Type) {
        let present = self.index.attributes(element);
        if present & !of.allowed != 0 {
            self.surplus(element, of);
        }
        if of.required & !present != 0 {
            self.missing(element, of.required & !present);
        }
        if present & of.checked != 0 {
            self.attribute_values(element, of);
        }
    }

    fn surplus(&mut self, element: Element, of: &Type) {
        for attribute in self.index.node(element).attributes() {
            let allowed = match attribute.namespace() {
                Some(INSTANCE) => {
                    matches!(
                        attribute.name(),
                        "type" | "schemaLocation" | "noNamespaceSchemaLocation"
                    )
                }
                Some(_) => false,
                None => {
                    let known = Attribute::of_name(attribute.name());
                    known != Attribute::Other && of.allowed & known.bit() != 0
                }
            };
            if !allowed {
                let found = Value::Owned(attribute.name().into());
                self.hits.push_with(&rule::ATTRIBUTE, element, Value::None, found);
            }
        }
    }

    fn missing(&mut self, element: Element, missing: u64) {
        for attribute in REQUIRED {
            if missing & attribute.bit() != 0 {
                let expected = Value::Text(attribute.name());
                self.hits.push_with(&rule::ATTRIBUTE_MISSING, element, expected, Value::None);
            }
        }
    }

    fn attribute_values(&mut self, element: Element, of: &Type) {
        for (attribute, wanted) in &of.values {
            let Some(found) = self.index.attribute(element, *attribute) else { continue };
            let expected = match wanted {
                AttributeValue::Kind(kind) if !kind.admits(found, Validator::Libxml2) => {
                    Value::Text(kind.looks())
                }
                AttributeValue::Fixed(fixed) if !same_token(found, fixed) => {
                    Value::Owned(fixed.as_str().into())
                }
                _ => continue,
            };
            let found = Value::Owned(format!("{}=\"{found}\"", attribute.name()).into());
            self.hits.push_with(&rule::ATTRIBUTE_VALUE, element, expected, found);
        }
    }
}

/// Whether the texts are the same token: white space at the ends and its kind do not count.
fn same_token(text: &str, token: &str) -> bool {
    text == token || (text.bytes().any(is_space) && normalized(text) == token)
}
