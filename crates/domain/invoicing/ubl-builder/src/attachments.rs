//! Additional supporting documents (BG-24).

use crate::writer::UblWriter;
use data_encoding::BASE64;
use invoicing::files::StoredFile;

/// The files, embedded (BT-125).
pub(crate) fn attachments(xml: &mut UblWriter, files: &[StoredFile]) {
    for StoredFile { info, content } in files {
        xml.group("AdditionalDocumentReference", |xml| {
            xml.leaf("ID", &info.filename); // BT-122
            xml.optional("DocumentDescription", info.description.as_deref()); // BT-123
            xml.group("Attachment", |xml| {
                let attributes = [("mimeCode", &*info.mime_code), ("filename", &*info.filename)];
                let content = BASE64.encode(content);
                xml.leaf_with("EmbeddedDocumentBinaryObject", &attributes, &content);
            });
        });
    }
}
