//! Large files that do not change while the process runs: stored as gzip, and sent as gzip to clients that accept it.

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{self, HeaderValue},
    web::Bytes,
};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use std::{
    io::{self, Read, Write},
    sync::OnceLock,
};

/// Bytes as gzip. They are unpacked at the first request of a client that does not accept gzip.
#[derive(Debug, Clone)]
pub struct Compressed {
    gzip: Bytes,
    plain: OnceLock<Bytes>,
}

impl Compressed {
    /// Compresses bytes.
    ///
    /// # Errors
    /// The error of the compressor.
    pub fn of(bytes: &[u8]) -> io::Result<Self> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(bytes)?;
        Ok(Self { gzip: gzip.finish()?.into(), plain: OnceLock::new() })
    }

    /// Takes bytes that are gzip already.
    #[must_use]
    pub const fn ready(gzip: &'static [u8]) -> Self {
        Self { gzip: Bytes::from_static(gzip), plain: OnceLock::new() }
    }

    /// The unpacked bytes; they are unpacked once.
    ///
    /// # Errors
    /// The bytes are not gzip.
    pub fn plain(&self) -> io::Result<Bytes> {
        if let Some(known) = self.plain.get() {
            return Ok(known.clone());
        }
        let mut plain = Vec::new();
        GzDecoder::new(&*self.gzip).read_to_end(&mut plain)?;
        Ok(self.plain.get_or_init(|| plain.into()).clone())
    }

    /// The answer to a request for the bytes (RFC 9110, 12.5.3).
    #[must_use]
    pub fn answer(&self, http: &HttpRequest, media_type: &'static str) -> HttpResponse {
        let mut answer = HttpResponse::Ok();
        answer
            .content_type(media_type)
            .insert_header((header::VARY, "Accept-Encoding"))
            .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"));
        let accepted = http.headers().get_all(header::ACCEPT_ENCODING);
        if accepted.filter_map(|value: &HeaderValue| value.to_str().ok()).any(takes_gzip) {
            return answer
                .insert_header((header::CONTENT_ENCODING, "gzip"))
                .body(self.gzip.clone());
        }
        match self.plain() {
            Ok(plain) => answer.body(plain),
            Err(error) => {
                tracing::error!(%error, "embedded file cannot be decompressed: answered with 500");
                HttpResponse::InternalServerError().finish()
            }
        }
    }
}

fn takes_gzip(accepted: &str) -> bool {
    accepted.split(',').take(20).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        is_gzip && quality.is_none_or(|quality| quality > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_goes_to_who_takes_it() {
        for (header, takes) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("identity", false),
            ("", false),
            ("x-gzip-not", false),
        ] {
            assert_eq!(takes_gzip(header), takes, "{header}");
        }
    }

    #[test]
    fn what_was_compressed_comes_back() {
        let text = "Faktúra ".repeat(1000);
        let kept = Compressed::of(text.as_bytes()).expect("compressed");
        assert!(kept.gzip.len() < 1000);
        let plain = kept.plain().expect("plain");
        assert_eq!(plain, text.as_bytes());
        let again = kept.plain().expect("plain");
        assert_eq!(again.as_ptr(), plain.as_ptr(), "it is unpacked once");
        assert!(Compressed::ready(b"no gzip").plain().is_err());
    }
}
