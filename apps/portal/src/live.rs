//! Pages that update themselves while they are open, with htmx (the file from npm, docs/dependencies.md). They work
//! without it: it only sends the requests that a button or a reload would send.

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

/// The path of the script.
pub(crate) fn script_path() -> &'static str {
    &HTMX.path
}

/// A page that updates itself while it is open.
pub(crate) fn html(
    status: StatusCode,
    template: &impl Template,
    visit: &Visit<impl Workspace>,
) -> HttpResponse {
    api_http::visitors::html(status, &policy(&visit.config.base_url), template)
}

/// The policy of these pages: they may load the one script, which calls this service only. A policy with paths needs
/// the host too.
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
