//! The files that are embedded in a PDF.

use crate::read::MOST_UNPACKED;
use lopdf::{Dictionary, Document, Object, ObjectId, decode_text_string};
use std::collections::BTreeMap;

/// The deepest nesting of values that is looked into.
const DEEPEST: usize = 16;

/// A file with its name and how it relates to the page.
pub(crate) struct Embedded {
    pub(crate) name: String,
    /// `AFRelationship`.
    pub(crate) relationship: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// All files, in the order of their objects. What lists them is not asked: any file specification counts.
pub(crate) fn files(document: &Document) -> Vec<Embedded> {
    let mut found = BTreeMap::new();
    for object in document.objects.values() {
        visit(object, document, 0, &mut found);
    }
    found.into_values().collect()
}

/// Looks for file specifications in a value, references not followed: what they lead to is an object of its own.
fn visit(
    object: &Object,
    document: &Document,
    depth: usize,
    found: &mut BTreeMap<ObjectId, Embedded>,
) {
    if depth > DEEPEST {
        return;
    }
    let fields = match object {
        Object::Array(items) => {
            return items.iter().for_each(|item| visit(item, document, depth + 1, found));
        }
        Object::Dictionary(fields) => fields,
        Object::Stream(stream) => &stream.dict,
        _ => return,
    };
    if let Some((id, file)) = file(fields, document) {
        found.entry(id).or_insert(file);
    }
    fields.iter().for_each(|(_, field)| visit(field, document, depth + 1, found));
}

fn file(specification: &Dictionary, document: &Document) -> Option<(ObjectId, Embedded)> {
    let streams = specification.get_deref(b"EF", document).ok()?.as_dict().ok()?;
    let stream = [&b"F"[..], b"UF"].into_iter().find_map(|key| streams.get(key).ok())?;
    let (id, stream) = (stream.as_reference().ok()?, document.dereference(stream).ok()?.1);
    let stream = stream.as_stream().ok()?;
    let named = |key: &[u8]| decode_text_string(specification.get(key).ok()?).ok();
    let relationship =
        specification.get(b"AFRelationship").ok().and_then(|name| name.as_name().ok());
    Some((
        id,
        Embedded {
            name: named(b"UF").or_else(|| named(b"F")).unwrap_or_default(),
            relationship: relationship.map(|name| String::from_utf8_lossy(name).into_owned()),
            // what cannot be unpacked still has its name
            bytes: stream.get_plain_content_with_limit(MOST_UNPACKED).unwrap_or_default(),
        },
    ))
}
