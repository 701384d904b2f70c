//! The API reference: Swagger UI over `/openapi.json`. The bundle is the one from npm, stored as gzip
//! (docs/dependencies.md has the version and how to update it).

use crate::asset::{Asset, SCRIPT, STYLE, TEXT};
use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, ServiceConfig},
};
use askama::Template;
use runtime::wiring::App;
use std::sync::LazyLock;

/// Where operations of the document are, and the document. Not the pages: a script here must not reach what
/// a session may do.
const REACHED: [&str; 9] = [
    "/openapi.json",
    "/v1/agent/",
    "/api/auth/jwks",
    "/api/auth/oauth2/",
    "/.well-known/",
    "/health/",
    "/metrics",
    "/i/",
    "/claim/",
];

/// The policy of the page: it may only load these scripts of ours. The icons of Swagger UI are `data:` in its
/// stylesheet. A policy with paths needs the host too.
fn policy(base: &str, scripts: [&str; 2]) -> String {
    let on = |paths: &[&str]| {
        let sources: Vec<_> = paths.iter().map(|path| format!("{base}{path}")).collect();
        sources.join(" ")
    };
    format!(
        "default-src 'none'; script-src {}; style-src 'self'; img-src 'self' data:; connect-src {}; \
         form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
        on(&scripts),
        on(&REACHED)
    )
}

/// All files of the page.
struct Assets {
    viewer: Asset,
    viewer_style: Asset,
    viewer_licences: Asset,
    script: Asset,
    style: Asset,
}

static ASSETS: LazyLock<Assets> = LazyLock::new(|| Assets {
    viewer: Asset::gzip(
        "swagger-ui.js",
        SCRIPT,
        include_bytes!("../../assets/swagger-ui/swagger-ui-bundle.js.gz"),
    ),
    viewer_style: Asset::gzip(
        "swagger-ui.css",
        STYLE,
        include_bytes!("../../assets/swagger-ui/swagger-ui.css.gz"),
    ),
    viewer_licences: Asset::text(
        "swagger-ui-licences.txt",
        TEXT,
        include_str!("../../assets/swagger-ui/LICENSES.txt"),
    ),
    script: Asset::text("reference.js", SCRIPT, include_str!("../../assets/reference.js")),
    style: Asset::text("reference.css", STYLE, include_str!("../../assets/reference.css")),
});

/// Puts the files on the application.
pub(super) fn configure(config: &mut ServiceConfig) {
    let Assets { viewer, viewer_style, viewer_licences, script, style } = &*ASSETS;
    for asset in [viewer, viewer_style, viewer_licences, script, style] {
        asset.serve(config);
    }
}

#[derive(Template)]
#[template(path = "docs_reference.html")]
struct Reference {
    assets: &'static Assets,
}

pub(super) async fn page(app: Data<App>) -> HttpResponse {
    let policy = policy(&app.config.base_url, [&ASSETS.viewer.path, &ASSETS.script.path]);
    api_http::visitors::html(StatusCode::OK, &policy, &Reference { assets: &ASSETS })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_viewer_is_the_file_that_its_makers_published() {
        for asset in [&ASSETS.viewer, &ASSETS.viewer_style] {
            asset.assert_published();
        }
    }
}
