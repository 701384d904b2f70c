//! The look of the pages of an organization's invoices.

use crate::faults::IdentifierFault;
use access::OrganizationId;
use persistence::{StoreError, port};
use serde::{Deserialize, Serialize};

/// The contrast that a colour must have with the white page: the one that WCAG 2.2, criterion 1.4.3, requires of text.
const CONTRAST: f64 = 4.5;

/// The look of invoice pages. It is stored with each issued invoice, so that its page does not change later.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Branding {
    /// The colour of headings and lines, for example `#17604A`; `None` means the default colour.
    pub accent_colour: Option<String>,
    /// The SHA-256 of the logo in hexadecimal, which is its key in the store.
    pub logo: Option<String>,
}

impl Branding {
    /// Whether the pages have the default look.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

/// A logo as a caller gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogoInput {
    /// The SHA-256 of the content, in hexadecimal.
    pub sha256: String,
    /// The bytes of the image.
    pub content: Vec<u8>,
}

/// A checked logo, to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo {
    /// The SHA-256 in hexadecimal, which is its key in the store.
    pub sha256: String,
    /// `image/png` or `image/jpeg`.
    pub mime_code: String,
    /// The bytes of the image.
    pub content: Vec<u8>,
}

/// Checks whether a logo can be printed.
///
/// # Errors
/// Why it cannot be printed.
pub(crate) fn check_logo(input: &LogoInput) -> Result<Logo, attachments::LogoError> {
    let kind = attachments::check_logo(&input.content)?;
    let LogoInput { sha256, content } = input.clone();
    Ok(Logo { sha256, mime_code: kind.mime_code().to_owned(), content })
}

/// Checks that a colour, such as `#17604A`, is readable on white.
///
/// # Errors
/// The text is not a colour, or the colour is too light.
pub(crate) fn accent_colour(text: &str) -> Result<String, IdentifierFault> {
    let text = text.trim().to_ascii_uppercase();
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
    let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let number = number.ok_or(IdentifierFault::Colour)?;
    let [_, red, green, blue] = number.to_be_bytes();
    if contrast_with_white([red, green, blue]) < CONTRAST {
        return Err(IdentifierFault::LightColour);
    }
    Ok(text)
}

/// The contrast ratio by WCAG 2.2: 1 for white, 21 for black.
fn contrast_with_white(rgb: [u8; 3]) -> f64 {
    let [red, green, blue] = rgb.map(|channel| match f64::from(channel) / 255.0 {
        value if value <= 0.04045 => value / 12.92,
        value => ((value + 0.055) / 1.055).powf(2.4),
    });
    1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

port! {
    /// The store of logos: of organizations, and of issued invoices.
    pub trait LogoStore: Send + Sync {
        /// A logo.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn logo(&self, organization: OrganizationId, sha256: &str) -> Result<Logo, StoreError>;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_one_that_can_be_read() {
        assert_eq!(accent_colour(" #17604a ").as_deref(), Ok("#17604A"));
        assert_eq!(accent_colour("#000000").as_deref(), Ok("#000000"));
        // the greys on both sides of 4.5
        assert_eq!(accent_colour("#767676").as_deref(), Ok("#767676"));
        for (text, part) in [
            ("", "#RRGGBB"),
            ("17604A", "#RRGGBB"),
            ("#17604", "#RRGGBB"),
            ("#17604AFF", "#RRGGBB"),
            ("#+7604A", "#RRGGBB"),
            ("#ŽŽŽ", "#RRGGBB"),
            ("green", "#RRGGBB"),
            ("#777777", "too light"),
            ("#FFFFFF", "too light"),
            ("#FFCC00", "too light"),
        ] {
            let wrong = accent_colour(text).expect_err(text).to_string();
            assert!(wrong.contains(part), "{text}: {wrong}");
        }
    }
}
