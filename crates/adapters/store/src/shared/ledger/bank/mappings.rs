//! Mappings of the columns of CSV files in unknown formats.

use super::super::super::sql::*;
use crate::error::backend;
use access::OrganizationId;
use bank_statements::{MappingId, MappingRecord, MappingStore};
use persistence::{Cursor, Page};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct Row {
        id: Uuid,
        mapping: String,
        created_at: OffsetDateTime,
    }
}

impl Row {
    fn into_domain(self) -> Result<MappingRecord> {
        let mapping = serde_json::from_str(&self.mapping).map_err(backend)?;
        Ok(MappingRecord { id: MappingId(self.id), mapping, created_at: self.created_at })
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl MappingStore for Backend {
    async fn keep_mapping(
        &self,
        organization: OrganizationId,
        mapping: &MappingRecord,
    ) -> Result<()> {
        within!(self, conn => keep(conn, organization, mapping))
    }

    async fn mappings(
        &self,
        organization: OrganizationId,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<MappingRecord>> {
        let own = sql!(
            "SELECT id, mapping, created_at FROM statement_mappings WHERE organization_id = {}",
            organization
        );
        self.page(page_query(own, after, limit), limit, Row::into_domain).await
    }

    async fn mapping(&self, organization: OrganizationId, id: MappingId) -> Result<MappingRecord> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT id, mapping, created_at FROM statement_mappings
             WHERE organization_id = {} AND id = {}",
            organization,
            id.0
        );
        query.one::<Row>(read_conn!(conn)).await?.into_domain()
    }

    async fn delete_mapping(&self, organization: OrganizationId, id: MappingId) -> Result<()> {
        within!(self, conn => delete(conn, organization, id))
    }
}

async fn keep(
    conn: &mut Conn,
    organization: OrganizationId,
    MappingRecord { id, mapping, created_at }: &MappingRecord,
) -> Result<()> {
    let fingerprint = mapping.fingerprint();
    let before = sql!(
        "DELETE FROM statement_mappings WHERE organization_id = {} AND fingerprint = {}",
        organization,
        &fingerprint
    );
    before.execute(conn).await?;
    let text = serde_json::to_string(mapping).map_err(backend)?;
    let insert = sql!(
        "INSERT INTO statement_mappings (organization_id, id, fingerprint, mapping, created_at)
         VALUES ({}, {}, {}, {}, {})",
        organization,
        id.0,
        &fingerprint,
        &text,
        *created_at
    );
    insert.execute(conn).await.map(drop)
}

async fn delete(conn: &mut Conn, organization: OrganizationId, id: MappingId) -> Result<()> {
    let delete = sql!(
        "DELETE FROM statement_mappings WHERE organization_id = {} AND id = {}",
        organization,
        id.0
    );
    match delete.execute(conn).await? {
        0 => Err(StoreError::NotFound),
        _ => Ok(()),
    }
}
