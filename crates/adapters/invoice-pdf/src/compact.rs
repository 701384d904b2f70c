//! Rewrites the exported PDF: smaller, and with the embedded file under its own name.

use factur_x::Level;
use lopdf::{Document, Object, text_string};

use crate::error::PdfError;

/// What the embedded file is.
pub(crate) struct Embedded {
    /// Its name.
    pub(crate) name: String,
    /// The profile of Factur-X that the metadata are to name.
    pub(crate) profile: Option<Level>,
}

/// The name that the embedded file has until then. (The typesetter keeps every path it ever
/// saw for the life of the process, so it only knows this one.)
pub(crate) const EMBEDDED_NAME: &str = "billhook-embedded-document.xml";

/// Packs the small objects into compressed streams, about a third smaller, and gives the
/// embedded file its name.
pub(crate) fn compact(bytes: &[u8], embedded: Option<&Embedded>) -> Result<Vec<u8>, PdfError> {
    let mut document =
        Document::load_mem(bytes).map_err(|fault| PdfError::Compact(Box::new(fault)))?;
    if let Some(Embedded { name, profile }) = embedded {
        let name = text_string(name);
        document.objects.values_mut().for_each(|object| rename(object, &name));
        if let Some(profile) = profile {
            describe(&mut document, *profile)?;
        }
    }
    let mut out = Vec::new();
    document.save_modern(&mut out).map_err(|fault| PdfError::Compact(Box::new(fault)))?;
    Ok(out)
}

/// Has the metadata say that the PDF is a hybrid invoice of a profile. They stay uncompressed: PDF/A wants them to be
/// readable for who cannot read PDF.
fn describe(document: &mut Document, profile: Level) -> Result<(), PdfError> {
    let metadata = document.catalog().and_then(|catalog| catalog.get(b"Metadata")?.as_reference());
    let stream = metadata.and_then(|id| document.get_object_mut(id)?.as_stream_mut());
    let stream = stream.map_err(|fault| PdfError::Compact(Box::new(fault)))?;
    let plain = stream.get_plain_content().map_err(|fault| PdfError::Compact(Box::new(fault)))?;
    let packet = String::from_utf8_lossy(&plain);
    let described = factur_x::described(&packet, profile).ok_or(PdfError::Metadata)?;
    stream.set_plain_content(described.into_bytes());
    Ok(())
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
