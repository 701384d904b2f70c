//! A vocabulary as data.

use super::content::{Content, Name, TypeId};
use super::simple::Simple;
use std::collections::HashMap;

/// Anything at all: what a word of a table means that no table explains.
pub(super) const ANY_TYPE: TypeId = 0;

/// One vocabulary.
#[derive(Debug, Default)]
pub(super) struct Schema {
    /// Prefix and namespace.
    pub(super) namespaces: Vec<(&'static str, &'static str)>,
    /// Elements that may be the root, or stand where a wildcard allows any.
    pub(super) elements: HashMap<Name, TypeId>,
    pub(super) types: Vec<Type>,
}

/// What an element may hold.
#[derive(Debug, Clone)]
pub(super) struct Type {
    pub(super) content: Content,
    pub(super) attributes: Vec<AttributeUse>,
    /// Attributes of other namespaces than this one are allowed; of any, where it is empty.
    pub(super) other_attributes: Option<&'static str>,
}

/// An attribute that an element may have.
#[derive(Debug, Clone)]
pub(super) struct AttributeUse {
    pub(super) name: Name,
    pub(super) required: bool,
    pub(super) fixed: Option<String>,
    pub(super) value: Simple,
}
