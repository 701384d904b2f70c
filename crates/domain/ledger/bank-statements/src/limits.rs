/// Bytes of a statement at most.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;

/// Movements of a statement at most: all of it is kept in one transaction.
pub const MAX_LINES: usize = 5_000;

/// Cells of a row of a CSV at most: banks write thirty or forty.
pub const MAX_CELLS: usize = 200;

/// Bytes of a cell of a CSV at most.
pub const MAX_CELL_BYTES: usize = 4_096;

/// Bytes of a field of MT940 at most: the format has 390, and banks write some hundreds.
pub(crate) const MAX_FIELD_BYTES: usize = 16_384;

/// Nodes of a statement in XML at most: a movement has about forty elements.
pub(crate) const MAX_NODES: usize = 600_000;
