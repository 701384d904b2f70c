//! Writing CII and keeping account of what of the UBL is in it.

use crate::{
    day::of_format_102,
    loss::{Loss, OtherCurrency},
    tree::{Element, at, attribute, own_text, value},
};
use std::collections::HashSet;
use xml::{Opened, Place, Sources, Writer, XmlElement as _, white_space::trimmed};

const NAMESPACES: [(&str, &str); 4] = [
    ("rsm", "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"),
    ("ram", "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"),
    ("qdt", "urn:un:unece:uncefact:data:standard:QualifiedDataType:100"),
    ("udt", "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"),
];

/// A conversion on its way: the CII so far and what has gone into it. Nothing empty is written.
pub(crate) struct Conversion {
    writer: Writer,
    root: Opened<'static>,
    sources: Sources,
    texts: HashSet<usize>,
    attributes: HashSet<(usize, String)>,
    /// BT-5.
    currency: String,
    /// The first amount in another currency than the document's, which CII has no place for.
    foreign: Option<OtherCurrency>,
}

impl Conversion {
    pub(crate) fn new(root: Element<'_>) -> Self {
        let currency = value(at(Some(root), &["DocumentCurrencyCode"]));
        let mut writer = Writer::new();
        let root = writer.open_with_namespaces(("rsm", "CrossIndustryInvoice"), &NAMESPACES);
        Self {
            writer,
            root,
            sources: Sources::default(),
            texts: HashSet::new(),
            attributes: HashSet::new(),
            currency,
            foreign: None,
        }
    }

    /// The document, what of the UBL is not in it, and where what is in it comes from.
    pub(crate) fn finish(
        mut self,
        root: Element<'_>,
    ) -> Result<(String, Vec<Loss>, Sources), OtherCurrency> {
        self.writer.close(self.root);
        let losses = Loss::all(root, &|node| self.texts.contains(&id(node)), &|node, name| {
            self.attributes.contains(&(id(node), name.to_owned()))
        });
        match self.foreign {
            Some(foreign) => Err(foreign),
            None => Ok((self.writer.finish(), losses, self.sources)),
        }
    }

    /// The begin of a document, up to where the next element would be indented, and where what is in it comes from.
    pub(crate) fn begun(self) -> (String, Sources) {
        (self.writer.finish(), self.sources)
    }

    /// How long the document is so far, in bytes.
    pub(crate) fn length(&self) -> usize {
        self.writer.length()
    }

    /// A part of the document, which stands whatever is in it.
    pub(crate) fn part(&mut self, name: &str, content: impl FnOnce(&mut Self)) {
        let opened = self.writer.open(("rsm", name), &[]);
        content(self);
        self.writer.close(opened);
    }

    /// A group; nothing when its content is nothing.
    pub(crate) fn group(&mut self, name: &str, content: impl FnOnce(&mut Self)) {
        let opened = self.writer.open(("ram", name), &[]);
        content(self);
        self.writer.close_unless_empty(opened);
    }

    /// A group that has to stand even when it is empty.
    pub(crate) fn obligatory(&mut self, name: &str, content: impl FnOnce(&mut Self)) {
        let opened = self.writer.open(("ram", name), &[]);
        content(self);
        self.writer.close(opened);
    }

    /// A text as it stands, white space included: some of it means something (payment terms of XRechnung).
    pub(crate) fn text(&mut self, name: &str, from: Option<Element<'_>>) {
        let Some(from) = from else { return };
        let text = own_text(from);
        self.leaf("ram", name, &[], &text, Some(place(from)));
        self.carried(from);
    }

    /// A code, an identifier or a number, with the attributes that have the same names in both syntaxes.
    pub(crate) fn code(&mut self, name: &str, from: Option<Element<'_>>, kept: &[&str]) {
        let Some(from) = from else { return };
        let text = own_text(from);
        let kept: Vec<_> =
            kept.iter().filter_map(|key| Some((*key, attribute(from, key)?))).collect();
        self.leaf("ram", name, &kept, trimmed(&text), Some(place(from)));
        self.carried(from);
        for (key, _) in kept {
            self.attribute_carried(from, key);
        }
    }

