//! Rewrites the exported PDF: smaller, and with the embedded file under its own name.

use lopdf::{Document, Object, text_string};

use crate::error::PdfError;

/// The name that the embedded file has until then. (The typesetter keeps every path it ever
/// saw for the life of the process, so it only knows this one.)
pub(crate) const EMBEDDED_NAME: &str = "billhook-embedded-document.xml";

/// Packs the small objects into compressed streams, about a third smaller, and gives the
/// embedded file its name.
pub(crate) fn compact(bytes: &[u8], embedded: Option<&str>) -> Result<Vec<u8>, PdfError> {
    let mut document =
        Document::load_mem(bytes).map_err(|fault| PdfError::Compact(Box::new(fault)))?;
    if let Some(name) = embedded {
        let name = text_string(name);
        document.objects.values_mut().for_each(|object| rename(object, &name));
    }
    let mut out = Vec::new();
    document.save_modern(&mut out).map_err(|fault| PdfError::Compact(Box::new(fault)))?;
    Ok(out)
}

/// Replaces [`EMBEDDED_NAME`] wherever it is a whole string: in the file specification and in
/// the catalogue's name tree.
fn rename(object: &mut Object, name: &Object) {
    match object {
        Object::String(text, _) if text == EMBEDDED_NAME.as_bytes() => *object = name.clone(),
        Object::Array(items) => items.iter_mut().for_each(|item| rename(item, name)),
        Object::Dictionary(fields) => {
            fields.iter_mut().for_each(|(_, field)| rename(field, name));
        }
        _ => {}
    }
}
