//! Hashes passwords on threads of the pool, so many at once: each takes some 40 ms and 19 MiB.

use crate::{
    gate::{Busy, Gate},
    secrets,
};
use passwords::Passwords;
use sign_in::{HashError, PasswordHasher, Verdict};
use std::sync::Arc;
use use_cases::NoRandomness;

/// Hashed at once, and waiting.
const AT_ONCE: u32 = 2;
const WAITING: u32 = 50;

/// Hashes passwords.
pub struct BoundedPasswords {
    passwords: Arc<Passwords>,
    gate: Gate,
}

impl BoundedPasswords {
    /// As they are hashed in service.
    ///
    /// # Errors
    /// [`HashError`].
    pub fn new() -> Result<Self, HashError> {
        let passwords = Passwords::strong(secrets::random().map_err(no_randomness)?);
        Ok(Self::with(passwords.map_err(failed)?))
    }

    fn with(passwords: Passwords) -> Self {
        Self { passwords: Arc::new(passwords), gate: Gate::new(AT_ONCE, WAITING) }
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
        // the work goes on when nobody waits for it any more, and its pass with it
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
        self.work(move |passwords| passwords.verify(&password, hash.as_deref())).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn passwords_wait_for_their_turn_and_the_rest_is_turned_away() {
        let passwords = Arc::new(BoundedPasswords::with(Passwords::weak().expect("made")));
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
}