    /// An amount in the currency of the document, which CII does not say again. Written without its own, an amount in
    /// another currency would be one in the document's.
    pub(crate) fn amount(&mut self, name: &str, from: Option<Element<'_>>) {
        self.code(name, from, &[]);
        let Some(from) = from else { return };
        let own = attribute(from, "currencyID").filter(|own| *own != self.currency);
        if let Some(own) = own.filter(|_| !self.currency.is_empty()) {
            self.foreign.get_or_insert_with(|| OtherCurrency {
                element: from.offset(),
                amount: value(Some(from)),
                found: own.to_owned(),
                currency: self.currency.clone(),
            });
        }
        self.attribute_carried(from, "currencyID");
    }

    /// An identifier under a scheme that UBL says in an element of its own.
    pub(crate) fn under_scheme(&mut self, name: &str, from: Option<Element<'_>>, scheme: &str) {
        let Some(from) = from else { return };
        let text = own_text(from);
        self.leaf("ram", name, &[("schemeID", scheme)], trimmed(&text), Some(place(from)));
        self.carried(from);
    }

    /// A value that CII asks for and UBL says by other means.
    pub(crate) fn fixed(&mut self, name: &str, value: &str) {
        self.leaf("ram", name, &[], value, None);
    }

    /// What an element says in another way in UBL.
    pub(crate) fn said_by(&mut self, name: &str, value: &str, from: Element<'_>) {
        self.leaf("ram", name, &[], value, Some(place(from)));
        self.carried(from);
    }

    /// What UBL says in an attribute and CII in an element.
    pub(crate) fn of_attribute(&mut self, name: &str, from: Element<'_>, key: &'static str) {
        let value = attribute(from, key).unwrap_or_default();
        self.leaf("ram", name, &[], value, Some(Place::attribute(from.offset(), key)));
        self.attribute_carried(from, key);
    }

    /// A day in a group of its own; `namespace` is that of the inner element.
    pub(crate) fn day(&mut self, name: &str, namespace: &str, from: Option<Element<'_>>) {
        self.day_in(name, (namespace, "DateTimeString"), from);
    }

    /// The day of the VAT point, which has a type of its own.
    pub(crate) fn plain_day(&mut self, name: &str, from: Option<Element<'_>>) {
        self.day_in(name, ("udt", "DateString"), from);
    }

    fn day_in(&mut self, name: &str, inner: (&str, &str), from: Option<Element<'_>>) {
        let Some(from) = from else { return };
        let Some(day) = of_format_102(&own_text(from)) else { return };
        let (namespace, inner) = inner;
        let source = Some(place(from));
        self.group(name, |c| c.leaf(namespace, inner, &[("format", "102")], &day, source));
        self.carried(from);
    }

    /// `true` or `false`.
    pub(crate) fn indicator(&mut self, value: &str, from: Element<'_>) {
        let source = Some(place(from));
        self.group("ChargeIndicator", |c| c.leaf("udt", "Indicator", &[], value, source));
        self.carried(from);
    }

    /// What stands here is in the CII.
    pub(crate) fn carried(&mut self, element: Element<'_>) {
        self.texts.insert(id(element));
    }

    pub(crate) fn attribute_carried(&mut self, element: Element<'_>, name: &str) {
        self.attributes.insert((id(element), name.to_owned()));
    }

    fn leaf(
        &mut self,
        prefix: &str,
        name: &str,
        attributes: &[(&str, &str)],
        text: &str,
        source: Option<Place>,
    ) {
        if trimmed(text).is_empty() {
            return;
        }
        if let Some(source) = source {
            self.sources.note(self.writer.next(), source);
        }
        self.writer.leaf((prefix, name), attributes, text);
    }
}

fn place(element: Element<'_>) -> Place {
    Place::element(element.offset())
}

fn id(element: Element<'_>) -> usize {
    element.id().get_usize()
}
