//! Writing UBL and keeping account of it in one go.

use crate::document_kind::DocumentKind;
use crate::ledger::Ledger;
use crate::loss::{LossKind, REPEATED, Reason};
use crate::tree::{Element, attribute, children, is_hollow, own_text};
use crate::value::{indicator, iso_day, same};
use xml::white_space::trimmed;
use xml::{Opened, Place, Sources, Writer, XmlElement as _};

/// Longest text, in bytes, that is written more than once: the currency, and the remittance text,
/// which banks cut after 140. What is longer could make a small document grow without measure.
pub(crate) const LONGEST_REPEATED: usize = 140;

const AGGREGATES: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2";
const BASICS: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2";

const NO_DAY: Reason =
    Reason::new(LossKind::NoValue, "this is no day of the calendar in format 102 (YYYYMMDD)");

/// A conversion on its way: the UBL so far and what has gone into it.
pub(crate) struct Conversion {
    writer: Writer,
    root: Opened<'static>,
    ledger: Ledger,
    sources: Sources,
    pub(crate) kind: DocumentKind,
    currency: Option<String>,
}

impl Conversion {
    /// The currency (BT-5) is written to each amount that names none.
    pub(crate) fn new(kind: DocumentKind, currency: Option<String>) -> Self {
        let currency = currency.filter(|code| code.len() <= LONGEST_REPEATED && !code.is_empty());
        let mut writer = Writer::new();
        let namespaces = [("", kind.namespace()), ("cac", AGGREGATES), ("cbc", BASICS)];
        let root = writer.open_with_namespaces(kind.root(), &namespaces);
        let (ledger, sources) = (Ledger::default(), Sources::default());
        Self { writer, root, ledger, sources, kind, currency }
    }

    /// Whether the document says its currency.
    pub(crate) const fn has_currency(&self) -> bool {
        self.currency.is_some()
    }

    /// The UBL, the account of what is in it, and where that comes from.
    pub(crate) fn finish(mut self) -> (String, Ledger, Sources) {
        self.writer.close(self.root);
        (self.writer.finish(), self.ledger, self.sources)
    }

