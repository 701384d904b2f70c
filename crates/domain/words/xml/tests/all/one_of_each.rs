//! One place parses and one place escapes: no source file of the workspace does either besides.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() && !["tests", "target", "benches", "fuzz"].iter().any(|no| name == *no) {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The files that hold a text, outside of tests.
fn files_with(text: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../..");
    let mut all = Vec::new();
    for folder in ["apps", "crates"] {
        sources(&root.join(folder), &mut all);
    }
    assert!(all.len() > 500, "only {} files", all.len());
    let holds = |path: &&PathBuf| {
        let source = fs::read_to_string(path).expect("UTF-8");
        source.split("#[cfg(test)]").next().is_some_and(|code| code.contains(text))
    };
    let name = |path: &PathBuf| path.strip_prefix(&root).map(|path| path.display().to_string());
    let mut found: Vec<_> = all.iter().filter(holds).filter_map(|path| name(path).ok()).collect();
    found.sort();
    found
}

#[test]
fn one_function_parses() {
    let parser = ["crates/domain/words/xml/src/parsed.rs"];
    assert_eq!(files_with("Document::parse"), parser);
    let counted = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/parsed.rs"));
    assert_eq!(counted.expect("itself").matches("Document::parse_with_options").count(), 1);
}

#[test]
fn one_function_escapes_xml() {
    // pages of HTML are another matter
    let of_xml = |file: &String| !file.contains("html");
    let files: Vec<_> = files_with("\"&amp;\"").into_iter().filter(of_xml).collect();
    assert_eq!(files, ["crates/domain/words/xml/src/escape.rs"]);
}
