//! Messages handed to a real server, and what its refusals mean.

use crate::common::{MailServer, Tls, assert_as_written, mail, message_of, settings};
use mail::{Mail, Settings};
use notifications::{MailError, Mailer};
use std::net::TcpListener;
use std::time::{Duration, Instant};

#[tokio::test]
async fn a_message_arrives_as_it_was_written() {
    let server = MailServer::new(Tls::None, &[]);
    let mail = mail(&format!("smtp://127.0.0.1:{}", server.port));
    mail.send(&message_of("k-1")).await.expect("taken");
    let session = server.session();
    assert_eq!(session.verbs(), ["EHLO", "MAIL", "RCPT", "DATA", "QUIT"]);
    assert_eq!(session.commands[0], "EHLO billhook.example.com");
    assert_eq!(session.commands[1], "MAIL FROM:<noreply@billhook.example.com>");
    assert_eq!(session.commands[2], "RCPT TO:<o'jozef+mak@example.sk>");
    assert_eq!(session.messages.len(), 1);
    assert_as_written(&session.messages[0], "k-1");
}

#[tokio::test]
async fn user_and_password_are_given_as_they_were_encoded() {
    let server = MailServer::new(Tls::None, &[]);
    let mail = mail(&format!("smtp://jo%40b:p%3A%20%C5%A1@localhost:{}", server.port));
    mail.send(&message_of("k")).await.expect("taken");
    // base64 of "\0jo@b\0p: š"
    assert_eq!(server.session().commands[1], "AUTH PLAIN AGpvQGIAcDogxaE=");
}

#[tokio::test]
async fn smtps_is_tls_from_the_first_byte() {
    let server = MailServer::new(Tls::Wrapped, &[]);
    let url = format!("smtps://a:b@localhost:{}", server.port);
    mail(&url).send(&message_of("k")).await.expect("taken");
    let session = server.session();
    assert_eq!(session.verbs(), ["EHLO", "AUTH", "MAIL", "RCPT", "DATA", "QUIT"]);
    assert!(session.encrypted);
    assert_as_written(&session.messages[0], "k");
    // an authority that nobody knows, a host that the certificate is not of
    let unknown = Settings { extra_roots: Vec::new(), ..settings(&url) };
    let other = settings(&format!("smtps://a:b@127.0.0.1:{}", server.port));
    for settings in [unknown, other] {
        let sent = Mail::new(settings).expect("mail").send(&message_of("k")).await;
        assert!(
            matches!(&sent, Err(MailError::Unreachable(why)) if why.contains("certificate")),
            "{sent:?}"
        );
        assert_eq!(server.session().commands, [""; 0]);
    }
}

/// ::ffff:127.0.0.1 reaches this machine, but is not taken for it.
#[tokio::test]
async fn a_password_goes_over_tls_or_not_at_all() {
    let offering = MailServer::new(Tls::Offered, &[]);
    let url = |login, port| format!("smtp://{login}[::ffff:127.0.0.1]:{port}");
    for login in ["a:b@", ""] {
        mail(&url(login, offering.port)).send(&message_of("k")).await.expect("taken");
        let session = offering.session();
        assert_eq!(session.verbs()[..3], ["EHLO", "STARTTLS", "EHLO"]);
        assert_eq!(session.verbs().contains(&"AUTH"), !login.is_empty());
        assert!(session.encrypted);
        assert_as_written(&session.messages[0], "k");
    }
    let bare = MailServer::new(Tls::None, &[]);
    let sent = mail(&url("a:b@", bare.port)).send(&message_of("k")).await;
    assert!(
        matches!(&sent, Err(MailError::Unreachable(why)) if why.contains("STARTTLS")),
        "{sent:?}"
    );
    assert!(!bare.session().verbs().contains(&"AUTH"));
    // without a password there is no secret to keep: mail goes on as mail does
    mail(&url("", bare.port)).send(&message_of("k")).await.expect("taken");
}

