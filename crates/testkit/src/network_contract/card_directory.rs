//! The contract of [`CardDirectory`]: requests may be repeated, and an error of one card is distinguished from an
//! error of the whole directory.

use crate::peppol::participant;
use peppol_publishing::{CardDirectory, CardDirectoryError};
use std::future::Future;

/// How the Peppol Directory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Directory {
    /// It accepts requests.
    Takes,
    /// It takes no card, for a reason of its own.
    Refuses,
    /// It does not take the certificate of our SMP.
    RefusesUs,
    /// It does not answer.
    Silent,
}

/// A Peppol Directory.
pub trait CardDirectoryUnderTest: Sync {
    /// The implementation of the port.
    type Directory: CardDirectory;

    /// The directory; `None` where it cannot be so.
    fn directory(
        &self,
        directory: Directory,
    ) -> impl Future<Output = Option<Self::Directory>> + Send;

    /// The participants whose cards it fetched, as text in small letters.
    fn known(&self) -> impl Future<Output = Vec<String>> + Send;
}

pub async fn cards_come_and_go_however_often_it_is_asked<S: CardDirectoryUnderTest>(subject: &S) {
    let directory = subject.directory(Directory::Takes).await.expect("a directory");
    let (one, other) = (participant("9915:Abc"), participant("0245:2023456789"));
    directory.announce(&other).await.expect("taken");
    for _ in 0..2 {
        directory.announce(&one).await.expect("taken");
        assert_eq!(subject.known().await, ["0245:2023456789", "9915:abc"]);
    }
    for _ in 0..2 {
        directory.withdraw(&one).await.expect("taken");
        assert_eq!(subject.known().await, ["0245:2023456789"]);
    }
}

async fn errors<S: CardDirectoryUnderTest>(
    subject: &S,
    directory: Directory,
) -> Vec<CardDirectoryError> {
    let Some(directory) = subject.directory(directory).await else { return Vec::new() };
    let one = participant("9915:Abc");
    let answers = [directory.announce(&one).await, directory.withdraw(&one).await];
    assert_eq!(subject.known().await, [] as [&str; 0]);
    answers.map(|answer| answer.expect_err("not taken")).into()
}

pub async fn what_it_refuses_is_about_one_card<S: CardDirectoryUnderTest>(subject: &S) {
    for error in errors(subject, Directory::Refuses).await {
        assert!(matches!(error, CardDirectoryError::Refused(_)), "{error:?}");
        assert!(!error.is_about_all());
    }
}

pub async fn a_certificate_that_is_not_taken_is_about_all<S: CardDirectoryUnderTest>(subject: &S) {
    for error in errors(subject, Directory::RefusesUs).await {
        assert!(matches!(error, CardDirectoryError::Forbidden), "{error:?}");
        assert!(error.is_about_all());
    }
}

pub async fn silence_is_about_all<S: CardDirectoryUnderTest>(subject: &S) {
    for error in errors(subject, Directory::Silent).await {
        assert!(matches!(error, CardDirectoryError::Unavailable(_)), "{error:?}");
        assert!(error.is_about_all());
    }
}

/// Makes a test of each function of this contract.
#[macro_export]
macro_rules! card_directory_contract {
    ($open:ident) => {
        $crate::network_contract! { $open, card_directory:
            cards_come_and_go_however_often_it_is_asked
            what_it_refuses_is_about_one_card
            a_certificate_that_is_not_taken_is_about_all
            silence_is_about_all
        }
    };
}
