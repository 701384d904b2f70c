//! Reads a table. Tables are part of the program: a word that means nothing lets everything pass, and a
//! test sees that there is none.
//!
//! ```text
//! ns PREFIX URI
//! element NAME TYPE                         a root, or where a wildcard lets any element in
//! simple TYPE BASE FACET…                   minLength=2 maxLength=2 one-of=a|b
//! value TYPE BASE ATTRIBUTE…                text with attributes
//! complex TYPE plain|mixed MODEL ATTRIBUTE… ( a=T b=T? ( c=T | d=T )* #other/lax/p: )
//! ```
//! An attribute is `@name/TYPE`, with `!` where it is required and `=text` where it is fixed; `@#other/p:`
//! lets those of other namespaces in. A line that begins with a blank goes on with the last.

use std::collections::HashMap;

use xml::schema::{Kind, entries};

use super::content::{Content, Name, Particle, Process, Term, TypeId};
use super::shape::{ANY_TYPE, AttributeUse, Schema, Type};
use super::simple::Simple;

#[cfg(test)]
pub(super) fn unknown_words(text: &'static str) -> Vec<&'static str> {
    let mut reader = Reader::new(text);
    reader.all();
    reader.unknown
}

pub(super) fn schema(text: &'static str) -> Schema {
    let mut reader = Reader::new(text);
    reader.all();
    reader.schema
}

struct Reader {
    lines: Vec<Vec<&'static str>>,
    ids: HashMap<&'static str, TypeId>,
    schema: Schema,
    unknown: Vec<&'static str>,
}

type Words<'w> = std::iter::Peekable<std::iter::Copied<std::slice::Iter<'w, &'static str>>>;

impl Reader {
    fn new(text: &'static str) -> Self {
        let any =
            Type { content: Content::Any, attributes: Vec::new(), other_attributes: Some("") };
        let schema = Schema { types: vec![any], ..Schema::default() };
        let (lines, ids) = (entries(text), HashMap::new());
        let mut reader = Self { lines, ids, schema, unknown: Vec::new() };
        reader.name_types();
        reader
    }

    /// Gives each type its number: those of the tables, and built-in ones where they are used.
    fn name_types(&mut self) {
        self.ids.insert("anyType", ANY_TYPE);
        for (name, kind) in Kind::NAMES {
            self.ids.insert(name, self.schema.types.len());
            self.schema.types.push(Type::of(Content::Value(Simple::of(kind))));
        }
        for line in &self.lines {
            if let [word, name, ..] = line[..]
                && matches!(word, "simple" | "value" | "complex")
            {
                self.ids.insert(name, self.schema.types.len());
                self.schema.types.push(Type::of(Content::Any));
            }
        }
    }

    fn all(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        for line in &lines {
            if let ["ns", prefix, uri] = line[..] {
                self.schema.namespaces.push((prefix, uri));
            }
        }
        // a base may stand below what is built on it; none is more than three deep
        for _ in 0..4 {
            self.unknown.clear();
            for line in &lines {
                self.line(line);
            }
        }
    }

    fn line(&mut self, line: &[&'static str]) {
        match line {
            ["ns", ..] => {}
            ["element", name, of] => {
                let (name, of) = (self.name(name), self.id(of));
                self.schema.elements.insert(name, of);
            }
            ["simple", name, base, facets @ ..] => {
                let mut value = self.simple(base);
                for facet in facets {
                    if !value.restrict(facet) {
                        self.unknown.push(facet);
                    }
                }
                self.put(name, Type::of(Content::Value(value)));
            }
            ["value", name, base, attributes @ ..] => {
                let base = self.id(base);
                let mut of = self.schema.types[base].clone();
                self.attributes(attributes, &mut of);
                self.put(name, of);
            }
            ["complex", name, mixed, rest @ ..] => {
                let mut words = rest.iter().copied().peekable();
                let model = self.particle(&mut words);
                let mut of = Type::of(Content::Elements { model, mixed: *mixed == "mixed" });
                self.attributes(&words.collect::<Vec<_>>(), &mut of);
                self.put(name, of);
            }
            other => self.unknown.extend(other.first()),
        }
    }

    fn put(&mut self, name: &'static str, of: Type) {
        let id = self.id(name);
        self.schema.types[id] = of;
    }

    fn id(&mut self, name: &'static str) -> TypeId {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        self.unknown.push(name);
        ANY_TYPE
    }

    fn simple(&mut self, name: &'static str) -> Simple {
        let id = self.id(name);
        match &self.schema.types[id].content {
            Content::Value(value) => value.clone(),
            _ => Simple::of(Kind::Text),
        }
    }

    fn name(&mut self, text: &'static str) -> Name {
        let Some((prefix, local)) = text.split_once(':') else { return ("", text) };
        match self.schema.namespaces.iter().find(|known| known.0 == prefix) {
            Some((_, uri)) => (uri, local),
            None => {
                self.unknown.push(text);
                ("", local)
            }
        }
    }

    /// A group in parentheses, an element or a wildcard.
    fn particle(&mut self, words: &mut Words<'_>) -> Particle {
        let Some(word) = words.next() else { return Particle::once(Term::Sequence(Vec::new())) };
        if word == "(" {
            return self.group(words);
        }
        let (body, least, most) = occurrence(word);
        let term = if let Some(wildcard) = body.strip_prefix('#') {
            let mut parts = wildcard.split('/');
            let (which, process) = (parts.next(), parts.next());
            let not = parts.next().map_or("", |prefix| self.name(prefix).0);
            let process = if process == Some("skip") { Process::Skip } else { Process::Lax };
            Term::Wildcard(if which == Some("other") { not } else { "" }, process)
        } else if let Some((name, of)) = body.split_once('=') {
            Term::Element(self.name(name), self.id(of))
        } else {
            self.unknown.push(word);
            Term::Sequence(Vec::new())
        };
        Particle { term, least, most }
    }

    fn group(&mut self, words: &mut Words<'_>) -> Particle {
        let (mut parts, mut is_choice) = (Vec::new(), false);
        loop {
            match words.peek() {
                None => return Particle::once(Term::Sequence(parts)),
                Some(&"|") => {
                    is_choice = true;
                    words.next();
                }
                Some(end) if end.starts_with(')') => {
                    let (_, least, most) = occurrence(end);
                    words.next();
                    let term = if is_choice { Term::Choice(parts) } else { Term::Sequence(parts) };
                    return Particle { term, least, most };
                }
                Some(_) => parts.push(self.particle(words)),
            }
        }
    }

    fn attributes(&mut self, words: &[&'static str], of: &mut Type) {
        for word in words {
            let Some(text) = word.strip_prefix('@') else {
                self.unknown.push(word);
                continue;
            };
            if let Some(wildcard) = text.strip_prefix('#') {
                let (which, prefix) = wildcard.split_once('/').unwrap_or((wildcard, ""));
                let not = self.name(prefix).0;
                of.other_attributes = Some(if which == "other" { not } else { "" });
                continue;
            }
            let (name, rest) = text.split_once('/').unwrap_or((text, ""));
            let (kind, fixed) = match rest.split_once('=') {
                Some((kind, fixed)) => (kind, Some(fixed.replace('~', " "))),
                None => (rest, None),
            };
            let required = kind.ends_with('!');
            let value = self.simple(kind.trim_end_matches('!'));
            let name = self.name(name);
            of.attributes.retain(|known| known.name != name);
            of.attributes.push(AttributeUse { name, required, fixed, value });
        }
    }
}

impl Type {
    const fn of(content: Content) -> Self {
        Self { content, attributes: Vec::new(), other_attributes: None }
    }
}

impl Particle {
    const fn once(term: Term) -> Self {
        Self { term, least: 1, most: 1 }
    }
}

/// A word without its cardinality, and what that says.
fn occurrence(word: &'static str) -> (&'static str, usize, usize) {
    let end = word.len().saturating_sub(1);
    match word.as_bytes().last() {
        Some(b'?') => (&word[..end], 0, 1),
        Some(b'*') => (&word[..end], 0, usize::MAX),
        Some(b'+') => (&word[..end], 1, usize::MAX),
        Some(b'}') => {
            let (body, range) = word[..end].split_once('{').unwrap_or((word, "1,1"));
            let (least, most) = range.split_once(',').unwrap_or((range, range));
            (body, least.parse().unwrap_or(0), most.parse().unwrap_or(usize::MAX))
        }
        _ => (word, 1, 1),
    }
}