/// Who sits on the way takes the offer of STARTTLS out: then nothing of the message is said.
#[tokio::test]
async fn required_tls_is_not_talked_away() {
    for host in ["[::ffff:127.0.0.1]", "localhost"] {
        let bare = MailServer::new(Tls::None, &[]);
        let url = format!("smtp://{host}:{}?tls=required", bare.port);
        let sent = mail(&url).send(&message_of("k")).await;
        assert!(matches!(sent, Err(MailError::Unreachable(_))), "{sent:?}");
        let session = bare.session();
        assert!(!session.verbs().contains(&"MAIL") && session.messages.is_empty());
        let offering = MailServer::new(Tls::Offered, &[]);
        let url = format!("smtp://{host}:{}?tls=required", offering.port);
        mail(&url).send(&message_of("k")).await.expect("taken");
        assert!(offering.session().encrypted);
    }
}

#[tokio::test]
async fn only_what_is_said_of_the_message_refuses_it() {
    let table: [(crate::common::Replies, Option<&str>); 13] = [
        (&[("RCPT", "550 5.1.1 no such user")], Some("no such user")),
        (&[("MAIL", "553 not from you")], Some("not from you")),
        (&[("DATA", "554 no")], Some("554")),
        (&[(".", "552 5.3.4 too big")], Some("too big")),
        (&[("RCPT", "451 4.7.1 greylisted, come again")], None),
        (&[("MAIL", "421 closing")], None),
        (&[(".", "452 no space")], None),
        (&[("RCPT", "")], None),
        (&[(".", "")], None),
        (&[("RCPT", "what?")], None),
        // of us, not of the message
        (&[("GREETING", "554 no service for you")], None),
        (&[("AUTH", "535 5.7.8 wrong password")], None),
        (&[("MAIL", "530 5.7.0 log in first")], None),
    ];
    for (replies, refused) in table {
        let server = MailServer::new(Tls::None, replies);
        let mail = mail(&format!("smtp://a:b@127.0.0.1:{}", server.port));
        let sent = mail.send(&message_of("k")).await;
        match (&sent, refused) {
            (Err(MailError::Refused(why)), Some(said)) => assert!(why.contains(said), "{why}"),
            (Err(MailError::Unreachable(_)), None) => {}
            _ => panic!("{replies:?}: {sent:?}"),
        }
    }
}

/// The message is the server's: what comes after is not waited for, nor an error.
#[tokio::test]
async fn no_good_bye_is_needed() {
    let server = MailServer::new(Tls::None, &[("QUIT", "")]);
    let mail = mail(&format!("smtp://127.0.0.1:{}", server.port));
    mail.send(&message_of("k")).await.expect("taken");
    assert_eq!(server.session().messages.len(), 1);
}

#[tokio::test]
async fn nobody_there_is_unreachable_within_the_timeout() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let closed = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = |listener: &TcpListener| listener.local_addr().expect("an address").port();
    let urls = [
        format!("smtp://127.0.0.1:{}", port(&silent)),
        format!("smtps://127.0.0.1:{}", port(&silent)),
        format!("smtp://127.0.0.1:{}", port(&closed)),
        "smtp://no-such-name.invalid".to_owned(),
    ];
    drop(closed);
    for url in urls {
        let start = Instant::now();
        let sent = mail(&url).send(&message_of("k")).await;
        assert!(matches!(sent, Err(MailError::Unreachable(_))), "{url}: {sent:?}");
        assert!(start.elapsed() < Duration::from_secs(4), "{url}: {:?}", start.elapsed());
    }
}

#[tokio::test]
async fn no_error_tells_the_password() {
    let server = MailServer::new(Tls::None, &[("AUTH", "535 5.7.8 no")]);
    let settings = settings(&format!("smtp://user:hush-hush@127.0.0.1:{}", server.port));
    assert!(!format!("{settings:?}").contains("hush"), "{settings:?}");
    let sent = Mail::new(settings).expect("mail").send(&message_of("k")).await;
    let error = sent.expect_err("refused");
    assert!(!format!("{error:?} {error}").contains("hush"), "{error:?}");
}
