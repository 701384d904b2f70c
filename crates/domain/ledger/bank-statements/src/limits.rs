/// Bytes of a statement at most.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;

/// Movements of a statement at most: all of it is kept in one transaction.
pub const MAX_LINES: usize = 5_000;

/// Cells of a row of a CSV at most: banks write thirty or forty.
pub const MAX_CELLS: usize = 200;

/// Bytes of a cell of a CSV at most.
pub const MAX_CELL_BYTES: usize = 4_096;

/// Nodes of a statement in XML at most: a movement has about forty elements.
pub(crate) const MAX_NODES: usize = 600_000;

/// Bytes of a document that take as much memory as a node of a tree, by what documents are let in for.
const NODE: usize = 40;

/// The size, in bytes, by which a file is let in to be read beside others: many small elements take more than their text.
#[must_use]
pub fn weight(bytes: &[u8]) -> usize {
    let tags = bytes.iter().filter(|byte| **byte == b'<').take(MAX_NODES).count();
    bytes.len().max(tags * NODE)
}
