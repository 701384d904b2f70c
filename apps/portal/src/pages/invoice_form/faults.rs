//! What is wrong with a form: at a field, and once more above it.

use crate::words::Words;
use invoicing::Violations;

/// All that is wrong, once more above the form.
pub(in crate::pages) fn faults(words: &Words, found: &Violations) -> Vec<String> {
    let faults = found.as_slice().iter();
    faults.map(|fault| format!("{}: {}", words.field(&fault.field), fault.message)).collect()
}

/// What is wrong at a path of the API: `items[1].unitPrice` is `items[1].unit_price`.
pub(super) fn fault_at(found: &Violations, path: &str) -> Option<String> {
    let mut faults = found.as_slice().iter();
    faults.find(|fault| snake(&fault.field) == path).map(|fault| fault.message.clone())
}

fn snake(path: &str) -> String {
    let mut snake = String::new();
    for c in path.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_find_their_fields() {
        let mut found = Violations::new();
        found.add("items[0].unitPrice", "must be a number");
        found.add("customer.address.postalCode", "is missing");
        assert!(fault_at(&found, "items[0].unit_price").is_some());
        assert!(fault_at(&found, "customer.address.postal_code").is_some());
        assert!(fault_at(&found, "items[1].unit_price").is_none());
    }
}
