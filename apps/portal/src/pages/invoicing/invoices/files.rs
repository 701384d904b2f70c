//! The files of an invoice: they go with it when it is sent.

use super::actions::{back, posted, show_refused};
use crate::{
    blocks::{Action, Cell, Choice, Field, Section, Table},
    error::{Page, PageError},
    form::Upload,
    visit::Visit,
};
use access::Scope;
use api_http::{Body, file};
use idempotency::Answer;
use invoicing::{
    AnyInvoice, AttachmentId, AttachmentInfo, AttachmentInput, InvoiceId, InvoiceStatus,
    files::AttachmentStore, recording::AnyDocument,
};
use use_cases::invoicing::invoice_files::{attach_file, detach_files};
use uuid::Uuid;

/// The files that browsers offer.
const ACCEPTED: &str = ".pdf,.png,.jpg,.jpeg,.csv,.xlsx,.ods";

/// The types of files by their extensions, because browsers derive the type from the programs that are installed.
const TYPES: [(&str, &str); 7] = [
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("csv", "text/csv"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("ods", "application/vnd.oasis.opendocument.spreadsheet"),
];

/// The files and the actions on them; `None` for invoices of other systems, which have no files here.
pub(in crate::pages) fn section(visit: &Visit, invoice: &AnyInvoice) -> Option<Section> {
    let AnyDocument::Issued(document) = &invoice.document else { return None };
    let t = visit.t();
    let path = |rest: &str| visit.path(&format!("invoices/{}/attachments{rest}", invoice.id));
    let row = |info: &AttachmentInfo| {
        let name = match visit.may(Scope::InvoiceDownload) {
            true => Cell::link(path(&format!("/{}", info.id)), &*info.filename),
            false => Cell::text(&*info.filename),
        };
        vec![name, Cell::text(visit.words.bytes(info.size))]
    };
    let files = &document.attachments;
    let heads = vec![t.file, t.size];
    let table = Table::of(t.attachments, heads, (files, t.no_attachments), row);
    let mut section = Section::table(t.attachments, table);
    if visit.may(Scope::InvoiceUpdate) && invoice.status != InvoiceStatus::Cancelled {
        let chosen = Field::new("file", t.file, "").file(ACCEPTED).required();
        let once = Field::hidden("once", Uuid::new_v4().to_string());
        let fields = vec![once, chosen.hint(t.attachment_hint).within("attach")];
        section.actions.push(Action::new(path(""), t.attach).with(fields));
        if !files.is_empty() {
            let choice = |it: &AttachmentInfo| Choice::new(it.id.to_string(), &*it.filename, "");
            let which = Field::new("id", t.file, "").choice(files.iter().map(choice).collect());
            let remove = Action::new(path("/remove"), t.detach).danger(t.detach_note);
            section.actions.push(remove.with(vec![which.within("detach")]));
        }
    }
    Some(section)
}

pub(in crate::pages) async fn add(visit: Visit, body: Body) -> Page {
    let (form, Upload { name, content }) = visit.form_with_file(&body).await?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let id = InvoiceId(visit.id("id")?);
    let input = AttachmentInput {
        mime_code: Some(type_of(&name).to_owned()),
        filename: Some(name),
        content: Some(content.to_vec()),
        description: None,
    };
    let lease = visit.lease("portal.attachments", &form);
    let respond = |_: &AttachmentInfo| Ok(Answer { status: 200, body: Vec::new() });
    match attach_file(&context, id, &input, lease, respond).await {
        Ok(_) => back(&visit, id, "saved"),
        Err(error) => show_refused(&visit, id, &form, error.into()).await,
    }
}

/// The type by the extension; that of an unknown one is recognized by its content.
fn type_of(name: &str) -> &'static str {
    let end = name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).unwrap_or_default();
    let known = TYPES.iter().find(|(known, _)| *known == end);
    known.map_or("application/octet-stream", |(_, kind)| kind)
}

/// Takes a file away.
pub(in crate::pages) async fn remove(visit: Visit, body: Body) -> Page {
    let (id, form) = posted(&visit, &body)?;
    let context = visit.context(Scope::InvoiceUpdate)?;
    let file: AttachmentId = form.text("id").parse().map_err(|_| PageError::Missing)?;
    match detach_files(&context, id, Some(file)).await {
        Ok(_) => back(&visit, id, "deleted"),
        Err(error) => show_refused(&visit, id, &form, error.into()).await,
    }
}

/// A file, as it was added.
pub(in crate::pages) async fn one(visit: Visit) -> Page {
    let organization = visit.require(Scope::InvoiceDownload)?;
    let (invoice, id) = (InvoiceId(visit.id("id")?), AttachmentId(visit.id("attachment")?));
    let stored = visit.store.file(organization, invoice, id).await?;
    let mut answer = file(&stored.info.filename, &stored.info.mime_code);
    // a file of others must not be shown as a page of ours
    Ok(answer.insert_header(("X-Content-Type-Options", "nosniff")).body(stored.content))
}

#[cfg(test)]
mod tests {
    use super::type_of;

    #[test]
    fn the_end_of_the_name_says_the_type() {
        for (name, kind) in [
            ("zmluva.PDF", "application/pdf"),
            ("a.b.csv", "text/csv"),
            ("foto.jpeg", "image/jpeg"),
            ("zmluva", "application/octet-stream"),
            ("", "application/octet-stream"),
        ] {
            assert_eq!(type_of(name), kind);
        }
    }
}
