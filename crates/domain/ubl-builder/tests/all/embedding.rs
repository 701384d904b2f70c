//! `docs/embedding.md` shows the code of `examples/invoice_to_ubl.rs`, word for word.

use std::{fs, path::Path};

#[test]
fn the_document_shows_the_example() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(here.join(path)).expect(path);
    let example = read("examples/invoice_to_ubl.rs");
    let document = read("../../../docs/embedding.md");
    let block = document.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next());
    assert_eq!(block, Some(&*example));
}
