//! What tests need is looked for when they are compiled: a test cannot ignore itself when it runs.
//!
//! `BILLHOOK_EXPECT` names needs that will be there when the tests run (`browser`, `peers`, with a comma
//! between them): CI compiles the tests while it installs these. Where a need is expected nothing else is looked at, so
//! that what is installed later compiles nothing again.

use std::env;

fn main() {
    watch("BILLHOOK_EXPECT");
    let expected = value("BILLHOOK_EXPECT").unwrap_or_default();
    let is_expected = |need: &str| expected.split(',').any(|one| one.trim() == need);
    mark("has_postgres", watched("TEST_DATABASE_URL").is_some());
    mark("has_browser", is_expected("browser") || has_browser());
    mark("has_peers", is_expected("peers") || watched("BILLHOOK_PEERS").is_some());
    mark("has_corpus", watched("CONFORMANCE_DIR").is_some());
    mark("has_xrechnung", watched("XRECHNUNG_DIR").is_some());
}

/// A driver that is named, or one on the path.
fn has_browser() -> bool {
    let paths = value("PATH").unwrap_or_default();
    watched("BILLHOOK_CHROMEDRIVER").is_some()
        || env::split_paths(&paths).any(|folder| folder.join("chromedriver").is_file())
}

fn value(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// The value of a variable, whose change compiles the tests again.
fn watched(name: &str) -> Option<String> {
    watch(name);
    value(name)
}

fn watch(name: &str) {
    println!("cargo::rerun-if-env-changed={name}");
}

fn mark(need: &str, is_there: bool) {
    println!("cargo::rustc-check-cfg=cfg({need})");
    if is_there {
        println!("cargo::rustc-cfg={need}");
    }
}
