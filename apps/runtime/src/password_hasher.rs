//! Hashes passwords on threads of the pool, a few at a time: each takes some 40 ms and 19 MiB.

use crate::{
    gate::{Busy, Gate},
    secrets,
};
use passwords::Passwords;
use sign_in::{HashError, PasswordHasher, Verdict};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use use_cases::NoRandomness;

/// The most passwords that are hashed at a time, and that wait.
const AT_ONCE: u32 = 2;
const WAITING: u32 = 50;

/// The shortest time to answer a wrong password, in milliseconds. Hashes of earlier versions (PBKDF2) take longer to
/// compare than today's, so the time would reveal which addresses have an account that old.
const WRONG_TAKES: u64 = 350;

/// On a slower machine it is as long as the slowest comparison took, but at most this, in milliseconds.
const WRONG_TAKES_AT_MOST: u64 = 1_500;

/// Hashes and compares passwords.
pub struct BoundedPasswords {
    passwords: Arc<Passwords>,
    gate: Gate,
    /// The time to answer a wrong password, in milliseconds.
    wrong_takes: AtomicU64,
}

impl BoundedPasswords {
    /// With the strength of production.
    ///
    /// # Errors
    /// [`HashError`].
    pub fn new() -> Result<Self, HashError> {
        let passwords = Passwords::strong(secrets::random().map_err(no_randomness)?);
        Ok(Self::with(passwords.map_err(failed)?, WRONG_TAKES))
    }

    /// Fast and weak, and without a delay for wrong passwords: for tests.
    ///
    /// # Errors
    /// [`HashError`].
    pub fn weak() -> Result<Self, HashError> {
        Ok(Self::with(Passwords::weak().map_err(failed)?, 0))
    }

    fn with(passwords: Passwords, wrong_takes: u64) -> Self {
        let (passwords, gate) = (Arc::new(passwords), Gate::new(AT_ONCE, WAITING));
        Self { passwords, gate, wrong_takes: AtomicU64::new(wrong_takes) }
    }

    /// Waits for the rest of the time of the slowest comparison. No turn is held meanwhile.
    async fn level(&self, took: Duration) {
        let took = u64::try_from(took.as_millis()).unwrap_or(u64::MAX).min(WRONG_TAKES_AT_MOST);
        let all_take = self.wrong_takes.fetch_max(took, Relaxed).max(took);
        tokio::time::sleep(Duration::from_millis(all_take - took)).await;
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Passwords) -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let pass = self
            .gate
            .enter(1)
            .await
            .map_err(|Busy { retry_after }| HashError::Busy { retry_after })?;
        let passwords = Arc::clone(&self.passwords);
        // hashing continues when its caller is gone, and so it keeps its pass
        let done = tokio::task::spawn_blocking(move || {
            let _pass = pass;
            work(&passwords)
        });
        let done = done.await;
        done.map_err(|error| HashError::Failed(error.into()))
    }
}

fn no_randomness(error: NoRandomness) -> HashError {
    HashError::Failed(error.into())
}

fn failed(error: passwords::CannotHash) -> HashError {
    HashError::Failed(error.into())
}

impl PasswordHasher for BoundedPasswords {
    async fn hash(&self, password: String) -> Result<String, HashError> {
        let salt = secrets::random().map_err(no_randomness)?;
        self.work(move |passwords| passwords.hash(&password, salt)).await?.map_err(failed)
    }

    async fn verify(&self, password: String, hash: Option<String>) -> Result<Verdict, HashError> {
        let compare = move |passwords: &Passwords| {
            let began = Instant::now();
            (passwords.verify(&password, hash.as_deref()), began.elapsed())
        };
        let (verdict, took) = self.work(compare).await?;
        if verdict == Verdict::Wrong {
            self.level(took).await;
        }
        Ok(verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::network_contract::password_hasher::{Earlier, HasherUnderTest, PBKDF2};

    struct Quick;

    impl HasherUnderTest for Quick {
        type Hasher = BoundedPasswords;

        fn hasher(&self) -> BoundedPasswords {
            BoundedPasswords::with(Passwords::weak().expect("made"), 0)
        }

        fn earlier(&self) -> Vec<Earlier> {
            vec![PBKDF2]
        }
    }

    async fn quick() -> Quick {
        Quick
    }

    testkit::password_hasher_contract!(quick);

    #[tokio::test]
    async fn passwords_wait_for_their_turn_and_the_rest_is_turned_away() {
        let passwords = Arc::new(BoundedPasswords::with(Passwords::weak().expect("made"), 0));
        let hash = passwords.hash("správne heslo".into()).await.expect("hashed");
        let right = passwords.verify("správne heslo".into(), Some(hash)).await;
        assert!(matches!(right, Ok(Verdict::Right)));
        let _all = passwords.gate.enter(AT_ONCE).await.expect("free");
        let waiting: Vec<_> = (0..WAITING)
            .map(|_| {
                let passwords = Arc::clone(&passwords);
                tokio::spawn(async move { passwords.verify("x".into(), None).await.is_ok() })
            })
            .collect();
        tokio::task::yield_now().await;
        let busy = passwords.verify("x".into(), None).await;
        assert!(matches!(busy, Err(HashError::Busy { .. })), "{busy:?}");
        drop(waiting);
    }

    #[tokio::test]
    async fn every_wrong_password_takes_as_long() {
        let passwords = BoundedPasswords::with(Passwords::weak().expect("made"), 200);
        let new = passwords.hash("správne heslo".into()).await.expect("hashed");
        let old = "$pbkdf2-sha256$i=1$c2FsdA$EgA".to_owned();
        for hash in [None, Some(new), Some(old)] {
            let began = Instant::now();
            let verdict = passwords.verify("x".into(), hash).await.expect("compared");
            assert_eq!(verdict, Verdict::Wrong);
            let took = began.elapsed();
            assert!(took >= Duration::from_millis(199), "{took:?}");
        }
        passwords.level(Duration::from_millis(260)).await;
        let began = Instant::now();
        passwords.level(Duration::from_millis(60)).await;
        assert!(began.elapsed() >= Duration::from_millis(199), "as long as the slowest");
        assert_eq!(passwords.wrong_takes.load(Relaxed), 260);
        passwords.level(Duration::from_secs(60)).await;
        assert_eq!(passwords.wrong_takes.load(Relaxed), WRONG_TAKES_AT_MOST);
    }
}
