//! Tables, read from their text files when first needed.

use std::collections::HashMap;
use std::sync::OnceLock;

use xml::schema::{Kind, entries};

use super::table::{AttributeValue, Content, LAX, Particle, Schema, Type, TypeId};
use crate::index::Attribute;
use crate::names::{NAMES, Name};

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
    let lines: Vec<Line<'_>> =
        texts.iter().flat_map(|text| entries(text)).map(|words| Line::of(&words)).collect();
    let mut reader = Reader { ids: type_ids(&lines), schema: empty(documents) };
    for Line { keyword, head, words } in &lines {
        match *keyword {
            "simple" => reader.simple(words),
            "elements" => reader.elements(head, words),
            "sequence" | "choice" => reader.complex(keyword, words),
            _ => reader.root(head, words[0]),
        }
    }
    reader.schema
}

/// An entry taken apart.
struct Line<'t> {
    keyword: &'t str,
    head: &'t str,
    words: Vec<&'t str>,
}

impl<'t> Line<'t> {
    fn of(entry: &[&'t str]) -> Self {
        let head = entry[1].trim_end_matches(':');
        Self { keyword: entry[0], head, words: entry[2..].to_vec() }
    }
}

/// Types are numbered in the order of the file, after the two that no file names.
fn type_ids<'t>(lines: &[Line<'t>]) -> HashMap<&'t str, TypeId> {
    let is_type = |line: &&Line<'_>| matches!(line.keyword, "simple" | "sequence" | "choice");
    lines.iter().filter(is_type).zip(LAX + 1..).map(|(line, id)| (line.head, id)).collect()
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
        let mut simple = Type::new(Content::Value(kind_named(words[0])));
        for word in &words[1..] {
            let (name, rest) = word.split_once(':').expect("name:type");
            let (kind, fixed) = rest.split_once('=').unwrap_or((rest, ""));
            let attribute = Attribute::of_name(name);
            simple.allowed |= attribute.bit();
            if kind.ends_with('!') {
                simple.required |= attribute.bit();
            }
            let kind = kind_named(kind.trim_end_matches('!'));
            if !fixed.is_empty() {
                simple.checked |= attribute.bit();
                let fixed = fixed.replace('~', " ");
                simple.values.push((attribute, AttributeValue::Fixed(fixed)));
            } else if !kind.takes_any_text() {
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

fn kind_named(name: &str) -> Kind {
    Kind::of_name(name).expect("a simple type")
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
