//! Pages that follow what happens while they are looked at: htmx, npm's file (docs/dependencies.md). They are the
//! same without it: it asks for what a button, or loading the page again, would ask for.

use crate::{
    asset::{Asset, SCRIPT, TEXT},
    frame::POLICY,
};
use actix_web::web::ServiceConfig;
use std::sync::LazyLock;

static HTMX: LazyLock<Asset> = LazyLock::new(|| {
    Asset::gzip("htmx.js", SCRIPT, include_bytes!("../assets/htmx/htmx.min.js.gz"))
});

static LICENCE: LazyLock<Asset> =
    LazyLock::new(|| Asset::text("htmx-licence.txt", TEXT, include_str!("../assets/htmx/LICENSE")));

/// Puts the files on the application.
pub(crate) fn configure(config: &mut ServiceConfig) {
    HTMX.serve(config);
    LICENCE.serve(config);
}

/// Where the script is.
pub(crate) fn script_path() -> &'static str {
    &HTMX.path
}

/// What these pages may load: the one script, which calls this service alone. A policy that names paths names the
/// host too.
pub(crate) fn policy(base: &str) -> String {
    format!("{POLICY}; script-src {base}{}; connect-src 'self'", script_path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_the_file_that_its_makers_published() {
        HTMX.assert_published();
    }
}
