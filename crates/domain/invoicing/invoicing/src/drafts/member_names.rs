//! A `PATCH` body writes its members in camelCase, the rules of creation in snake_case: violations are named for the reader.

use crate::{Violation, Violations, terms::Term};

/// Members whose names differ between the two, by the names that the rules of creation have for them; the header texts
/// are added to them.
const RENAMED: [&str; 16] = [
    "issue_date",
    "delivery_date",
    "due_date",
    "due_days",
    "payment_method",
    "exchange_rate",
    "exemption_reason",
    "delivery_address",
    "bank_account_id",
    "contract_id",
    "project_id",
    "unit_price",
    "vat_rate",
    "tax_treatment",
    "stock_item_id",
    "warehouse_id",
];

fn renamed_members() -> impl Iterator<Item = &'static str> {
    RENAMED.into_iter().chain(Term::ALL.iter().map(|term| term.name()))
}

/// All violations with the names of the `PATCH` body: first those that parsing reported, then the others that were found.
pub(super) fn as_of_the_body(reported: Violations, found: &Violations) -> Violations {
    let read = snake_cased(&reported);
    let mut all = reported;
    for violation in found.as_slice().iter().filter(|one| !read.as_slice().contains(one)) {
        all.push(named_by_edits(violation));
    }
    all
}

/// A violation of the rules of creation, with the names of the `PATCH` body.
#[must_use]
pub fn named_by_edits(found: &Violation) -> Violation {
    Violation {
        field: camel_cased(&found.field),
        message: found.message.clone().reworded(camel_cased),
        kind: found.kind,
    }
}

/// The violations that parsing reported, with the names of the rules of creation, which do not report them a second time.
pub(super) fn snake_cased(reported: &Violations) -> Violations {
    let mut renamed = Violations::new();
    for violation in reported.as_slice() {
        let named = |path: String, name: &str| path.replace(&camel_case(name), name);
        let field = renamed_members().fold(violation.field.clone(), named);
        renamed.push(Violation { field, ..violation.clone() });
    }
    renamed
}

/// A path or a message, with the names of the `PATCH` body.
fn camel_cased(text: &str) -> String {
    renamed_members().fold(text.to_owned(), |text, name| text.replace(name, &camel_case(name)))
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut renamed = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        renamed.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        renamed.push_str(letters.as_str());
    }
    renamed
}

#[cfg(test)]
mod tests {
    use super::{Violations, as_of_the_body, camel_cased};
    use refusals::{FieldFault, Reason};

    #[test]
    fn names_are_those_of_the_body() {
        for (text, renamed) in [
            ("items[1].unit_price", "items[1].unitPrice"),
            ("issue_date", "issueDate"),
            ("delivery_address.country", "deliveryAddress.country"),
            ("bank_account_id", "bankAccountId"),
            ("items[0].stock_item_id", "items[0].stockItemId"),
            ("items[0].warehouse_id", "items[0].warehouseId"),
            ("must not be combined with due_days", "must not be combined with dueDays"),
            ("must be one of credit_note", "must be one of credit_note"),
            ("", ""),
        ] {
            assert_eq!(camel_cased(text), renamed);
        }
    }

    /// An unknown member is named as it was sent.
    #[test]
    fn what_reading_said_is_said_once_and_as_it_was() {
        let mut reported = Violations::new();
        let unknown = "is not a known field; did you mean unitPrice?";
        reported.add("items[0].unit_price", Reason::plain(unknown));
        reported.add("dueDate", service_day::DayError::Form);
        let mut found = super::snake_cased(&reported);
        found.add("items[0].vat_rate", FieldFault::Required);
        found.add("due_date", Reason::plain("must not precede issue_date"));
        let all = as_of_the_body(reported, &found);
        let said = |one: &crate::Violation| format!("{}: {}", one.field, one.message);
        let said: Vec<_> = all.as_slice().iter().map(said).collect();
        assert_eq!(
            said,
            [
                "items[0].unit_price: is not a known field; did you mean unitPrice?",
                "dueDate: must be a date of the form YYYY-MM-DD",
                "items[0].vatRate: is required"
            ]
        );
    }
}
