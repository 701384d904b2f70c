//! Removes files, and the bytes that no file refers to any more.

use super::super::super::sql::*;
use access::OrganizationId;
use invoicing::{AttachmentId, InvoiceId};

/// Removes files, and the bytes that no other invoice has.
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

/// Removes all files of an invoice.
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

/// In the order in which all transactions lock them.
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

/// Deletes bytes that no file refers to. A transaction that is about to refer to them holds their lock, and its
/// reference is seen after that.
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
