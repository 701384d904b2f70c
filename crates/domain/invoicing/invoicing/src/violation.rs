use std::fmt;

/// One thing that is wrong with a request: where, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The JSON path: `items[1].vat_rate`, `customer.ico`; empty for the body as a whole.
    pub field: String,
    /// What is wrong and what would be right.
    pub message: String,
    /// What kind of thing it is, where the answer's code depends on it.
    pub kind: ViolationKind,
}

/// Kinds of violation that are not plainly invalid input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ViolationKind {
    /// Invalid input (`VALIDATION_ERROR`).
    #[default]
    Invalid,
    /// Names an object that does not exist for this organization (`NOT_FOUND` when alone).
    NotFound,
    /// Contradicts what is there (`CONFLICT` when alone).
    Conflict,
    /// The bank account has another currency (`BANK_ACCOUNT_CURRENCY_MISMATCH` when alone).
    BankAccountCurrency,
}

/// Everything that is wrong with a request, collected.
///
/// What is already known to be wrong at a path silences later remarks on it and on anything
/// inside it: a number that is no number is not also out of range.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Violations(Vec<Violation>);

/// The greatest number of violations that one answer lists.
const MOST: usize = 100;

impl Violations {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds invalid input at a path.
    pub fn add(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.push(Violation {
            field: field.into(),
            message: message.into(),
            kind: ViolationKind::Invalid,
        });
    }

    /// Adds what a path names and is not there.
    pub fn add_missing(&mut self, field: impl Into<String>, message: impl Into<String>) {
        let (field, message) = (field.into(), message.into());
        self.push(Violation { field, message, kind: ViolationKind::NotFound });
    }

    /// Adds what contradicts what is there.
    pub fn add_conflict(&mut self, field: impl Into<String>, message: impl Into<String>) {
        let (field, message) = (field.into(), message.into());
        self.push(Violation { field, message, kind: ViolationKind::Conflict });
    }

    /// Adds a violation, unless its path is known to be wrong already.
    pub fn push(&mut self, violation: Violation) {
        if self.0.len() < MOST && !self.covers(&violation.field) {
            self.0.push(violation);
        }
    }

    /// Whether something at this path or around it is known to be wrong.
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

    /// `Ok` when nothing is wrong.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_path_silences_what_is_inside() {
        let mut violations = Violations::new();
        violations.add("items[1]", "is not an object");
        violations.add("items[1].description", "is required");
        violations.add("items[10].description", "is required");
        violations.add("item", "is unknown");
        let fields: Vec<_> = violations.as_slice().iter().map(|v| v.field.as_str()).collect();
        assert_eq!(fields, ["items[1]", "items[10].description", "item"]);
    }
}
