use super::{
    super::super::{idempotency::answer, sql::*},
    rows::{ITEM, millionths},
};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use stock::{Item, ItemFilter, StockItemId};

pub(super) async fn add(
    conn: &mut Conn,
    organization: OrganizationId,
    item: &Item,
    answered: Option<(&Lease, &Answer)>,
) -> Result<()> {
    let search_name = item.search_text();
    let row = row!("stock_items",
        organization_id: organization,
        id: item.id.0,
        sku: item.sku.as_deref(),
        name: &item.name,
        search_name: &search_name,
        unit: item.unit.name(),
        minimum: item.minimum.map(millionths).transpose()?,
        below_zero: item.below_zero,
        archived_at: item.archived_at,
        version: item.version,
        created_at: item.created_at,
    );
    row.insert().execute(conn).await?;
    answer(conn, organization, answered, item.created_at).await
}

pub(super) fn find(organization: OrganizationId, id: StockItemId) -> Statement<'static> {
    sql!(
        "SELECT {} FROM stock_items i WHERE i.organization_id = {} AND i.id = {}",
        ITEM,
        organization,
        id.0
    )
}

/// `name` is searched for in the names and the SKUs.
pub(super) fn list<'a>(
    organization: OrganizationId,
    filter: &'a ItemFilter,
    name: Option<&'a str>,
) -> Statement<'a> {
    let archived = match filter.archived {
        true => sql!(" AND archived_at IS NOT NULL"),
        false => sql!(" AND archived_at IS NULL"),
    };
    sql!("SELECT {} FROM stock_items i WHERE organization_id = {}", ITEM, organization)
        .then(archived)
        .and(filter.sku.as_deref().map(|sku| sql!(" AND sku = {}", sku)))
        .and(name.map(|part| sql!(" AND {position}(search_name, {}) > 0", part)))
}

/// Updates an item that has the version before.
pub(super) fn update<'a>(
    organization: OrganizationId,
    after: &'a Item,
    search_name: &'a str,
) -> Result<Statement<'a>> {
    Ok(sql!(
        "UPDATE stock_items SET sku = {sku}, name = {name}, search_name = {search_name},
           minimum = {minimum}, below_zero = {below_zero}, archived_at = {archived_at},
           version = {version}
         WHERE organization_id = {organization} AND id = {id} AND version = {version} - 1",
        sku = after.sku.as_deref(),
        name = &after.name,
        search_name = search_name,
        minimum = after.minimum.map(millionths).transpose()?,
        below_zero = after.below_zero,
        archived_at = after.archived_at,
        version = after.version,
        organization = organization,
        id = after.id.0,
    ))
}
