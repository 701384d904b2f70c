//! The contract of [`Mailer`]: a message arrives as it was written, a repeated message is recognized by its key, and
//! only a refusal of the recipient is final.

use notifications::{Address, DedupKey, MailError, Mailer, Message, Subject, Text};
use std::{future::Future, sync::Arc};
use tokio::task::JoinSet;

/// How the way to a recipient is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// It accepts mail.
    Open,
    /// Mail to the recipient is refused for good.
    Refused,
    /// It is unavailable.
    Down,
}

/// A message as it arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrived {
    pub to: String,
    /// The subject as people read it.
    pub subject: String,
    /// The text as people read it, without the line feeds at its end.
    pub text: String,
    /// The key by which a repeated message is recognized.
    pub key: String,
}

/// A mailer, and access to the mail that arrived.
pub trait MailerUnderTest: Sync {
    /// The implementation of the port.
    type Mailer: Mailer + 'static;

    /// A mailer whose way is so; `None` where it cannot be.
    fn mailer(&self, way: Way) -> impl Future<Output = Option<Arc<Self::Mailer>>> + Send;

    /// The messages that have arrived, in any order; `None` if they cannot be observed.
    fn arrived(&self) -> impl Future<Output = Option<Vec<Arrived>>> + Send;
}

const SUBJECT: &str = "Potvrďte faktúry: Ľubomír Šťastný & synovia 💌";

fn message(key: &str) -> Message {
    // dots and long lines are what protocols of mail change
    let text = format!("Dobrý deň,\n\n.\n..bodky = €\n{}\n\tkoniec", "ž".repeat(1_500));
    Message {
        to: Address::parse("o'jozef+mak@example.sk").expect("an address"),
        subject: Subject::new(SUBJECT).expect("a subject"),
        text: Text::new(&text).expect("a text"),
        reply_to: None,
        html: None,
        files: Vec::new(),
        key: DedupKey::parse(key).expect("a key"),
    }
}

fn arrival(of: &Message) -> Arrived {
    Arrived {
        to: of.to.to_string(),
        subject: of.subject.as_str().to_owned(),
        text: of.text.as_str().to_owned(),
        key: of.key.to_string(),
    }
}

pub async fn a_message_arrives_as_it_was_written<S: MailerUnderTest>(subject: &S) {
    let mailer = subject.mailer(Way::Open).await.expect("a mailer");
    let message = message("claim-1");
    mailer.send(&message).await.expect("taken");
    if let Some(arrived) = subject.arrived().await {
        assert_eq!(arrived, [arrival(&message)]);
    }
}

/// A worker whose answer was lost sends again: that must do no harm.
pub async fn a_message_that_is_sent_again_has_the_same_key<S: MailerUnderTest>(subject: &S) {
    let mailer = subject.mailer(Way::Open).await.expect("a mailer");
    let message = message("claim-2");
    for _ in 0..3 {
        mailer.send(&message).await.expect("taken");
    }
    if let Some(arrived) = subject.arrived().await {
        assert!((1..=3).contains(&arrived.len()), "{} messages", arrived.len());
        assert!(arrived.iter().all(|one| *one == arrival(&message)));
    }
}

pub async fn of_many_messages_at_once_all_arrive<S: MailerUnderTest>(subject: &S) {
    let mailer = subject.mailer(Way::Open).await.expect("a mailer");
    let mut tasks = JoinSet::new();
    let keys: Vec<String> = (10..26).map(|n| format!("claim-{n}")).collect();
    for key in keys.clone() {
        let mailer = Arc::clone(&mailer);
        tasks.spawn(async move { mailer.send(&message(&key)).await.expect("taken") });
    }
    tasks.join_all().await;
    if let Some(arrived) = subject.arrived().await {
        let mut found: Vec<_> = arrived.into_iter().map(|one| one.key).collect();
        found.sort();
        assert_eq!(found, keys);
    }
}

pub async fn a_recipient_that_is_refused_is_final<S: MailerUnderTest>(subject: &S) {
    let Some(mailer) = subject.mailer(Way::Refused).await else { return };
    let refused = mailer.send(&message("claim-3")).await;
    assert!(matches!(&refused, Err(MailError::Refused(why)) if !why.is_empty()), "{refused:?}");
    assert!(subject.arrived().await.is_none_or(|arrived| arrived.is_empty()));
}

pub async fn a_way_that_is_down_is_not_final<S: MailerUnderTest>(subject: &S) {
    let Some(mailer) = subject.mailer(Way::Down).await else { return };
    let failed = mailer.send(&message("claim-4")).await;
    assert!(matches!(&failed, Err(MailError::Unreachable(why)) if !why.is_empty()), "{failed:?}");
    assert!(subject.arrived().await.is_none_or(|arrived| arrived.is_empty()));
}

/// Makes a test of each function of this contract.
#[macro_export]
macro_rules! mailer_contract {
    ($open:ident) => {
        $crate::network_contract! { $open, mailer:
            a_message_arrives_as_it_was_written
            a_message_that_is_sent_again_has_the_same_key
            of_many_messages_at_once_all_arrive
            a_recipient_that_is_refused_is_final
            a_way_that_is_down_is_not_final
        }
    };
}
