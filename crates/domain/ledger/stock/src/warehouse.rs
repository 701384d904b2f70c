use invoicing::{
    Violations,
    checks::{TextShape, check_text},
};
use persistence::ids::WarehouseId;
use refusals::FieldFault;
use time::OffsetDateTime;

/// Longest name, in characters.
const MAX_NAME: usize = 100;

/// A warehouse. Where a line names none, the oldest that is not archived is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warehouse {
    /// Its id.
    pub id: WarehouseId,
    /// Its name, unique in the organization.
    pub name: String,
    /// The time of archiving; an archived one is not for new documents.
    pub archived_at: Option<OffsetDateTime>,
    /// The version, from 1; each change adds one.
    pub version: i32,
    /// The time of creation.
    pub created_at: OffsetDateTime,
}

persistence::listed!(Warehouse: created_at, id);

/// A whole warehouse as a caller sends it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WarehouseInput {
    /// Required.
    pub name: Option<String>,
    /// Whether it is archived.
    pub archived: Option<bool>,
}

impl WarehouseInput {
    /// Checks it and returns the new warehouse. `found` has the violations that parsing found.
    ///
    /// # Errors
    /// All violations, each with its JSON path.
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

    /// Checks it and returns the changed warehouse.
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
