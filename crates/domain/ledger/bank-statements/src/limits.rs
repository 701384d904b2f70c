/// Bytes of a statement at most.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;

/// Movements of a statement at most: all of it is kept in one transaction.
pub const MAX_LINES: usize = 5_000;

/// Cells of a row of a CSV at most: banks write thirty or forty.
pub const MAX_CELLS: usize = 200;

/// Bytes of a cell of a CSV at most.
pub const MAX_CELL_BYTES: usize = 4_096;
