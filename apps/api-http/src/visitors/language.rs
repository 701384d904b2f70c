use crate::visitors::cookies::Cookie;
use actix_web::{HttpRequest, http::header, web::Data};
use runtime::wiring::App;

/// A language of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    Slovak,
    English,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::Slovak, Language::English];

    /// The language that the reader chose, else the one of these that the browser prefers (RFC 9110, 12.5.4). Czech
    /// counts as Slovak. English when the browser names neither.
    #[must_use]
    pub fn of(http: &HttpRequest) -> Self {
        if let Some(chosen) = Self::chosen(http) {
            return chosen;
        }
        let value = http.headers().get(header::ACCEPT_LANGUAGE).and_then(|it| it.to_str().ok());
        Self::accepted(value.unwrap_or_default())
    }

    fn chosen(http: &HttpRequest) -> Option<Self> {
        let app = http.app_data::<Data<App>>()?;
        let code = Cookie::Language.read(http, &app.config.base_url)?;
        Self::of_code(&code)
    }

    /// The language with this two-letter code.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.code() == code)
    }

    /// The two-letter code of ISO 639-1.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::Slovak => "sk",
            Language::English => "en",
        }
    }

    /// The header of an answer that stores the language as the reader's choice.
    #[must_use]
    pub fn remember(self, base_url: &str) -> String {
        Cookie::Language.set(self.code(), base_url)
    }

    fn accepted(header: &str) -> Self {
        let mut best = (0.0, Language::English);
        for range in header.split(',').take(20) {
            let mut parts = range.split(';').map(str::trim);
            let tag = parts.next().unwrap_or_default().to_ascii_lowercase();
            let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
            let quality = quality.unwrap_or(1.0);
            let language = match tag.split('-').next() {
                Some("sk" | "cs") => Language::Slovak,
                Some("en") => Language::English,
                _ => continue,
            };
            if quality > best.0 {
                best = (quality, language);
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_the_one_liked_best() {
        for (header, language) in [
            ("sk-SK,sk;q=0.9,en;q=0.8", Language::Slovak),
            ("cs", Language::Slovak),
            ("en-GB,sk;q=0.9", Language::English),
            ("de,sk;q=0.5,en;q=0.4", Language::Slovak),
            ("de", Language::English),
            ("", Language::English),
            ("sk;q=0", Language::English),
            ("sk;q=nan,,;;", Language::English),
        ] {
            assert_eq!(Language::accepted(header), language, "{header}");
        }
    }
}
