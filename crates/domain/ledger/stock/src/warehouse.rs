use invoicing::{
    Violations,
    checks::{TextShape, check_text},
};
use persistence::ids::WarehouseId;
use refusals::FieldFault;
use time::OffsetDateTime;

/// Longest name, in characters.
const MAX_NAME: usize = 100;

/// A place where stock is kept. The oldest in use is the one that is meant where none is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warehouse {
    /// Its id.
    pub id: WarehouseId,
    /// Unique.
    pub name: String,
    /// Since when it is not for new documents.
    pub archived_at: Option<OffsetDateTime>,
    /// Counts its changes, from 1.
    pub version: i32,
    /// When it was made.
    pub created_at: OffsetDateTime,
}

persistence::listed!(Warehouse: created_at, id);

/// A warehouse as a caller describes it, all of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WarehouseInput {
    /// Required.
    pub name: Option<String>,
    /// Whether it is not for new documents.
    pub archived: Option<bool>,
}

impl WarehouseInput {
    /// The new warehouse. `found` is what reading has found wrong already.
    ///
    /// # Errors
    /// Every violation, with its JSON path.
    pub fn check(
        &self,
        id: WarehouseId,
        now: OffsetDateTime,
        mut found: Violations,
    ) -> Result<Warehouse, Violations> {
        if self.name.is_none() {
            found.add("name", FieldFault::Required);
        }
        let name = self.name.as_deref();
        let name = name
            .and_then(|name| check_text("name", name, 1, MAX_NAME, TextShape::Line, &mut found));
        found.into_result()?;
        let archived_at = self.archived.unwrap_or_default().then_some(now);
        let name = name.unwrap_or_default();
        Ok(Warehouse { id, name, archived_at, version: 1, created_at: now })
    }

    /// The warehouse with everything that it is described by.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub fn change(
        &self,
        before: &Warehouse,
        now: OffsetDateTime,
        found: Violations,
    ) -> Result<Warehouse, Violations> {
        let after = self.check(before.id, now, found)?;
        let archived_at = after.archived_at.map(|at| before.archived_at.unwrap_or(at));
        let (version, created_at) = (before.version + 1, before.created_at);
        Ok(Warehouse { archived_at, version, created_at, ..after })
    }
}
