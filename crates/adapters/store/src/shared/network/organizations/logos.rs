//! Logos.

use super::super::super::sql::*;
use access::OrganizationId;
use invoicing::records::{Logo, LogoStore};
use time::OffsetDateTime;

columns! {
    struct Row {
        mime_code: String,
        content: Vec<u8>,
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl LogoStore for Backend {
    async fn logo(&self, organization: OrganizationId, sha256: &str) -> Result<Logo> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT mime_code, content FROM logos WHERE organization_id = {} AND sha256 = {}",
            organization,
            sha256
        );
        let Row { mime_code, content } = query.one(read_conn!(conn)).await?;
        Ok(Logo { sha256: sha256.to_owned(), mime_code, content })
    }
}

/// Within the caller's transaction; a logo that is stored already does not change.
pub(super) async fn insert(
    conn: &mut Conn,
    organization: OrganizationId,
    logo: &Logo,
    now: OffsetDateTime,
) -> Result<()> {
    let row = row!("logos",
        organization_id: organization,
        sha256: &logo.sha256,
        mime_code: &logo.mime_code,
        content: &logo.content,
        created_at: now,
    );
    let insert = row.insert().then(sql!(" ON CONFLICT (organization_id, sha256) DO NOTHING"));
    insert.execute(conn).await.map(drop)
}

/// Removes a logo that was replaced, unless an invoice was issued since it was stored: its page may show the logo.
pub(super) async fn remove_unused(
    conn: &mut Conn,
    organization: OrganizationId,
    sha256: &str,
) -> Result<()> {
    let delete = sql!(
        "DELETE FROM logos WHERE organization_id = {organization} AND sha256 = {sha256}
         AND NOT EXISTS (SELECT 1 FROM invoices i
           WHERE i.organization_id = {organization} AND i.created_at >= logos.created_at)",
        organization = organization,
        sha256 = sha256,
    );
    delete.execute(conn).await.map(drop)
}
