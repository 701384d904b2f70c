use super::super::super::sql::*;
use access::OrganizationId;
use invoicing::records::NamedProject;
use persistence::ids::ProjectId;

columns! {
    struct Row {
        code: String,
        is_in_use: bool,
    }
}

/// The project as a document names it, if it exists.
pub(in super::super::super) async fn named(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: ProjectId,
) -> Result<Option<NamedProject>> {
    let query = sql!(
        "SELECT code, status = 'open' AND archived_at IS NULL AS is_in_use FROM projects
         WHERE organization_id = {} AND id = {}",
        organization,
        id.0
    );
    let row: Option<Row> = query.first(conn).await?;
    Ok(row.map(|Row { code, is_in_use }| NamedProject { id, code, is_in_use }))
}
