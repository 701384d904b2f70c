//! The second factor: an authenticator, and recovery codes in case it is lost.

use crate::TotpSecret;
use access::{UserId, seconds_until};
use data_encoding::BASE32_NOPAD;
use secret_text::SecretHash;
use time::{Duration, OffsetDateTime};

/// The number of recovery codes.
pub const RECOVERY_CODES: usize = 10;

/// How long an enrolled authenticator waits for its first code.
pub const ENROL_WITHIN: Duration = Duration::hours(1);

/// The number of wrong codes in a row that may be tried without a delay.
const FREE_FAILURES: u32 = 5;

/// The delay between tries after those: at most 96 tries a day of a million codes, three of which are valid at a time.
const RETRY_AFTER: Duration = Duration::minutes(15);

/// The second factor of a user, enrolled or in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondFactor {
    pub user: UserId,
    pub secret: TotpSecret,
    pub created_at: OffsetDateTime,
    /// When the first code was confirmed; `None` while it is not in use yet.
    pub confirmed_at: Option<OffsetDateTime>,
    /// The time step of the last accepted code: neither that code nor an older one is accepted again.
    pub last_step: i64,
    /// The hashes of the unused recovery codes.
    pub recovery: Vec<SecretHash>,
    /// The number of wrong codes since the last right one.
    pub failures: u32,
    pub failed_at: Option<OffsetDateTime>,
    /// The version, for optimistic concurrency.
    pub version: i64,
}

/// The kind of code that proved the user's identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    Authenticator,
    /// A recovery code, with the number of codes left.
    RecoveryCode(usize),
}

/// The result of checking a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeCheck {
    /// The code is right; this updated factor must be stored before the caller relies on the code.
    Right(Proof, SecondFactor),
    /// The code is wrong; this updated factor must be stored too.
    Wrong(SecondFactor),
    /// Too many wrong codes: the code was not checked.
    Wait {
        /// Whole seconds until the next try.
        retry_after: u32,
    },
}

impl SecondFactor {
    /// An enrolled second factor that waits for its first code.
    #[must_use]
    pub const fn begin(user: UserId, secret: TotpSecret, now: OffsetDateTime) -> Self {
        Self {
            user,
            secret,
            created_at: now,
            confirmed_at: None,
            last_step: 0,
            recovery: Vec::new(),
            failures: 0,
            failed_at: None,
            version: 0,
        }
    }

    /// Whether it is required at sign-in.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.confirmed_at.is_some()
    }

    /// Whether to warn its owner: a person who knows the password has just used up the tries without a delay.
    #[must_use]
    pub const fn is_under_attack(&self) -> bool {
        self.failures == FREE_FAILURES
    }

    /// Whether it still waits for its first code.
    #[must_use]
    pub fn is_begun(&self, now: OffsetDateTime) -> bool {
        !self.is_active() && now < self.created_at.saturating_add(ENROL_WITHIN)
    }

    /// Checks a code of the authenticator or a recovery code.
    #[must_use]
    pub fn check_code(&self, text: &str, now: OffsetDateTime) -> CodeCheck {
        let right = |last_step, recovery| Self {
            last_step,
            recovery,
            failures: 0,
            failed_at: None,
            ..self.clone()
        };
        // recovery codes have 80 bits and cannot be guessed, so wrong tries by others must not lock out their owner
        let hash = hash_of_recovery_code(text);
        let left: Vec<_> = self.recovery.iter().copied().filter(|known| *known != hash).collect();
        if left.len() < self.recovery.len() {
            return CodeCheck::Right(Proof::RecoveryCode(left.len()), right(self.last_step, left));
        }
        if let Some(retry_after) = self.wait(now) {
            return CodeCheck::Wait { retry_after };
        }
        if let Some(step) = self.step_of(text, now) {
            return CodeCheck::Right(Proof::Authenticator, right(step, self.recovery.clone()));
        }
        let failures = self.failures.saturating_add(1);
        CodeCheck::Wrong(Self { failures, failed_at: Some(now), ..self.clone() })
    }

    /// Activates it with its first code; `None` when the code is not the authenticator's.
    #[must_use]
    pub fn confirm(
        &self,
        code: &str,
        recovery: Vec<SecretHash>,
        now: OffsetDateTime,
    ) -> Option<Self> {
        let step = self.step_of(code, now).filter(|_| self.is_begun(now))?;
        Some(Self { confirmed_at: Some(now), last_step: step, recovery, ..self.clone() })
    }

    /// The time step of a code, if neither it nor a later one was used.
    fn step_of(&self, text: &str, now: OffsetDateTime) -> Option<i64> {
        let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let is_code = digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_digit());
        let code = digits.parse().ok().filter(|_| is_code)?;
        self.secret.step_of(code, now).filter(|step| *step > self.last_step)
    }

    /// The seconds until the next try; `None` when a code may be tried now.
    fn wait(&self, now: OffsetDateTime) -> Option<u32> {
        let until = self.failed_at?.saturating_add(RETRY_AFTER);
        seconds_until(until, now).filter(|_| self.failures >= FREE_FAILURES)
    }
}

