//! Pages that follow what happens while they are looked at: htmx, npm's file (docs/dependencies.md). They are the
//! same without it: it asks for what a button, or loading the page again, would ask for.

use crate::{
    answer::POLICY,
    asset::{Asset, SCRIPT, TEXT},
    visit::Visit,
    workspace::Workspace,
};
use actix_web::{HttpResponse, http::StatusCode, web::ServiceConfig};
use askama::Template;
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

/// A page that follows what happens while it is looked at.
pub(crate) fn html(
    status: StatusCode,
    template: &impl Template,
    visit: &Visit<impl Workspace>,
) -> HttpResponse {
    api_http::visitors::html(status, &policy(&visit.config.base_url), template)
}

/// What these pages may load: the one script, which calls this service alone. A policy that names paths names the
/// host too.
fn policy(base: &str) -> String {
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
