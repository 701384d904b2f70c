//! The keys of parts, and their kinds.

use std::borrow::Cow;

use billing_rules::machinery::{Attribute, Element, Index, normalized};

use crate::document::SEAT_IDS;

/// What a key is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meta {
    Provider,
    DocumentType,
    Process,
    Country,
    Transport,
    Other,
}

impl Meta {
    fn of(text: &str) -> Self {
        match text {
            "SP" => Self::Provider,
            "DT" => Self::DocumentType,
            "PR" => Self::Process,
            "CC" => Self::Country,
            "TP" => Self::Transport,
            _ => Self::Other,
        }
    }
}

/// The scheme of a key's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scheme {
    SeatIds,
    Peppol,
    SenderCountry,
    ReceiverCountry,
    EndUserCountry,
    Other,
}

impl Scheme {
    fn of(text: &str) -> Self {
        match text {
            SEAT_IDS => Self::SeatIds,
            "Peppol" => Self::Peppol,
            "SenderCountry" => Self::SenderCountry,
            "ReceiverCountry" => Self::ReceiverCountry,
            "EndUserCountry" => Self::EndUserCountry,
            _ => Self::Other,
        }
    }
}

/// A kind of keys. Nothing stands for anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind {
    /// What the key is about.
    pub(super) meta: Option<Meta>,
    /// The scheme of its values.
    pub(super) scheme: Option<Scheme>,
}

/// Keys about this.
pub(super) const fn about(meta: Meta) -> Kind {
    Kind { meta: Some(meta), scheme: None }
}

/// Keys about this, of a scheme.
pub(super) const fn about_of(meta: Meta, scheme: Scheme) -> Kind {
    Kind { meta: Some(meta), scheme: Some(scheme) }
}

/// Keys of a scheme.
pub(super) const fn of_scheme(scheme: Scheme) -> Kind {
    Kind { meta: None, scheme: Some(scheme) }
}

/// A key of a part, as each rule on keys sees it: a dozen rules compare its attributes, so they are looked up once.
pub(super) struct Key<'a> {
    pub(super) element: Element,
    pub(super) meta: Meta,
    pub(super) scheme: Scheme,
    /// The scheme as it is written, white space aside.
    pub(super) written_scheme: Cow<'a, str>,
}

impl<'a> Key<'a> {
    pub(super) fn of(index: &Index<'a>, element: Element) -> Self {
        let attribute = |which| normalized(index.attribute(element, which).unwrap_or_default());
        let (meta, written_scheme) =
            (attribute(Attribute::MetaSchemeId), attribute(Attribute::SchemeId));
        let (meta, scheme) = (Meta::of(&meta), Scheme::of(&written_scheme));
        Self { element, meta, scheme, written_scheme }
    }

    pub(super) fn is(&self, kind: &Kind) -> bool {
        kind.meta.is_none_or(|meta| self.meta == meta)
            && kind.scheme.is_none_or(|scheme| self.scheme == scheme)
    }
}
