//! The files that are embedded in a PDF.

use crate::read::MOST_UNPACKED;
use lopdf::{DecompressError, Dictionary, Document, Object, ObjectId, decode_text_string};
use std::collections::{BTreeMap, HashSet};

/// The deepest nesting of values that is looked into, references not counted.
const DEEPEST: usize = 16;

/// A file with its name and how it relates to the page.
pub(crate) struct Embedded {
    pub(crate) name: String,
    /// `AFRelationship`.
    pub(crate) relationship: Option<String>,
    pub(crate) content: Content,
}

/// What is in a file.
pub(crate) enum Content {
    Bytes(Vec<u8>),
    /// It unpacks to more than may be.
    TooLarge,
    /// It cannot be unpacked.
    Damaged(String),
}

/// All files that the document's newest revision leads to, in the order of their objects: those of `/Names`, of `/AF`, of
/// annotations. Which of the lists has it is not asked. What an earlier revision had and this one took out is in the bytes
/// still, and in no list.
pub(crate) fn files(document: &Document) -> Vec<Embedded> {
    let Ok(root) = document.trailer.get(b"Root") else { return Vec::new() };
    let mut walk =
        Walk { document, found: BTreeMap::new(), seen: HashSet::new(), next: Vec::new() };
    walk.visit(root, 0);
    while let Some(id) = walk.next.pop() {
        if let Ok(object) = document.get_object(id) {
            walk.visit(object, 0);
        }
    }
    walk.found.into_values().collect()
}

struct Walk<'a> {
    document: &'a Document,
    found: BTreeMap<ObjectId, Embedded>,
    seen: HashSet<ObjectId>,
    next: Vec<ObjectId>,
}

impl Walk<'_> {
    /// Looks for file specifications in a value; what its references lead to comes next.
    fn visit(&mut self, object: &Object, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        let fields = match object {
            Object::Reference(id) => {
                if self.seen.insert(*id) {
                    self.next.push(*id);
                }
                return;
            }
            Object::Array(items) => {
                return items.iter().for_each(|item| self.visit(item, depth + 1));
            }
            Object::Dictionary(fields) => fields,
            Object::Stream(stream) => &stream.dict,
            _ => return,
        };
        if let Some((id, file)) = file(fields, self.document) {
            self.found.entry(id).or_insert(file);
        }
        fields.iter().for_each(|(_, field)| self.visit(field, depth + 1));
    }
}

fn file(specification: &Dictionary, document: &Document) -> Option<(ObjectId, Embedded)> {
    let streams = specification.get_deref(b"EF", document).ok()?.as_dict().ok()?;
    let stream = [&b"F"[..], b"UF"].into_iter().find_map(|key| streams.get(key).ok())?;
    let (id, stream) = (stream.as_reference().ok()?, document.dereference(stream).ok()?.1);
    let stream = stream.as_stream().ok()?;
    let named = |key: &[u8]| decode_text_string(specification.get(key).ok()?).ok();
    let relationship =
        specification.get(b"AFRelationship").ok().and_then(|name| name.as_name().ok());
    let content = match stream.get_plain_content_with_limit(MOST_UNPACKED) {
        Ok(bytes) => Content::Bytes(bytes),
        Err(lopdf::Error::Decompress(DecompressError::MemoryLimitExceeded { .. })) => {
            Content::TooLarge
        }
        Err(error) => Content::Damaged(error.to_string()),
    };
    Some((
        id,
        Embedded {
            name: named(b"UF").or_else(|| named(b"F")).unwrap_or_default(),
            relationship: relationship.map(|name| String::from_utf8_lossy(name).into_owned()),
            content,
        },
    ))
}
