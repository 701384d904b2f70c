//! The rows of files. Equal bytes are stored once for an organization, under their SHA-256.

use super::super::super::sql::*;
use crate::error::{backend, require_known};
use access::OrganizationId;
use invoicing::{AttachmentId, AttachmentInfo, InvoiceId, files::StoredFile};
use ring::digest::{SHA256, digest};
use uuid::Uuid;

/// The SHA-256 that identifies the bytes.
pub(crate) type Hash = [u8; 32];

pub(super) fn hash(content: &[u8]) -> Hash {
    let mut hash = [0; 32];
    hash.copy_from_slice(digest(&SHA256, content).as_ref());
    hash
}

columns! {
    pub(super) struct FileRow {
        id: Uuid,
        filename: String,
        mime_code: String,
        description: Option<String>,
        size: i64,
        content: Vec<u8>,
    }
}

impl FileRow {
    pub(super) fn into_domain(self) -> Result<StoredFile> {
        let size = require_known("size", &self.size.to_string(), u64::try_from(self.size).ok())?;
        let Self { id, filename, mime_code, description, .. } = self;
        let info = AttachmentInfo { id: AttachmentId(id), filename, mime_code, description, size };
        Ok(StoredFile { info, content: self.content })
    }
}

/// The files of an invoice in their order; none when there is no such invoice.
pub(super) async fn files(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    invoice: InvoiceId,
) -> Result<Vec<StoredFile>> {
    let query = select_files(organization, invoice).then(sql!(" ORDER BY a.position"));
    let rows: Vec<FileRow> = query.all(conn).await?;
    rows.into_iter().map(FileRow::into_domain).collect()
}

pub(super) fn select_files(organization: OrganizationId, invoice: InvoiceId) -> Statement<'static> {
    sql!(
        "SELECT a.id, a.filename, a.mime_code, a.description, a.size, c.content
         FROM attachments a
         JOIN attachment_contents c ON c.organization_id = a.organization_id AND c.hash = a.hash
         WHERE a.organization_id = {} AND a.invoice_id = {}",
        organization,
        invoice.0
    )
}

/// The row of a file; its content must be stored already.
pub(super) fn file_row<'a>(
    (organization, invoice): (OrganizationId, InvoiceId),
    position: i32,
    info: &'a AttachmentInfo,
    hash: &'a Hash,
) -> Result<NewRow<'a>> {
    Ok(row!("attachments",
        organization_id: organization,
        invoice_id: invoice.0,
        position: position,
        id: info.id,
        filename: info.filename.as_str(),
        mime_code: info.mime_code.as_str(),
        description: info.description.as_deref(),
        size: i64::try_from(info.size).map_err(backend)?,
        hash: hash.as_slice(),
    ))
}

/// The row of a file's bytes, to be inserted with [`ONCE`].
pub(super) fn content_row<'a>(
    organization: OrganizationId,
    hash: &'a Hash,
    content: &'a [u8],
) -> NewRow<'a> {
    row!("attachment_contents", organization_id: organization, hash: hash.as_slice(), content: content)
}

/// Appended to the insertion of [`content_row`]. Bytes that exist are locked, so that they cannot be deleted before
/// this transaction refers to them.
pub(crate) const ONCE: Fragment =
    Fragment(" ON CONFLICT (organization_id, hash) DO UPDATE SET hash = excluded.hash");
