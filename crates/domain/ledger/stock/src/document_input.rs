use crate::fault::StockFault;
use crate::{DocumentKind, DocumentLine, StockDocument};
use invoicing::{
    LINE_DIGITS, STOCK_DIGITS, Violations,
    checks::{TextShape, check_text},
};
use money::Decimal;
use persistence::ids::{StockDocumentId, StockItemId, WarehouseId};
use refusals::FieldFault;
use std::collections::BTreeSet;
use time::{Date, OffsetDateTime};

/// The most lines of a document.
pub const MAX_LINES: usize = 1_000;

/// Longest note, in characters.
const MAX_NOTE: usize = 500;

/// The first day that a document may have.
const FIRST_YEAR: i32 = 2000;

/// A whole document as a caller sends it. Members that are not required say so.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentInput {
    /// The version that the caller has read; when it is outdated, a change is refused.
    pub version: Option<i64>,
    /// Required.
    pub kind: Option<DocumentKind>,
    /// Required.
    pub warehouse: Option<WarehouseId>,
    /// Required for a transfer; not allowed otherwise.
    pub to_warehouse: Option<WarehouseId>,
    /// The day; today by default.
    pub day: Option<Date>,
    /// A note, at most 500 characters.
    pub note: Option<String>,
    /// The lines, at least one.
    pub lines: Option<Vec<DocumentLineInput>>,
}

/// A line as a caller sends it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentLineInput {
    /// Required.
    pub item: Option<StockItemId>,
    /// Required.
    pub quantity: Option<Decimal>,
    /// The cost of one unit; only for receipts and counts.
    pub unit_cost: Option<Decimal>,
}

/// The id and the time of a new document.
#[derive(Debug, Clone, Copy)]
pub struct NewDocument {
    /// The id of the document.
    pub id: StockDocumentId,
    /// The current time.
    pub now: OffsetDateTime,
    /// The date of `now` in Europe/Bratislava.
    pub today: Date,
}

impl DocumentInput {
    /// Checks it and returns the draft. `found` has the violations that parsing found.
    ///
    /// # Errors
    /// All violations, each with its JSON path.
    pub fn check(
        &self,
        new: &NewDocument,
        mut found: Violations,
    ) -> Result<StockDocument, Violations> {
        for (name, missing) in
            [("type", self.kind.is_none()), ("warehouse_id", self.warehouse.is_none())]
        {
            if missing {
                found.add(name, FieldFault::Required);
            }
        }
        self.check_target(&mut found);
        let day = self.day.unwrap_or(new.today);
        if day > new.today || day.year() < FIRST_YEAR {
            found.add("date", StockFault::Day { first: FIRST_YEAR, today: new.today });
        }
        let note = self.note.as_deref();
        let note = note.and_then(|note| {
            check_text("note", note, 0, MAX_NOTE, TextShape::Paragraphs, &mut found)
        });
        let lines = self.check_lines(&mut found);
        found.into_result()?;
        // there is no violation, so every required field is present
        let (Some(kind), Some(warehouse)) = (self.kind, self.warehouse) else {
            return Err(Violations::new());
        };
        Ok(StockDocument {
            id: new.id,
            kind,
            number: None,
            day,
            warehouse,
            to_warehouse: self.to_warehouse,
            note,
            lines,
            version: 1,
            created_at: new.now,
            confirmed_at: None,
        })
    }

    /// Checks it and returns the changed draft.
    ///
    /// # Errors
    /// As [`Self::check`]; the kind cannot change.
    pub fn change(
        &self,
        before: &StockDocument,
        today: Date,
        mut found: Violations,
    ) -> Result<StockDocument, Violations> {
        if self.kind.is_some_and(|kind| kind != before.kind) {
            found.add("type", StockFault::OtherKind { kind: before.kind.name() });
        }
        let new = NewDocument { id: before.id, now: before.created_at, today };
        let after = self.check(&new, found)?;
        Ok(StockDocument { version: before.version + 1, ..after })
    }

    fn check_target(&self, found: &mut Violations) {
        match (self.kind, self.to_warehouse) {
            (Some(DocumentKind::Transfer), None) => {
                found.add("to_warehouse_id", StockFault::NoTarget);
            }
            (Some(DocumentKind::Transfer), to) if to == self.warehouse => {
                found.add("to_warehouse_id", StockFault::SameWarehouse);
            }
            (Some(DocumentKind::Transfer) | None, _) | (_, None) => {}
            (Some(kind), Some(_)) => {
                found.add("to_warehouse_id", StockFault::NotATransfer { kind: kind.name() });
            }
        }
    }

    fn check_lines(&self, found: &mut Violations) -> Vec<DocumentLine> {
        let lines = self.lines.as_deref().unwrap_or_default();
        if lines.is_empty() {
            found.add("lines", StockFault::NoLines);
        }
        if lines.len() > MAX_LINES {
            found.add("lines", StockFault::TooManyLines { most: MAX_LINES });
            return Vec::new();
        }
        let mut counted = BTreeSet::new();
        let checked = |(i, line): (usize, &DocumentLineInput)| {
            let checked = self.check_line(i, line, found)?;
            if self.kind == Some(DocumentKind::Count) && !counted.insert(checked.item) {
                found.add(format!("lines[{i}].item_id"), StockFault::CountedTwice);
            }
            Some(checked)
        };
        lines.iter().enumerate().filter_map(checked).collect()
    }

    fn check_line(
        &self,
        i: usize,
        line: &DocumentLineInput,
        found: &mut Violations,
    ) -> Option<DocumentLine> {
        let path = |name: &str| format!("lines[{i}].{name}");
        if line.item.is_none() {
            found.add(path("item_id"), FieldFault::Required);
        }
        match line.quantity {
            None => found.add(path("quantity"), FieldFault::Required),
            Some(quantity) => self.check_quantity(quantity, path("quantity"), found),
        }
        if let Some(cost) = line.unit_cost {
            let comes = !matches!(self.kind, Some(DocumentKind::Issue | DocumentKind::Transfer));
            check_cost(cost, comes, path("unit_cost"), found);
        }
        let quantity = line.quantity?.normalize();
        Some(DocumentLine { item: line.item?, quantity, unit_cost: line.unit_cost })
    }

    fn check_quantity(&self, quantity: Decimal, path: String, found: &mut Violations) {
        let counts = self.kind == Some(DocumentKind::Count);
        if let Err(error) = STOCK_DIGITS.check(quantity) {
            found.add(path, error);
        } else if quantity < Decimal::ZERO {
            found.add(path, FieldFault::Negative);
        } else if quantity.is_zero() && !counts {
            found.add(path, FieldFault::NotAboveZero);
        }
    }
}

fn check_cost(cost: Decimal, comes: bool, path: String, found: &mut Violations) {
    if !comes {
        found.add(path, StockFault::CostOfIssue);
    } else if cost < Decimal::ZERO {
        found.add(path, FieldFault::Negative);
    } else if let Err(error) = LINE_DIGITS.check(cost) {
        found.add(path, error);
    }
}