/// A recovery code with 80 random bits, shown only once.
#[must_use]
pub fn recovery_code(random: [u8; 32]) -> String {
    let text = BASE32_NOPAD.encode(&random[..10]).to_lowercase();
    let parts: Vec<String> =
        text.as_bytes().chunks(4).map(|part| String::from_utf8_lossy(part).into_owned()).collect();
    parts.join("-")
}

/// The hash that is stored of a recovery code. Case, spaces and hyphens are ignored.
#[must_use]
pub fn hash_of_recovery_code(text: &str) -> SecretHash {
    let plain: String = text.chars().filter(char::is_ascii_alphanumeric).take(64).collect();
    SecretHash::of(&plain.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    /// A factor with the secret of RFC 6238, whose code at 59 s is 287082.
    fn factor() -> SecondFactor {
        let secret = TotpSecret::of_bytes(b"12345678901234567890").expect("a secret");
        SecondFactor::begin(UserId(Uuid::nil()), secret, at(0))
    }

    fn at(seconds: i64) -> OffsetDateTime {
        OffsetDateTime::UNIX_EPOCH + Duration::seconds(seconds)
    }

    fn active() -> SecondFactor {
        let codes = vec![hash_of_recovery_code("abcd-efgh-ijkl-mnop"), SecretHash([1; 32])];
        SecondFactor { confirmed_at: Some(at(0)), recovery: codes, ..factor() }
    }

    #[test]
    fn a_factor_begins_with_a_code_of_the_authenticator() {
        let begun = factor();
        assert!(begun.is_begun(at(59)) && !begun.is_active());
        assert_eq!(begun.confirm("000000", Vec::new(), at(59)), None);
        let codes = vec![SecretHash([1; 32])];
        let confirmed = begun.confirm("287 082", codes.clone(), at(59)).expect("right");
        assert!(confirmed.is_active() && !confirmed.is_begun(at(59)));
        assert_eq!((confirmed.last_step, &confirmed.recovery), (1, &codes));
        let late = SecondFactor { created_at: at(59) - ENROL_WITHIN, ..begun };
        assert_eq!(late.confirm("287082", Vec::new(), at(59)), None);
        // the code that confirmed it cannot be used to sign in
        assert!(matches!(confirmed.check_code("287082", at(59)), CodeCheck::Wrong(_)));
    }

    #[test]
    fn a_code_is_taken_once() {
        let CodeCheck::Right(Proof::Authenticator, after) = active().check_code("287082", at(59))
        else {
            panic!("it is right");
        };
        assert_eq!(after.last_step, 1);
        assert!(matches!(after.check_code("287082", at(60)), CodeCheck::Wrong(_)));
        let CodeCheck::Right(Proof::RecoveryCode(1), after) =
            after.check_code(" ABCD efgh-ijklmnop", at(60))
        else {
            panic!("it is right");
        };
        assert!(matches!(after.check_code("abcd-efgh-ijkl-mnop", at(60)), CodeCheck::Wrong(_)));
        for text in ["", "28708", "2870822", "２８７０８２", "-"] {
            assert!(matches!(active().check_code(text, at(59)), CodeCheck::Wrong(_)), "{text}");
        }
    }

    #[test]
    fn guesses_are_few() {
        let mut factor = active();
        for _ in 0..5 {
            assert!(!factor.is_under_attack());
            let CodeCheck::Wrong(after) = factor.check_code("000000", at(59)) else {
                panic!("wrong")
            };
            factor = after;
        }
        assert!(factor.is_under_attack());
        assert_eq!(factor.check_code("287082", at(59)), CodeCheck::Wait { retry_after: 900 });
        assert_eq!(
            factor.check_code("aaaa-bbbb-cccc-dddd", at(59)),
            CodeCheck::Wait { retry_after: 900 }
        );
        let CodeCheck::Right(Proof::RecoveryCode(1), after) =
            factor.check_code("abcd-efgh-ijkl-mnop", at(60))
        else {
            panic!("a recovery code does not wait");
        };
        assert_eq!((after.failures, after.failed_at), (0, None));
        let CodeCheck::Wrong(again) = factor.check_code("000000", at(959)) else {
            panic!("one try")
        };
        assert_eq!(again.check_code("000000", at(960)), CodeCheck::Wait { retry_after: 899 });
        let CodeCheck::Right(_, after) = again.check_code("abcd-efgh-ijkl-mnop", at(1859)) else {
            panic!("it is right");
        };
        assert_eq!((after.failures, after.failed_at), (0, None));
    }

    #[test]
    fn recovery_codes_are_typed_by_people() {
        let code = recovery_code([7; 32]);
        assert_eq!(code, "a4dq-obyh-a4dq-obyh");
        assert_eq!(hash_of_recovery_code(&code), hash_of_recovery_code("A4DQOBYH A4DQOBYH"));
    }
}
