//! The reference: Swagger UI over `/openapi.json`. The bundle is npm's, kept as gzip
//! (docs/dependencies.md says which, and how to renew it).

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{self, HeaderValue},
    },
    web::{Data, ServiceConfig, get},
};
use api_http::Compressed;
use askama::Template;
use data_encoding::HEXLOWER;
use runtime::{secrets, wiring::App};
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

/// Scripts are these files of ours alone; the icons of Swagger UI stand in its stylesheet as `data:`. A policy
/// that names paths names the host too.
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

/// What a file holds.
enum Content {
    Gzip(Compressed),
    Text(&'static str),
}

/// A file that the page loads.
struct Asset {
    /// Named by its content, so that it is kept for ever.
    path: String,
    media_type: &'static str,
    content: Content,
}

impl Asset {
    fn gzip(name: &str, media_type: &'static str, bytes: &'static [u8]) -> Self {
        let content = Content::Gzip(Compressed::ready(bytes));
        Self { path: path_of(name, bytes), media_type, content }
    }

    fn text(name: &str, media_type: &'static str, text: &'static str) -> Self {
        let content = Content::Text(text);
        Self { path: path_of(name, text.as_bytes()), media_type, content }
    }

    fn answer(&self, http: &HttpRequest) -> HttpResponse {
        let mut answer = match &self.content {
            Content::Gzip(kept) => kept.answer(http, self.media_type),
            Content::Text(text) => HttpResponse::Ok().content_type(self.media_type).body(*text),
        };
        let headers = answer.headers_mut();
        let for_ever = HeaderValue::from_static("public, max-age=31536000, immutable");
        headers.insert(header::CACHE_CONTROL, for_ever);
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        answer
    }
}

fn path_of(name: &str, bytes: &[u8]) -> String {
    let hash = HEXLOWER.encode(&secrets::sha256(bytes)[..8]);
    let (name, extension) = name.rsplit_once('.').unwrap_or((name, "txt"));
    format!("/assets/{name}-{hash}.{extension}")
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

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
        let answer = move |http: HttpRequest| async move { asset.answer(&http) };
        config.route(&asset.path, get().to(answer));
    }
}

#[derive(Template)]
#[template(path = "docs_reference.html")]
struct Reference {
    assets: &'static Assets,
}

/// `GET /docs/reference`.
pub(super) async fn page(app: Data<App>) -> HttpResponse {
    let policy = policy(&app.config.base_url, [&ASSETS.viewer.path, &ASSETS.script.path]);
    identity::html(StatusCode::OK, &policy, &Reference { assets: &ASSETS })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `docs/dependencies.md` says which version this is.
    #[test]
    fn the_viewer_is_the_file_that_its_makers_published() {
        let page = include_str!("../../../../docs/dependencies.md");
        for asset in [&ASSETS.viewer, &ASSETS.viewer_style] {
            let Content::Gzip(kept) = &asset.content else { panic!("{} is text", asset.path) };
            let hash = HEXLOWER.encode(&secrets::sha256(&kept.plain().expect("gzip")));
            assert!(page.contains(&hash), "{}: {hash} is not in docs/dependencies.md", asset.path);
        }
    }
}
