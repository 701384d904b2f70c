//! The tables of the two vocabularies, read from their text files when first needed.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use super::value::Kind;
use crate::index::Attribute;
use crate::names::{NAMES, Name};

/// A type's place in [`Schema::types`].
pub(super) type TypeId = u16;

/// Elements that nothing is known of: they and their descendants are let be.
pub(super) const UNCHECKED: TypeId = 0;
/// Elements below a wildcard: those that the schema knows are checked against it.
pub(super) const LAX: TypeId = 1;

/// The shape of some documents.
pub struct Schema {
    /// The document elements, in words: "an Invoice or CreditNote".
    pub(super) documents: &'static str,
    /// Whether white space at the ends of dates and times does no harm, as Xerces has it; libxml2, with
    /// which the invoices of the corpus were judged, minds it.
    pub(super) trims: bool,
    pub(super) types: Vec<Type>,
    pub(super) particles: Vec<Particle>,
    /// Document elements.
    pub(super) roots: Vec<(Name, TypeId)>,
    /// By name: the type that the element has wherever it stands, if it stands anywhere.
    pub(super) usual: Vec<TypeId>,
}

/// What an element may hold.
pub(super) struct Type {
    pub(super) content: Content,
    /// Bits of the attributes that it may have.
    pub(super) allowed: u64,
    /// Bits of those that it must have.
    pub(super) required: u64,
    /// Bits of those whose value is checked against [`Type::values`].
    pub(super) checked: u64,
    pub(super) values: Vec<(Attribute, AttributeValue)>,
}

/// What stands between the tags.
#[derive(Clone)]
pub(super) enum Content {
    /// Elements in this order.
    Sequence(Range<usize>),
    /// Exactly one of these elements.
    Choice(Range<usize>),
    /// One element of another namespace.
    Wildcard,
    /// Anything.
    Anything,
    /// A value.
    Value(Kind),
}

/// What an attribute must be.
pub(super) enum AttributeValue {
    /// A value of this kind.
    Kind(Kind),
    /// This text, white space aside.
    Fixed(String),
}

/// An element's place in a sequence.
#[derive(Clone, Copy)]
pub(super) struct Particle {
    pub(super) name: Name,
    pub(super) required: bool,
    pub(super) repeatable: bool,
    pub(super) of: TypeId,
}

/// The types of UBL 2.1, without document elements.
pub const UBL_TYPES: &str = include_str!("ubl.txt");

impl Schema {
    /// The shape that tables in the form of `ubl.txt` prescribe; a later one may use the types of those
    /// before it. Dates and times may have white space at their ends.
    ///
    /// # Panics
    /// If a table has a fault: they are parts of the program.
    pub fn of_tables(documents: &'static str, texts: &[&'static str]) -> Self {
        Self { trims: true, ..read(documents, texts) }
    }
}

impl std::fmt::Debug for Schema {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Schema(of {})", self.documents)
    }
}

/// UBL 2.1 `Invoice` and `CreditNote`.
pub(crate) fn ubl() -> &'static Schema {
    static SCHEMA: OnceLock<Schema> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let roots = "root Invoice Invoice\nroot CreditNote CreditNote\n";
        read("an Invoice or CreditNote", &[UBL_TYPES, roots])
    })
}

/// The Cross Industry Invoice D16B.
pub(crate) fn cii() -> &'static Schema {
    static SCHEMA: OnceLock<Schema> = OnceLock::new();
    SCHEMA.get_or_init(|| read("a CrossIndustryInvoice", &[include_str!("cii.txt")]))
}

/// Reads a table. The tables are part of the program: a fault in one is caught by this file's test.
fn read(documents: &'static str, texts: &[&'static str]) -> Schema {
    let entries: Vec<_> = texts.iter().flat_map(|text| entries(text)).collect();
    let mut reader = Reader { ids: type_ids(&entries), schema: empty(documents) };
    for (keyword, head, words) in &entries {
        match *keyword {
            "simple" => reader.simple(words),
            "elements" => reader.elements(head, words),
            "sequence" | "choice" => reader.complex(keyword, words),
            _ => reader.root(head, words[0]),
        }
    }
    reader.schema
}

type Line<'t> = (&'t str, &'t str, Vec<&'t str>);

/// Keyword, name and words of each entry; a line that begins with a space goes on with the last.
fn entries(text: &str) -> Vec<Line<'_>> {
    let mut entries: Vec<Line<'_>> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split_ascii_whitespace();
        match entries.last_mut() {
            Some(last) if line.starts_with(' ') => last.2.extend(words),
            _ => {
                let (keyword, head) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
                entries.push((keyword, head.trim_end_matches(':'), words.collect()));
            }
        }
    }
    entries
}

