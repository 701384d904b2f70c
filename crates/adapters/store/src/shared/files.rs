use super::super::{Db, Lane};
use crate::{
    error::{known, translate},
    schema::attachments,
    sql_types::AsId,
};
use access::OrganizationId;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use invoicing::{AttachmentInfo, StoredFile};
use persistence::StoreError;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = attachments, check_for_backend(Db))]
struct FileRow {
    id: Uuid,
    filename: String,
    mime_code: String,
    description: Option<String>,
    size: i64,
    content: Vec<u8>,
}

impl FileRow {
    fn into_domain(self) -> Result<StoredFile, StoreError> {
        let size = known("size", &self.size.to_string(), u64::try_from(self.size).ok())?;
        let Self { id, filename, mime_code, description, .. } = self;
        let info = AttachmentInfo { id, filename, mime_code, description, size };
        Ok(StoredFile { info, content: self.content })
    }
}

/// The files of an invoice in their order; none when there is no such invoice.
pub(super) async fn files(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    invoice: Uuid,
) -> Result<Vec<StoredFile>, StoreError> {
    let rows: Vec<FileRow> = attachments::table
        .filter(attachments::organization_id.eq(AsId::from(organization)))
        .filter(attachments::invoice_id.eq(AsId(invoice)))
        .order(attachments::position)
        .select(FileRow::as_select())
        .load(conn)
        .await
        .map_err(translate)?;
    rows.into_iter().map(FileRow::into_domain).collect()
}
