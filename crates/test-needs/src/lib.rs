//! Marks a test by what it needs beside the repository. Where that is absent the test is shown as ignored, with the
//! reason, and is not counted as passed. Each attribute stands above `#[test]` or `#[tokio::test]`; a test may have
//! several.

use proc_macro::{Delimiter, TokenStream, TokenTree};

/// The test needs the PostgreSQL server that `TEST_DATABASE_URL` names.
#[proc_macro_attribute]
pub fn on_postgres(_: TokenStream, test: TokenStream) -> TokenStream {
    needing(cfg!(has_postgres), "no PostgreSQL at TEST_DATABASE_URL", test)
}

/// Stands above a test that is compiled for both engines, where it is for SQLite, which is part of the build.
#[proc_macro_attribute]
pub fn on_sqlite(_: TokenStream, test: TokenStream) -> TokenStream {
    test
}

/// The test needs Chromium and its driver: at `BILLHOOK_CHROMEDRIVER`, or `chromedriver` on the path.
#[proc_macro_attribute]
pub fn in_browser(_: TokenStream, test: TokenStream) -> TokenStream {
    needing(cfg!(has_browser), "no chromedriver at BILLHOOK_CHROMEDRIVER or on the path", test)
}

/// The test needs others' programs, in the folder that `BILLHOOK_PEERS` names.
#[proc_macro_attribute]
pub fn with_peers(_: TokenStream, test: TokenStream) -> TokenStream {
    needing(cfg!(has_peers), "BILLHOOK_PEERS names no folder: source .ci/peers", test)
}

/// The test needs the conformance corpus of the official rules, in the folder that `CONFORMANCE_DIR` names.
#[proc_macro_attribute]
pub fn with_corpus(_: TokenStream, test: TokenStream) -> TokenStream {
    needing(cfg!(has_corpus), "CONFORMANCE_DIR names no folder", test)
}

/// The test needs the documents and verdicts of XRechnung, in the folder that `XRECHNUNG_DIR` names.
#[proc_macro_attribute]
pub fn with_xrechnung(_: TokenStream, test: TokenStream) -> TokenStream {
    needing(cfg!(has_xrechnung), "XRECHNUNG_DIR names no folder", test)
}

/// The test, ignored for this reason unless what it needs is there. Another need that is absent gave its reason before.
fn needing(is_there: bool, reason: &str, test: TokenStream) -> TokenStream {
    if is_there || is_ignored(&test) {
        return test;
    }
    let ignored = format!("#[ignore = {reason:?}]").parse::<TokenStream>();
    // a text that cannot be parsed would leave nothing above the test: it would run, and fail
    ignored.into_iter().flatten().chain(test).collect()
}

/// Whether one of the attributes above the function is `#[ignore]`.
fn is_ignored(test: &TokenStream) -> bool {
    test.clone().into_iter().any(|tree| match tree {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
            let name = group.stream().into_iter().next();
            name.is_some_and(|name| name.to_string() == "ignore")
        }
        _ => false,
    })
}
