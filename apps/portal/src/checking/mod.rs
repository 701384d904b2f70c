//! `/validate` validates a document in the browser. The page loads the rules as a WebAssembly module
//! (docs/verdict-everywhere.md), and its policy lets it fetch only that file, so that a document cannot leave the
//! page.

mod words;

use crate::{
    answer::POLICY,
    asset::{Asset, SCRIPT},
    texts::Texts,
};
use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Data, ServiceConfig},
};
use api_http::paths::{Paths, get};
use api_http::visitors::Language;
use askama::Template;
use runtime::wiring::App;
use std::sync::LazyLock;
use words::words;

/// All files of the page.
struct Assets {
    /// The module with the rules: `apps/validate-wasm`.
    rules: Asset,
    /// How JavaScript calls it: the file of the npm package.
    calls: Asset,
    /// The page's own script.
    page: Asset,
}

static ASSETS: LazyLock<Assets> = LazyLock::new(|| Assets {
    rules: Asset::gzip(
        "billing-rules.wasm",
        "application/wasm",
        include_bytes!("../../assets/validate/billing-rules.wasm.gz"),
    ),
    calls: Asset::text(
        "billing-rules.js",
        SCRIPT,
        include_str!("../../../../packages/npm/index.js"),
    ),
    page: Asset::text("validate.js", SCRIPT, include_str!("../../assets/validate/validate.js")),
});

/// Puts the page and its files on the application.
pub(crate) fn configure(config: &mut ServiceConfig) {
    config.configure(Paths::of(|paths| {
        paths.route("/validate", get().to(page));
    }));
    let Assets { rules, calls, page } = &*ASSETS;
    for asset in [rules, calls, page] {
        asset.serve(config);
    }
}

#[derive(Template)]
#[template(path = "validate.html")]
struct Checking {
    t: &'static Texts,
    back: &'static str,
    assets: &'static Assets,
    words: Vec<(&'static str, &'static str)>,
}

async fn page(http: HttpRequest, app: Data<App>) -> HttpResponse {
    let t = Texts::of(Language::of(&http).written());
    let page = Checking { t, back: "/validate", assets: &ASSETS, words: words(t) };
    api_http::visitors::html(StatusCode::OK, &policy(&app.config.base_url), &page)
}

/// The policy of the page: it may load its two scripts, which compile WebAssembly, and fetch the module. A policy
/// with paths needs the host too.
fn policy(base: &str) -> String {
    let Assets { rules, calls, page } = &*ASSETS;
    format!(
        "{POLICY}; script-src {base}{} {base}{} 'wasm-unsafe-eval'; connect-src {base}{}",
        page.path, calls.path, rules.path
    )
}

#[cfg(test)]
mod tests;
