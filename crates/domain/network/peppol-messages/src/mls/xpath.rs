//! The few functions of XPath 2.0 that the rules use.

use std::borrow::Cow;

use xml::{XmlElement, white_space};

use crate::application_response::CBC;

/// The official rules stop at a sequence where one item is asked: such a document is not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TypeError;

/// `normalize-space` of nothing or one element.
pub(super) fn normalized<'t, E: XmlElement<'t>>(
    elements: impl IntoIterator<Item = E>,
) -> Result<Cow<'t, str>, TypeError> {
    let mut elements = elements.into_iter();
    let first = elements.next();
    if elements.next().is_some() {
        return Err(TypeError);
    }
    Ok(match first.map(XmlElement::string_value) {
        None => Cow::Borrowed(""),
        Some(Cow::Borrowed(text)) => white_space::normalized(text),
        Some(Cow::Owned(text)) => Cow::Owned(white_space::normalized(&text).into_owned()),
    })
}

/// `normalize-space(cbc:NAME)`
pub(super) fn leaf<'t>(parent: impl XmlElement<'t>, name: &str) -> Result<Cow<'t, str>, TypeError> {
    normalized(parent.elements_named((CBC, name)))
}
