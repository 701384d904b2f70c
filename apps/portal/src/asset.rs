//! Files that pages load: scripts and stylesheets, those of others as gzip.

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{self, HeaderValue},
    web::{ServiceConfig, get},
};
use api_http::Compressed;
use data_encoding::HEXLOWER;
use runtime::secrets;

/// The content of a file.
enum Content {
    Gzip(Compressed),
    Text(&'static str),
}

/// A file that a page loads.
pub(crate) struct Asset {
    /// The path contains a hash of the content, so that browsers may cache it for ever.
    pub(crate) path: String,
    media_type: &'static str,
    content: Content,
}

impl Asset {
    pub(crate) fn gzip(name: &str, media_type: &'static str, bytes: &'static [u8]) -> Self {
        let content = Content::Gzip(Compressed::ready(bytes));
        Self { path: path_of(name, bytes), media_type, content }
    }

    pub(crate) fn text(name: &str, media_type: &'static str, text: &'static str) -> Self {
        let content = Content::Text(text);
        Self { path: path_of(name, text.as_bytes()), media_type, content }
    }

    /// Puts the file on the application.
    pub(crate) fn serve(&'static self, config: &mut ServiceConfig) {
        let answer = move |http: HttpRequest| async move { self.answer(&http) };
        config.route(&self.path, get().to(answer));
    }

    /// Checks that the bytes are those of the version in `docs/dependencies.md`.
    #[cfg(test)]
    pub(crate) fn assert_published(&self) {
        let page = include_str!("../../../docs/dependencies.md");
        let Content::Gzip(kept) = &self.content else { panic!("{} is text", self.path) };
        let hash = HEXLOWER.encode(&secrets::sha256(&kept.plain().expect("gzip")));
        assert!(page.contains(&hash), "{}: {hash} is not in docs/dependencies.md", self.path);
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

pub(crate) const SCRIPT: &str = "text/javascript; charset=utf-8";
pub(crate) const STYLE: &str = "text/css; charset=utf-8";
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";
