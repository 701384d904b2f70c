//! TOTP codes of an authenticator (RFC 6238) with SHA-1, six digits and steps of 30 s, which every authenticator
//! supports.

use data_encoding::BASE32_NOPAD;
use ring::hmac;
use std::fmt;
use time::OffsetDateTime;

/// The length of a time step in seconds.
const STEP: i64 = 30;

/// The number of different codes with six digits.
const CODES: u32 = 1_000_000;

/// The secret shared by the authenticator and the service: 160 bits (RFC 4226, 4). Its `Debug` shows `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpSecret([u8; 20]);

impl TotpSecret {
    /// A new secret from random bytes.
    #[must_use]
    pub fn new(random: [u8; 32]) -> Self {
        let [secret @ .., _, _, _, _, _, _, _, _, _, _, _, _] = random;
        Self(secret)
    }

    /// A stored secret; `None` unless it has 20 bytes.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// Its bytes, to be encrypted before they are stored.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 20] {
        &self.0
    }

    /// The secret in Base32, for typing it into an authenticator.
    #[must_use]
    pub fn expose(&self) -> String {
        BASE32_NOPAD.encode(&self.0)
    }

    /// The `otpauth` URI of the QR code for an authenticator.
    #[must_use]
    pub fn uri(&self, service: &str, email: &str) -> String {
        let (service, email) = (percent_encoded(service), percent_encoded(email));
        format!("otpauth://totp/{service}:{email}?secret={}&issuer={service}", self.expose())
    }

    /// The code of a time step.
    fn code(&self, step: i64) -> u32 {
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.0);
        let tag = hmac::sign(&key, &step.to_be_bytes());
        let bytes = tag.as_ref();
        let at = usize::from(bytes.last().copied().unwrap_or_default() & 0xf);
        let word = bytes.iter().skip(at).take(4).fold(0, |word, b| (word << 8) | u32::from(*b));
        (word & 0x7fff_ffff) % CODES
    }

    /// The time step of a code: the current one, the one before or the one after, because clocks differ.
    pub(crate) fn step_of(&self, code: u32, now: OffsetDateTime) -> Option<i64> {
        let current = now.unix_timestamp().div_euclid(STEP);
        [current, current - 1, current + 1].into_iter().find(|step| self.code(*step) == code)
    }
}

impl fmt::Debug for TotpSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

fn percent_encoded(text: &str) -> String {
    let encoded = |b: u8| match b {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
            char::from(b).to_string()
        }
        _ => format!("%{b:02X}"),
    };
    text.bytes().map(encoded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::Duration;

    /// RFC 6238, appendix B, shortened to six digits.
    #[test]
    fn codes_are_those_of_the_rfc() {
        let secret = TotpSecret(*b"12345678901234567890");
        for (seconds, code) in [
            (59, 287_082),
            (1_111_111_109, 81_804),
            (1_111_111_111, 50_471),
            (1_234_567_890, 5_924),
            (2_000_000_000, 279_037),
            (20_000_000_000_i64, 353_130),
        ] {
            assert_eq!(secret.code(seconds / STEP), code, "{seconds}");
            let at = OffsetDateTime::UNIX_EPOCH + Duration::seconds(seconds);
            let step = Some(seconds / STEP);
            assert_eq!(secret.step_of(code, at), step);
            assert_eq!(secret.step_of(code, at + Duration::seconds(STEP)), step);
            assert_eq!(secret.step_of(code, at - Duration::seconds(STEP)), step);
            assert_eq!(secret.step_of(code, at + Duration::seconds(2 * STEP)), None);
        }
    }

    #[test]
    fn an_authenticator_reads_the_address() {
        let secret = TotpSecret(*b"12345678901234567890");
        let expected = "otpauth://totp/Billhook:jana%2Bx%40firma.example\
                        ?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Billhook";
        assert_eq!(secret.uri("Billhook", "jana+x@firma.example"), expected);
        assert_eq!(format!("{secret:?}"), "***");
        assert_eq!(TotpSecret::of_bytes(secret.bytes()), Some(secret));
        assert_eq!(TotpSecret::of_bytes(b"short"), None);
        assert_eq!(TotpSecret::new([7; 32]).bytes(), &[7; 20]);
    }
}
