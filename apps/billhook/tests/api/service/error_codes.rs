//! Every code that an answer may have stands on the pages for integrators, with its cause and what to do.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Texts of sources that look like codes: names of settings, of the compiler, and of the network's messages.
const NO_CODES: [&str; 14] = [
    "BILLHOOK_",
    "CARGO_",
    "COUNTRY_C",
    "FAILURE_ONLY",
    "ALWAYS_SEND",
    "INVOICE_PDF_",
    "MLS_T",
    "NO_COLOR",
    "SCREAMING_SNAKE_CASE",
    "FORMAT_LABEL",
    "TECHNICAL_VALIDATION_",
    "BA_",
    "SSL_CERT_",
    "TEST_DATABASE_URL",
];

/// Codes of one word, which no underscore betrays.
const WORDS: [&str; 3] = ["CONFLICT", "FORBIDDEN", "UNAUTHORIZED"];

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What the product is made of: the sources below a folder without their tests.
pub fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() && !["tests", "examples", "benches", "target"].iter().any(|it| name == *it)
        {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn is_code(text: &str) -> bool {
    let of_codes = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let words = text.split('_').count() > 1 && text.split('_').all(|word| !word.is_empty());
    words && text.chars().all(of_codes) && !NO_CODES.iter().any(|prefix| text.starts_with(prefix))
}

/// Codes between quotes.
fn codes() -> BTreeSet<String> {
    let mut files = Vec::new();
    for folder in ["apps", "crates/use-cases", "crates/domain", "crates/adapters"] {
        sources(&root().join(folder), &mut files);
    }
    let texts = files.iter().map(|path| fs::read_to_string(path).expect("a source"));
    let mut codes: BTreeSet<_> = WORDS.map(str::to_owned).into();
    for text in texts {
        let product = text.split("#[cfg(test)]").next().unwrap_or_default();
        codes.extend(product.split('"').filter(|part| is_code(part)).map(str::to_owned));
    }
    codes
}

#[test]
fn every_code_is_explained_in_both_languages() {
    let codes = codes();
    assert!(codes.contains("OFFSET_EXCEEDS_BALANCE"), "{codes:?}");
    let page = |name: &str| fs::read_to_string(root().join("docs").join(name)).expect("a page");
    let sapi = page("sapi-sk.md");
    for language in ["en", "sk"] {
        let guide = page(&format!("guides/{language}/errors.md"));
        let is_missing = |code: &&String| {
            let code = format!("`{code}`");
            !guide.contains(&code) && !sapi.contains(&code)
        };
        let missing: Vec<_> = codes.iter().filter(is_missing).collect();
        assert!(missing.is_empty(), "docs/guides/{language}/errors.md lacks {missing:?}");
    }
}
