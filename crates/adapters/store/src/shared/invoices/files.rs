//! Files of invoices. Their bytes are kept once for an organization, known by their SHA-256.

use super::{
    super::{idempotency::answer, sql::*},
    changes,
    state::locked,
};
use crate::error::{backend, known};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{
    AttachmentId, AttachmentInfo, AttachmentStore, FilesChange, FilesChangeKind, FilesError,
    InvoiceId, InvoiceState, StoredFile,
};
use ring::digest::{SHA256, digest};
use time::OffsetDateTime;
use uuid::Uuid;

/// By which the same bytes are known.
pub(crate) type Hash = [u8; 32];

pub(super) fn hash(content: &[u8]) -> Hash {
    let mut hash = [0; 32];
    hash.copy_from_slice(digest(&SHA256, content).as_ref());
    hash
}

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

fn select_files(organization: OrganizationId, invoice: InvoiceId) -> Statement<'static> {
    sql!(
        "SELECT a.id, a.filename, a.mime_code, a.description, a.size, c.content
         FROM attachments a
         JOIN attachment_contents c ON c.organization_id = a.organization_id AND c.hash = a.hash
         WHERE a.organization_id = {} AND a.invoice_id = {}",
        organization,
        invoice.0
    )
}

/// A file of an invoice; its content must be there.
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

/// The bytes of a file, with [`ONCE`].
pub(super) fn content_row<'a>(
    organization: OrganizationId,
    hash: &'a Hash,
    content: &'a [u8],
) -> NewRow<'a> {
    row!("attachment_contents", organization_id: organization, hash: hash.as_slice(), content: content)
}

/// Behind the insertion of [`content_row`]. Bytes that are there are locked, not left alone: nobody
/// deletes them before this transaction names them.
pub(crate) const ONCE: Fragment =
    Fragment(" ON CONFLICT (organization_id, hash) DO UPDATE SET hash = excluded.hash");

impl AttachmentStore for Backend {
    async fn change_files<D>(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        answered: Option<(&Lease, OffsetDateTime)>,
        decide: D,
    ) -> Result<Answer, FilesError>
    where
        D: Fn(&InvoiceState) -> Result<(FilesChange, Answer), FilesError> + Send + Sync,
    {
        let mut transaction = self.begin().await?;
        let changed = change(transaction.conn(), (organization, invoice), answered, decide).await;
        transaction.finish(changed).await
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
    D: Fn(&InvoiceState) -> Result<(FilesChange, Answer), FilesError>,
{
    let state = locked(conn, organization, id).await?;
    let (FilesChange { change, kind }, response) = decide(&state)?;
    changes::change_within(conn, &change).await?;
    match &kind {
        FilesChangeKind::Added(file) => add(conn, (organization, id), file).await?,
        FilesChangeKind::Removed(ids) => remove(conn, (organization, id), ids).await?,
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

/// Takes files away, and the bytes that no other invoice has.
pub(super) async fn remove(
    conn: &mut Conn,
    (organization, invoice): (OrganizationId, InvoiceId),
    files: &[AttachmentId],
) -> Result<()> {
    let mut hashes: Vec<Vec<u8>> = Vec::with_capacity(files.len());
    for file in files {
        let delete = sql!(
            "DELETE FROM attachments WHERE organization_id = {} AND invoice_id = {} AND id = {}
             RETURNING hash",
            organization,
            invoice.0,
            *file
        );
        hashes.extend(delete.first::<Vec<u8>>(conn).await?);
    }
    free_all(conn, organization, hashes).await
}

/// Takes all files of an invoice away with it.
pub(super) async fn remove_all(
    conn: &mut Conn,
    organization: OrganizationId,
    invoice: InvoiceId,
) -> Result<()> {
    let delete = sql!(
        "DELETE FROM attachments WHERE organization_id = {} AND invoice_id = {} RETURNING hash",
        organization,
        invoice.0
    );
    let hashes = delete.all::<Vec<u8>>(conn).await?;
    free_all(conn, organization, hashes).await
}

/// In the order in which they are locked everywhere.
async fn free_all(
    conn: &mut Conn,
    organization: OrganizationId,
    mut hashes: Vec<Vec<u8>>,
) -> Result<()> {
    hashes.sort_unstable();
    hashes.dedup();
    for hash in &hashes {
        free(conn, organization, hash).await?;
    }
    Ok(())
}

/// Deletes bytes that nothing names. Who is about to name them has them locked: what it names them by is
/// seen after that.
async fn free(conn: &mut Conn, organization: OrganizationId, hash: &[u8]) -> Result<()> {
    let lock = sql!(
        "SELECT hash FROM attachment_contents WHERE organization_id = {} AND hash = {} {for_update}",
        organization,
        hash
    );
    let _: Option<Vec<u8>> = lock.first(conn).await?;
    let delete = sql!(
        "DELETE FROM attachment_contents WHERE organization_id = {organization} AND hash = {hash}
         AND NOT EXISTS (SELECT 1 FROM attachments a
           WHERE a.organization_id = {organization} AND a.hash = {hash})",
        organization = organization,
        hash = hash,
    );
    delete.execute(conn).await.map(drop)
}
