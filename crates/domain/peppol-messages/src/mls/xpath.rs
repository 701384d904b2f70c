//! The few functions of XPath 2.0 that the rules use.

use std::borrow::Cow;

use xml::XmlElement;

use crate::application_response::CBC;
use crate::white_space::{collapsed, whole};

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
    Ok(match first.map(|element| whole(element.all_texts())) {
        None => Cow::Borrowed(""),
        Some(Cow::Borrowed(text)) => collapsed(text),
        Some(Cow::Owned(text)) => Cow::Owned(collapsed(&text).into_owned()),
    })
}

/// `normalize-space(cbc:NAME)`
pub(super) fn leaf<'t>(parent: impl XmlElement<'t>, name: &str) -> Result<Cow<'t, str>, TypeError> {
    normalized(parent.elements_named((CBC, name)))
}
