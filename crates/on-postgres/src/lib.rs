//! Marks a test that needs PostgreSQL. Where `TEST_DATABASE_URL` names no server the test is shown as ignored, with
//! this reason, and is not counted as passed.

use proc_macro::TokenStream;

/// What stands above a test for which there is no server.
const IGNORED: &str = "#[ignore = \"no PostgreSQL at TEST_DATABASE_URL\"]";

/// Ignores the test below it where there is no server. It stands above `#[test]` and `#[tokio::test]`.
#[proc_macro_attribute]
pub fn on_postgres(_: TokenStream, test: TokenStream) -> TokenStream {
    let ignored = if cfg!(has_postgres) { "" } else { IGNORED };
    // a text that cannot be read would leave nothing above the test: it would run, and fail
    ignored.parse::<TokenStream>().into_iter().flatten().chain(test).collect()
}

/// Stands above a test that is compiled for both engines, where it is for SQLite: that is always there.
#[proc_macro_attribute]
pub fn on_sqlite(_: TokenStream, test: TokenStream) -> TokenStream {
    test
}
