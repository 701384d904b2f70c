use super::super::sql::*;
use crate::error::known;
use access::OrganizationId;
use invoicing::{AttachmentInfo, InvoiceId, StoredFile};
use uuid::Uuid;

columns! {
    struct FileRow {
        id: Uuid,
        filename: String,
        mime_code: String,
        description: Option<String>,
        size: i64,
        content: Vec<u8>,
    }
}

impl FileRow {
    fn into_domain(self) -> Result<StoredFile> {
        let size = known("size", &self.size.to_string(), u64::try_from(self.size).ok())?;
        let Self { id, filename, mime_code, description, .. } = self;
        let info = AttachmentInfo { id, filename, mime_code, description, size };
        Ok(StoredFile { info, content: self.content })
    }
}

/// The files of an invoice in their order; none when there is no such invoice.
pub(super) async fn files(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    invoice: InvoiceId,
) -> Result<Vec<StoredFile>> {
    let query = sql!(
        "SELECT id, filename, mime_code, description, size, content FROM attachments
         WHERE organization_id = {} AND invoice_id = {} ORDER BY position",
        organization,
        invoice.0
    );
    let rows: Vec<FileRow> = query.all(conn).await?;
    rows.into_iter().map(FileRow::into_domain).collect()
}
