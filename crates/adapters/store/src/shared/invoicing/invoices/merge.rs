//! Moves everything of one contact to another.

use super::{super::super::sql::*, lock::lock};
use access::OrganizationId;
use invoicing::ContactId;

/// Within the caller's transaction. The versions grow, so a caller that read one of the rows before must read it
/// again.
pub(super) async fn move_all(
    conn: &mut Conn,
    organization: OrganizationId,
    from: ContactId,
    to: ContactId,
) -> Result<()> {
    let owned = sql!(
        "(SELECT id FROM invoices WHERE organization_id = {} AND customer_id = {})",
        organization,
        from
    );
    lock(conn, organization, owned.into()).await?;
    let named = |member: &str, id: ContactId| format!("\"{member}\":\"{id}\"");
    let customer = (named("customer_id", from), named("customer_id", to));
    let supplier = (named("supplier_id", from), named("supplier_id", to));
    let invoices = sql!(
        "UPDATE invoices SET customer_id = {}, version = version + 1,
           document = replace(document, {}, {})
         WHERE organization_id = {} AND customer_id = {}",
        to,
        &customer.0,
        &customer.1,
        organization,
        from
    );
    invoices.execute(conn).await?;
    let expenses = sql!(
        "UPDATE expenses SET supplier_id = {}, version = version + 1,
           content = replace(content, {}, {})
         WHERE organization_id = {} AND supplier_id = {}",
        to,
        &supplier.0,
        &supplier.1,
        organization,
        from
    );
    expenses.execute(conn).await?;
    let projects = sql!(
        "UPDATE projects SET customer_id = {}, version = version + 1
         WHERE organization_id = {} AND customer_id = {}",
        to,
        organization,
        from
    );
    projects.execute(conn).await?;
    contracts(conn, organization, (from, to), &customer).await?;
    identities(conn, organization, &format!("c:{from}"), &format!("c:{to}")).await
}

/// The version of a contract is in its content too.
async fn contracts(
    conn: &mut Conn,
    organization: OrganizationId,
    (from, to): (ContactId, ContactId),
    customer: &(String, String),
) -> Result<()> {
    let contracts = sql!(
        "UPDATE contracts SET customer_id = {}, content = replace(content, {}, {})
         WHERE organization_id = {} AND customer_id = {}",
        to,
        &customer.0,
        &customer.1,
        organization,
        from
    );
    contracts.execute(conn).await.map(drop)
}

/// Moves the uniqueness keys of its expenses, except one that the other contact has: then both had the same document
/// before.
async fn identities(
    conn: &mut Conn,
    organization: OrganizationId,
    from: &str,
    to: &str,
) -> Result<()> {
    let moved = sql!(
        "UPDATE expense_identities SET identity = {}
         WHERE organization_id = {} AND identity = {} AND NOT EXISTS (
           SELECT 1 FROM expense_identities AS known
           WHERE known.organization_id = expense_identities.organization_id
             AND known.identity = {} AND known.number = expense_identities.number
             AND known.expense_type = expense_identities.expense_type
             AND known.year = expense_identities.year
             AND known.network = expense_identities.network)",
        to,
        organization,
        from,
        to
    );
    moved.execute(conn).await.map(drop)
}