    /// The first child of a name that says anything. The others are noted as repeated.
    pub(crate) fn first<'a>(
        &mut self,
        parent: Option<Element<'a>>,
        name: &'static str,
    ) -> Option<Element<'a>> {
        let mut found = None;
        for child in children(parent, name).filter(|child| !is_hollow(*child)) {
            match found {
                None => found = Some(child),
                Some(_) => self.ledger.note(child, REPEATED),
            }
        }
        found
    }

    /// The first of the first of …
    pub(crate) fn at<'a>(
        &mut self,
        parent: Option<Element<'a>>,
        path: &[&'static str],
    ) -> Option<Element<'a>> {
        path.iter().fold(parent, |parent, name| self.first(parent, name))
    }

    /// A group; nothing when its content is nothing.
    pub(crate) fn group(&mut self, name: &str, content: impl FnOnce(&mut Self)) {
        let opened = self.writer.open(("cac", name), &[]);
        content(self);
        self.writer.close_unless_empty(opened);
    }

    /// A text as it stands, white space included: some of it means something (payment terms of
    /// XRechnung).
    pub(crate) fn text(&mut self, name: &str, from: Option<Element<'_>>) {
        let Some(from) = from else { return };
        let text = own_text(from);
        self.leaf(name, from, &[], &[], &text);
    }

    /// A code, an identifier or a number: white space around it is layout.
    pub(crate) fn code(&mut self, name: &str, from: Option<Element<'_>>) {
        self.code_with(name, from, &[]);
    }

    /// A code with attributes, which have the same names in both syntaxes.
    pub(crate) fn code_with(&mut self, name: &str, from: Option<Element<'_>>, kept: &[&str]) {
        let Some(from) = from else { return };
        let text = own_text(from);
        self.leaf(name, from, kept, &[], trimmed(&text));
    }

    /// A code with an attribute that the CII says in an element of its own.
    pub(crate) fn code_and(
        &mut self,
        name: &str,
        from: Option<Element<'_>>,
        key: &str,
        value: Option<Element<'_>>,
    ) {
        let Some(from) = from else { return };
        let text = own_text(from);
        let beside = value.map(own_text).filter(|text| !trimmed(text).is_empty());
        match (beside, value) {
            (Some(beside), Some(value)) if !trimmed(&text).is_empty() => {
                self.leaf(name, from, &[], &[(key, &beside)], trimmed(&text));
                self.ledger.carried(value);
            }
            _ => self.leaf(name, from, &[], &[], trimmed(&text)),
        }
    }

    /// A code that has another spelling in UBL.
    pub(crate) fn recoded(
        &mut self,
        name: &str,
        from: Option<Element<'_>>,
        spelling: fn(&str) -> &str,
    ) {
        let Some(from) = from else { return };
        let text = own_text(from);
        self.leaf(name, from, &[], &[], spelling(&text));
    }

    /// An amount, with its own currency or that of the document.
    pub(crate) fn amount(&mut self, name: &str, from: Option<Element<'_>>) {
        let Some(from) = from else { return };
        let text = own_text(from);
        let own = attribute(from, "currencyID").filter(|(_, code)| !trimmed(code).is_empty());
        let currency = if own.is_none() { self.currency.clone() } else { None };
        let given: Vec<_> = currency.iter().map(|code| ("currencyID", code.as_str())).collect();
        self.leaf(name, from, &["currencyID"], &given, trimmed(&text));
    }

    /// A day below an element such as `IssueDateTime`; its format is said by the day's form.
    pub(crate) fn day(&mut self, name: &str, from: Option<Element<'_>>) {
        let of = self.first(from, "DateTimeString");
        self.day_string(name, of);
    }

    /// The day that an element says, if it is one in a known format.
    pub(crate) fn day_of(from: Element<'_>) -> Option<String> {
        let format = attribute(from, "format");
        let known = format.is_none_or(|(_, format)| matches!(trimmed(format), "" | "102"));
        iso_day(&own_text(from)).filter(|_| known)
    }

    /// A day.
    pub(crate) fn day_string(&mut self, name: &str, from: Option<Element<'_>>) {
        let Some(from) = from else { return };
        let Some(day) = Self::day_of(from) else {
            self.ledger.note(from, NO_DAY);
            return;
        };
        self.leaf(name, from, &[], &[], &day);
        self.implied_attribute(from, "format");
    }

    /// `true` or `false` below an element such as `ChargeIndicator`.
    pub(crate) fn indicator(&mut self, name: &str, from: Option<Element<'_>>) {
        let of = self.first(from, "Indicator");
        self.recoded(name, of, indicator);
    }

    /// A value that UBL asks for and CII says by other means.
    pub(crate) fn fixed(&mut self, name: &str, value: &str) {
        self.writer.leaf(("cbc", name), &[], value);
    }

    /// An amount in the currency of the document that UBL asks for and CII says by others.
    pub(crate) fn given_amount(&mut self, name: &str, amount: &str) {
        let currency = self.currency.clone();
        let given: Vec<_> = currency.iter().map(|code| ("currencyID", code.as_str())).collect();
        self.writer.leaf(("cbc", name), &given, amount);
    }

    /// An identifier under a scheme that CII says by the element's name.
    pub(crate) fn under_scheme(&mut self, name: &str, from: Option<Element<'_>>, scheme: &str) {
        let Some(from) = from else { return };
        let text = own_text(from);
        self.leaf(name, from, &[], &[("schemeID", scheme)], trimmed(&text));
    }

    /// Several texts in one leaf, each on its own line.
    pub(crate) fn joined(&mut self, name: &str, parts: &[(Element<'_>, String)]) {
        let mut text = String::new();
        for (_, part) in parts {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(part);
        }
        if trimmed(&text).is_empty() {
            return;
        }
        // one place is enough to find the others
        parts.first().into_iter().for_each(|(first, _)| self.comes_from(*first));
        self.writer.leaf(("cbc", name), &[], &text);
        for (from, _) in parts {
            self.ledger.carried(*from);
        }
    }

    /// What stands here is said in UBL by where its neighbours stand.
    pub(crate) fn implied(&mut self, element: Element<'_>) {
        self.ledger.carried(element);
    }

    /// The same of an attribute.
    pub(crate) fn implied_attribute(&mut self, element: Element<'_>, name: &str) {
        if let Some((number, _)) = attribute(element, name) {
            self.ledger.attribute_carried(element, number);
        }
    }

    /// Another place that says what `first` says: carried, if that is carried and means the same.
    pub(crate) fn echo(&mut self, first: Element<'_>, other: Element<'_>, contradiction: Reason) {
        if self.ledger.is_carried(first) && same(&own_text(first), &own_text(other)) {
            self.ledger.carried(other);
            for (number, here) in other.attributes().enumerate() {
                let there = attribute(first, here.name()).filter(|(number, there)| {
                    self.ledger.is_attribute_carried(first, *number) && same(there, here.value())
                });
                if here.namespace().is_none() && there.is_some() {
                    self.ledger.attribute_carried(other, number);
                }
            }
        } else {
            self.ledger.note(other, contradiction);
        }
    }

    /// Why what is not carried of an element is not.
    pub(crate) fn note(&mut self, element: Option<Element<'_>>, reason: Reason) {
        if let Some(element) = element {
            self.ledger.note(element, reason);
        }
    }

    /// Writes a leaf that says anything, and marks it and its kept attributes as carried.
    fn leaf(
        &mut self,
        name: &str,
        from: Element<'_>,
        kept: &[&str],
        given: &[(&str, &str)],
        text: &str,
    ) {
        if trimmed(text).is_empty() {
            return;
        }
        let mut attributes = Vec::with_capacity(kept.len() + given.len());
        for key in kept {
            let Some((number, value)) = attribute(from, key) else { continue };
            if !trimmed(value).is_empty() {
                attributes.push((*key, trimmed(value)));
                self.ledger.attribute_carried(from, number);
            }
        }
        attributes.extend_from_slice(given);
        self.comes_from(from);
        self.writer.leaf(("cbc", name), &attributes, text);
        self.ledger.carried(from);
    }

    /// Notes where the next element comes from.
    fn comes_from(&mut self, from: Element<'_>) {
        self.sources.note(self.writer.next(), Place::element(from.offset()));
    }
}