/// Types are numbered in the order of the file, after the two that no file names.
fn type_ids<'t>(entries: &[Line<'t>]) -> HashMap<&'t str, TypeId> {
    let named = entries.iter().filter(|entry| matches!(entry.0, "simple" | "sequence" | "choice"));
    named.zip(LAX + 1..).map(|(entry, id)| (entry.1, id)).collect()
}

fn empty(documents: &'static str) -> Schema {
    let anything = || Type::new(Content::Anything);
    let unchecked = Type { allowed: u64::MAX, ..anything() };
    let lax = Type { allowed: u64::MAX, ..anything() };
    Schema {
        documents,
        trims: false,
        types: vec![unchecked, lax],
        particles: Vec::new(),
        roots: Vec::new(),
        usual: vec![LAX; NAMES],
    }
}

impl Type {
    const fn new(content: Content) -> Self {
        Self { content, allowed: 0, required: 0, checked: 0, values: Vec::new() }
    }
}

struct Reader<'t> {
    ids: HashMap<&'t str, TypeId>,
    schema: Schema,
}

impl Reader<'_> {
    fn simple(&mut self, words: &[&str]) {
        let mut simple = Type::new(Content::Value(Kind::of_name(words[0])));
        for word in &words[1..] {
            let (name, rest) = word.split_once(':').expect("name:type");
            let (kind, fixed) = rest.split_once('=').unwrap_or((rest, ""));
            let attribute = Attribute::of_name(name);
            simple.allowed |= attribute.bit();
            if kind.ends_with('!') {
                simple.required |= attribute.bit();
            }
            let kind = Kind::of_name(kind.trim_end_matches('!'));
            if !fixed.is_empty() {
                simple.checked |= attribute.bit();
                let fixed = fixed.replace('~', " ");
                simple.values.push((attribute, AttributeValue::Fixed(fixed)));
            } else if kind != Kind::Text {
                simple.checked |= attribute.bit();
                simple.values.push((attribute, AttributeValue::Kind(kind)));
            }
        }
        self.schema.types.push(simple);
    }

    fn elements(&mut self, of: &str, names: &[&str]) {
        for name in names {
            self.schema.usual[named(name).index()] = self.ids[of];
        }
    }

    fn complex(&mut self, keyword: &str, words: &[&str]) {
        let first = self.schema.particles.len();
        if words.iter().any(|word| word.starts_with("any")) {
            self.schema.types.push(Type::new(Content::Wildcard));
            return;
        }
        let (attributes, words): (Vec<&str>, Vec<&str>) =
            words.iter().partition(|word| word.starts_with('@'));
        for word in words {
            let at = word.find(['?', '!', '*', '+']).expect("a cardinality");
            let (name, of) = (named(&word[..at]), &word[at + 1..]);
            let particle = Particle {
                name,
                required: matches!(word.as_bytes()[at], b'!' | b'+'),
                repeatable: matches!(word.as_bytes()[at], b'*' | b'+'),
                of: if of.is_empty() { self.schema.usual[name.index()] } else { self.ids[of] },
            };
            self.schema.particles.push(particle);
        }
        let range = first..self.schema.particles.len();
        let content =
            if keyword == "choice" { Content::Choice(range) } else { Content::Sequence(range) };
        let mut complex = Type::new(content);
        for attribute in attributes {
            let bit = Attribute::of_name(attribute.trim_matches(['@', '!'])).bit();
            complex.allowed |= bit;
            complex.required |= if attribute.ends_with('!') { bit } else { 0 };
        }
        self.schema.types.push(complex);
    }

    fn root(&mut self, name: &str, of: &str) {
        let root = match name {
            "Invoice" => crate::names::INVOICE,
            "CreditNote" => crate::names::CREDIT_NOTE,
            name => named(name),
        };
        self.schema.roots.push((root, self.ids[of]));
    }
}

fn named(step: &str) -> Name {
    Name::of_path_step(step).expect("a name of the vocabulary")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_can_be_read() {
        assert_eq!(ubl().roots.len(), 2);
        assert_eq!(cii().roots.len(), 1);
        for schema in [ubl(), cii()] {
            assert!(schema.particles.iter().all(|p| (p.of as usize) < schema.types.len()));
            assert!(schema.particles.iter().all(|p| p.of > LAX));
        }
    }

    #[test]
    fn codes_have_their_attributes() {
        let schema = ubl();
        let code = schema.usual[named("cbc:InvoiceTypeCode").index()];
        let allowed = schema.types[code as usize].allowed;
        assert_ne!(allowed & Attribute::ListId.bit(), 0);
        assert_eq!(allowed & Attribute::SchemeId.bit(), 0);
    }
}
