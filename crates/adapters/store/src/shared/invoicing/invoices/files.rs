//! Files of invoices: added, removed, read.

use super::{
    super::super::{idempotency::answer, sql::*},
    changes,
    file_removal::remove,
    file_rows::{FileRow, ONCE, content_row, file_row, hash, select_files},
    state::locked,
};
use crate::error::backend;
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{
    AttachmentId, InvoiceId,
    files::{AttachmentStore, FilesChange, FilesChangeKind, FilesError, StoredFile},
    states::InvoiceState,
};
use time::OffsetDateTime;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl AttachmentStore for Backend {
    async fn change_files<D>(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        answered: Option<(&Lease, OffsetDateTime)>,
        decide: D,
    ) -> Result<Answer, FilesError>
    where
        D: Fn(&InvoiceState) -> Result<(Option<FilesChange>, Answer), FilesError> + Send + Sync,
    {
        let _turn = self.turn(invoice.0).await?;
        within!(self, conn => change(conn, (organization, invoice), answered, decide))
    }

    async fn file(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        id: AttachmentId,
    ) -> Result<StoredFile> {
        let mut conn = self.reader().await?;
        let query = select_files(organization, invoice).then(sql!(" AND a.id = {}", id));
        query.one::<FileRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn stored_bytes(&self, organization: OrganizationId) -> Result<u64> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT CAST(coalesce(sum(length(content)), 0) AS bigint) FROM attachment_contents
             WHERE organization_id = {}",
            organization
        );
        let bytes: i64 = query.one(read_conn!(conn)).await?;
        u64::try_from(bytes).map_err(backend)
    }
}

async fn change<D>(
    conn: &mut Conn,
    (organization, id): (OrganizationId, InvoiceId),
    answered: Option<(&Lease, OffsetDateTime)>,
    decide: D,
) -> Result<Answer, FilesError>
where
    D: Fn(&InvoiceState) -> Result<(Option<FilesChange>, Answer), FilesError>,
{
    let state = locked(conn, organization, id).await?;
    let (change, response) = decide(&state)?;
    if let Some(FilesChange { change, kind }) = change {
        changes::change_within(conn, &change).await?;
        match &kind {
            FilesChangeKind::Added(file) => add(conn, (organization, id), file).await?,
            FilesChangeKind::Removed(ids) => remove(conn, (organization, id), ids).await?,
        }
    }
    if let Some((lease, now)) = answered {
        answer(conn, organization, Some((lease, &response)), now).await?;
    }
    Ok(response)
}

async fn add(
    conn: &mut Conn,
    place: (OrganizationId, InvoiceId),
    StoredFile { info, content }: &StoredFile,
) -> Result<()> {
    let hash = hash(content);
    content_row(place.0, &hash, content).insert().then(sql!("{}", ONCE)).execute(conn).await?;
    let last = sql!(
        "SELECT coalesce(max(position), -1) FROM attachments
         WHERE organization_id = {} AND invoice_id = {}",
        place.0,
        place.1.0
    );
    let last: i32 = last.one(conn).await?;
    file_row(place, last + 1, info, &hash)?.insert().execute(conn).await.map(drop)
}
