use invoicing::Violations;
use refusals::FieldFault;

/// Adds a violation where a field names an item or a warehouse that cannot be used: `archived` says whether it is
/// archived, and is `None` where there is none.
pub fn check_in_use(
    field: impl FnOnce() -> String,
    archived: Option<bool>,
    found: &mut Violations,
) {
    match archived {
        None => found.add_missing(field(), FieldFault::Missing),
        Some(true) => found.add(field(), FieldFault::Archived),
        Some(false) => {}
    }
}
