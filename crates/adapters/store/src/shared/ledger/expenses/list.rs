//! Lists of expenses by keyset: the newest first, by time and id.

use super::{super::super::sql::*, rows::ExpenseRow};
use access::OrganizationId;
use expenses::ExpenseFilter;
use persistence::Cursor;

/// The rows of a page and one more, which shows whether more follow. `supplier` is searched for in the names.
pub(super) fn query<'a>(
    limit: u16,
    organization: OrganizationId,
    filter: &'a ExpenseFilter,
    supplier: Option<&'a str>,
    after: Option<Cursor>,
) -> Statement<'a> {
    let own = sql!(
        "SELECT {} FROM expenses WHERE organization_id = {}",
        ExpenseRow::COLUMNS,
        organization
    );
    let seen = |network: &'static str| sql!(" AND (network IS NULL OR network = {})", network);
    let filtered = own
        .and(filter.seen_from.map(|network| seen(network.name())))
        .and(filter.status.map(|status| sql!(" AND status = {}", status.name())))
        .and(filter.payment_status.map(|status| sql!(" AND payment_status = {}", status.name())))
        .and(filter.expense_type.map(|kind| sql!(" AND expense_type = {}", kind.name())))
        .and(filter.supplier_id.map(|supplier| sql!(" AND supplier_id = {}", supplier)))
        .and(filter.project_id.map(|project| sql!(" AND project_id = {}", project.0)))
        .and(supplier.map(|part| sql!(" AND {position}(search_name, {}) > 0", part)))
        .and(filter.number.as_deref().map(|number| sql!(" AND number = {}", number)))
        .and(filter.issued_from.map(|day| sql!(" AND issue_date >= {}", day)))
        .and(filter.issued_to.map(|day| sql!(" AND issue_date <= {}", day)))
        .and(filter.due_from.map(|day| sql!(" AND due_date >= {}", day)))
        .and(filter.due_to.map(|day| sql!(" AND due_date <= {}", day)))
        .and(filter.owed.then(|| sql!(" AND owed IS NOT NULL")));
    page_query(filtered, after, limit)
}
