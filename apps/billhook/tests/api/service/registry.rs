//! Which jobs the workers know.

use std::collections::HashSet;
use workers::registry;

#[test]
fn each_kind_is_registered_once() {
    let registry = registry();
    let kinds = registry.kinds();
    assert_eq!(kinds.iter().collect::<HashSet<_>>().len(), kinds.len());
    assert_eq!(registry.recurring_kinds().len(), 18);
    assert!(kinds.iter().all(|kind| registry.find(kind.0).is_some()));
    assert!(registry.find("unknown").is_none());
    let without = registry.without_recurring();
    assert!(without.recurring_kinds().is_empty());
    assert_eq!(without.kinds().len(), kinds.len() - 18);
}
