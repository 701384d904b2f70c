//! `docs/embedding.md` shows the code of three examples, word for word.

use std::{fs, path::Path};

#[test]
fn the_document_shows_the_examples() {
    let domain = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| fs::read_to_string(domain.join(path)).expect(path);
    let document = read("../../docs/embedding.md");
    let blocks = document.split("```rust\n").skip(1);
    let shown: Vec<&str> = blocks.filter_map(|rest| rest.split("```").next()).collect();
    let examples = [
        "invoicing/ubl-builder/examples/invoice_to_ubl.rs",
        "rules/cii-to-ubl/examples/convert.rs",
        "network/document-intake/examples/connector_send.rs",
    ];
    assert_eq!(shown, examples.map(read));
}

#[test]
fn the_first_program_is_short() {
    let program = include_str!("../../examples/invoice_to_ubl.rs");
    assert!(program.lines().count() <= 25, "{}", program.lines().count());
}
