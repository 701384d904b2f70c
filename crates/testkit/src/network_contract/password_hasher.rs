//! The contract of [`PasswordHasher`]: a hash matches only its own password, and any other text in the place of a
//! hash makes the password wrong and is not an error.

use sign_in::{HashError, PasswordHasher, Verdict};
use std::sync::Arc;
use tokio::task::JoinSet;

/// A password with a hash of a kind that is no longer created.
pub type Earlier = (&'static str, &'static str);

/// "password" as PBKDF2-HMAC-SHA256 of one round, salted with "salt".
pub const PBKDF2: Earlier =
    ("password", "$pbkdf2-sha256$i=1$c2FsdA$Eg+2z/z4syxD5yJSVsT4N6hlSMkszDVICAWYfLcL4Xs");

/// The password hasher under test.
pub trait HasherUnderTest: Sync {
    /// The implementation of the port.
    type Hasher: PasswordHasher + 'static;

    /// A hasher, as another process has it.
    fn hasher(&self) -> Self::Hasher;

    /// Hashes that are verified and no longer created.
    fn earlier(&self) -> Vec<Earlier>;
}

const PASSWORD: &str = "správne kôň batéria\u{1f40e}";

async fn hash(hasher: &impl PasswordHasher, password: &str) -> String {
    hasher.hash(password.to_owned()).await.expect("a hash")
}

async fn verdict(hasher: &impl PasswordHasher, password: &str, hash: Option<&str>) -> Verdict {
    let verdict = hasher.verify(password.to_owned(), hash.map(str::to_owned)).await;
    verdict.expect("a verdict")
}

pub async fn a_hash_fits_its_password_in_every_process<S: HasherUnderTest>(subject: &S) {
    for password in [PASSWORD, "", " ", "with\0zero", &"long ".repeat(50)] {
        let hash = hash(&subject.hasher(), password).await;
        let other = subject.hasher();
        assert_eq!(verdict(&other, password, Some(&hash)).await, Verdict::Right, "{password:?}");
    }
}

/// Passwords are compared to the last character: some kinds of hashes only use 72 bytes.
pub async fn another_password_is_wrong<S: HasherUnderTest>(subject: &S) {
    let hasher = subject.hasher();
    let long = "long ".repeat(50);
    for (password, others) in [
        (PASSWORD, ["", "správne kôň batéria", "Správne kôň batéria\u{1f40e}"]),
        (long.as_str(), [long.trim_end(), &long.replace('g', "G"), &format!("{long} ")]),
        ("with\0zero", ["with", "with\0", "withzero"]),
    ] {
        let hash = hash(&hasher, password).await;
        for other in others {
            let verdict = verdict(&hasher, other, Some(&hash)).await;
            assert_eq!(verdict, Verdict::Wrong, "{other:?} for {password:?}");
        }
    }
}

pub async fn a_hash_shows_neither_its_password_nor_who_has_the_same<S: HasherUnderTest>(
    subject: &S,
) {
    let hasher = subject.hasher();
    let [one, other] = [hash(&hasher, PASSWORD).await, hash(&hasher, PASSWORD).await];
    assert!(one.starts_with('$') && !one.contains(PASSWORD), "{one}");
    assert_ne!(one, other, "each with a salt of its own");
}

pub async fn without_an_account_every_password_is_wrong<S: HasherUnderTest>(subject: &S) {
    let hasher = subject.hasher();
    for password in ["", "nobody", PASSWORD] {
        assert_eq!(verdict(&hasher, password, None).await, Verdict::Wrong, "{password:?}");
    }
}

pub async fn what_is_no_hash_makes_a_password_wrong<S: HasherUnderTest>(subject: &S) {
    let hasher = subject.hasher();
    let hash = hash(&hasher, PASSWORD).await;
    let cut = hash.rfind('$').expect("parts");
    let broken = [
        "",
        "$",
        PASSWORD,
        "$argon2id$",
        "$argon2id$v=19$m=8,t=1,p=1$c2FsdA",
        "$argon2id$v=19$m=0,t=0,p=0$c2FsdHNhbHQ$AAAAAAAAAAAAAAAA",
        "$pbkdf2-sha256$i=0$c2FsdA$AAAA",
        "$pbkdf2-sha256$i=4000000000$c2FsdA$AAAA",
        "$unknown$x$y",
        &hash[1..],
        &hash[..cut],
        &format!("{hash}$"),
        &hash.to_uppercase(),
    ];
    for kept in broken {
        assert_eq!(verdict(&hasher, PASSWORD, Some(kept)).await, Verdict::Wrong, "{kept:?}");
    }
}

pub async fn earlier_hashes_are_read_and_to_be_made_anew<S: HasherUnderTest>(subject: &S) {
    let hasher = subject.hasher();
    for (password, hash) in subject.earlier() {
        assert_eq!(verdict(&hasher, password, Some(hash)).await, Verdict::RightToRehash, "{hash}");
        assert_eq!(verdict(&hasher, PASSWORD, Some(hash)).await, Verdict::Wrong, "{hash}");
    }
}

/// Verdicts are not mixed up, and a rejected caller is told when to retry.
pub async fn of_many_at_once_each_has_its_own_verdict_or_comes_back<S: HasherUnderTest>(
    subject: &S,
) {
    let hasher = Arc::new(subject.hasher());
    let hash = hash(&*hasher, PASSWORD).await;
    let mut tasks = JoinSet::new();
    for is_right in [true, false].repeat(50) {
        let (hasher, hash) = (Arc::clone(&hasher), hash.clone());
        let password = if is_right { PASSWORD } else { "x" }.to_owned();
        tasks.spawn(async move { (is_right, hasher.verify(password, Some(hash)).await) });
    }
    for (is_right, verdict) in tasks.join_all().await {
        match verdict {
            Ok(verdict) => assert_eq!(verdict == Verdict::Right, is_right, "{verdict:?}"),
            Err(HashError::Busy { retry_after }) => assert!(retry_after > 0),
            Err(error) => panic!("{error:?}"),
        }
    }
    assert_eq!(verdict(&*hasher, PASSWORD, Some(&hash)).await, Verdict::Right, "and then as ever");
}

/// Makes a test of each function of this contract.
#[macro_export]
macro_rules! password_hasher_contract {
    ($open:ident) => {
        $crate::network_contract! { $open, password_hasher:
            a_hash_fits_its_password_in_every_process
            another_password_is_wrong
            a_hash_shows_neither_its_password_nor_who_has_the_same
            without_an_account_every_password_is_wrong
            what_is_no_hash_makes_a_password_wrong
            earlier_hashes_are_read_and_to_be_made_anew
            of_many_at_once_each_has_its_own_verdict_or_comes_back
        }
    };
}
