use refusals::{Argument, Kind, Reason, Refusal};
use std::fmt;

/// One violation of a request: its path and its message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The JSON path: `items[1].vat_rate`, `customer.ico`; empty for the body as a whole.
    pub field: String,
    /// What is wrong, and what would be right.
    pub message: Reason,
    /// The kind, which the code of the answer depends on.
    pub kind: ViolationKind,
}

/// Kinds of violation; all but the first have an answer code of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ViolationKind {
    /// Invalid input (`VALIDATION_ERROR`).
    #[default]
    Invalid,
    /// It names a record that this organization does not have (`NOT_FOUND` when alone).
    NotFound,
    /// It contradicts existing data (`CONFLICT` when alone).
    Conflict,
    /// The bank account has another currency (`BANK_ACCOUNT_CURRENCY_MISMATCH` when alone).
    BankAccountCurrency,
    /// It takes more than there is of a stock item that must not go below zero (`STOCK_TOO_LOW` when alone).
    StockTooLow,
    /// A level of the stock would be larger than one can be (`STOCK_TOO_MUCH` when alone).
    StockTooMuch,
}

/// All violations of a request.
///
/// A violation at a path suppresses later ones at it and at anything inside it: a text that is not a number is not
/// also out of range.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Violations(Vec<Violation>);

/// The most violations that one answer lists.
const MOST: usize = 100;

impl Violations {
    /// No violations.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds invalid input at a path.
    pub fn add(&mut self, field: impl Into<String>, message: impl Into<Reason>) {
        self.push(Violation {
            field: field.into(),
            message: message.into(),
            kind: ViolationKind::Invalid,
        });
    }

    /// Adds a path that names a record which does not exist.
    pub fn add_missing(&mut self, field: impl Into<String>, message: impl Into<Reason>) {
        let (field, message) = (field.into(), message.into());
        self.push(Violation { field, message, kind: ViolationKind::NotFound });
    }

    /// Adds a path that contradicts existing data.
    pub fn add_conflict(&mut self, field: impl Into<String>, message: impl Into<Reason>) {
        let (field, message) = (field.into(), message.into());
        self.push(Violation { field, message, kind: ViolationKind::Conflict });
    }

    /// Adds a violation, unless its path has one already.
    pub fn push(&mut self, violation: Violation) {
        if self.0.len() < MOST && !self.covers(&violation.field) {
            self.0.push(violation);
        }
    }

    /// Whether this path, or one around it, has a violation already.
    #[must_use]
    pub(crate) fn covers(&self, field: &str) -> bool {
        self.0.iter().any(|known| {
            field.strip_prefix(known.field.as_str()).is_some_and(|rest| {
                rest.is_empty() || known.field.is_empty() || rest.starts_with(['.', '['])
            })
        })
    }

    /// Whether there are no violations.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them, in the order found.
    #[must_use]
    pub fn as_slice(&self) -> &[Violation] {
        &self.0
    }

    /// The kind when all are of one kind, else [`ViolationKind::Invalid`].
    #[must_use]
    pub fn common_kind(&self) -> ViolationKind {
        match self.0.first() {
            Some(first) if self.0.iter().all(|v| v.kind == first.kind) => first.kind,
            _ => ViolationKind::Invalid,
        }
    }

    /// `Ok` when there are no violations.
    ///
    /// # Errors
    /// The violations themselves.
    pub fn into_result(self) -> Result<(), Violations> {
        if self.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, violation) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{}: {}", violation.field, violation.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Violations {}

/// One violation where there is one, else how many there are.
impl Refusal for Violations {
    const KINDS: &'static [Kind] = &[
        Kind { name: "violations.one", fixed: &["", ": ", ""], arguments: &["field", "reason"] },
        Kind {
            name: "violations.several",
            fixed: &["", " fields are not valid"],
            arguments: &["count"],
        },
    ];

    fn reason(&self) -> Reason {
        match self.as_slice() {
            [Violation { field, message, .. }] => {
                let reason = Argument::Reason(Box::new(message.clone()));
                let field = Argument::Name(field.clone());
                Reason::new(
                    "violations.one",
                    vec![("field", field), ("reason", reason)],
                    self.to_string(),
                )
            }
            all => {
                let count = Argument::Name(all.len().to_string());
                Reason::new("violations.several", vec![("count", count)], self.to_string())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use refusals::FieldFault;

    #[test]
    fn a_wrong_path_silences_what_is_inside() {
        let mut violations = Violations::new();
        violations.add("items[1]", FieldFault::Empty);
        violations.add("items[1].description", FieldFault::Required);
        violations.add("items[10].description", FieldFault::Required);
        violations.add("item", FieldFault::Required);
        let fields: Vec<_> = violations.as_slice().iter().map(|v| v.field.as_str()).collect();
        assert_eq!(fields, ["items[1]", "items[10].description", "item"]);
    }
}
