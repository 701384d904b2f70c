use super::{
    issuance::Issuance,
    text::{Shape, text},
};
use crate::{AttachmentId, AttachmentInfo, AttachmentInput, InvoiceRequest, Violations};
use attachments::Refused;
use refusals::FieldFault;

/// Longest description of an attachment, in characters.
const MAX_DESCRIPTION: usize = 500;

/// The files of the request: the stored description of each, and their bytes.
pub(super) fn attachments(
    request: &InvoiceRequest,
    issuance: &mut Issuance<'_>,
    found: &mut Violations,
) -> (Vec<AttachmentInfo>, Vec<Vec<u8>>) {
    let given = request.attachments.as_deref().unwrap_or_default();
    let sizes = given.iter().map(|file| file.content.as_ref().map_or(0, Vec::len));
    if let Err(limit) = attachments::within_limits(sizes) {
        found.add("attachments", limit);
        return (Vec::new(), Vec::new());
    }
    let one = |(i, file): (usize, &AttachmentInput)| {
        checked(
            |name| format!("attachments[{i}].{name}"),
            file,
            || AttachmentId((issuance.new_id)()),
            found,
        )
    };
    given.iter().enumerate().filter_map(one).unzip()
}

/// The required members that a file lacks.
fn missing(file: &AttachmentInput) -> impl Iterator<Item = &'static str> {
    let all = [
        ("filename", file.filename.is_none()),
        ("mime_code", file.mime_code.is_none()),
        ("base64_content", file.content.is_none()),
    ];
    all.into_iter().filter_map(|(name, is_missing)| is_missing.then_some(name))
}

/// A file, if it is valid; `at` gives the paths of its members.
pub(crate) fn checked(
    at: impl Fn(&str) -> String,
    file: &AttachmentInput,
    new_id: impl FnOnce() -> AttachmentId,
    found: &mut Violations,
) -> Option<(AttachmentInfo, Vec<u8>)> {
    for name in missing(file) {
        found.add(at(name), FieldFault::Required);
    }
    let description = file
        .description
        .as_deref()
        .and_then(|given| text(&at("description"), given, 0, MAX_DESCRIPTION, Shape::Line, found));
    let (filename, mime_code) = (file.filename.as_ref()?, file.mime_code.as_ref()?);
    let content = file.content.as_ref()?;
    match attachments::check(filename, mime_code, content) {
        Ok(kind) => {
            let info = AttachmentInfo {
                id: new_id(),
                filename: filename.clone(),
                mime_code: kind.mime_code().to_owned(),
                description,
                size: content.len() as u64,
            };
            Some((info, content.clone()))
        }
        Err(refused) => {
            found.add(at(field(&refused)), refused);
            None
        }
    }
}

/// The field of the attachment that the violation is about.
fn field(refused: &Refused) -> &'static str {
    match refused {
        Refused::Filename(_) | Refused::CsvName => "filename",
        Refused::NotDeliverable { .. } | Refused::OtherKind { .. } => "mime_code",
        Refused::Empty
        | Refused::TooLarge { .. }
        | Refused::KnownButNotDeliverable { .. }
        | Refused::Unknown
        | Refused::Damaged { .. }
        | Refused::Package(_) => "base64_content",
    }
}
