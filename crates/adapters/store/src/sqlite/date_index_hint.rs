use super::shared::sql::Fragment;
use invoicing::InvoiceFilter;
use time::Date;

/// The length of a range, in days, up to which sorting its invoices is fast.
const FEW_DAYS: i64 = 31;

/// The text before a date in a filter. SQLite keeps no statistics and takes any range of days for a narrow one: it
/// would read all invoices of ten years and sort them, for one page. A `+` keeps it from using the index by days, so
/// it scans the list in its order and stops at a full page.
pub(crate) fn date_index_hint(filter: &InvoiceFilter) -> Fragment {
    let narrow = is_narrow(filter.issued_from, filter.issued_to)
        || is_narrow(filter.due_from, filter.due_to);
    Fragment(if narrow { "" } else { "+" })
}

fn is_narrow(from: Option<Date>, to: Option<Date>) -> bool {
    from.zip(to).is_some_and(|(from, to)| (to - from).whole_days() <= FEW_DAYS)
}
