/// Bytes of a statement at most.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;

/// Movements of a statement at most: all of it is kept in one transaction.
pub const MAX_LINES: usize = 5_000;
