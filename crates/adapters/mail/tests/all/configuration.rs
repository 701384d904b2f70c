//! What the configuration may say.

use crate::common::settings;
use mail::{From, Mail, MailUrl, MailUrlError, Settings, SetupError};

#[test]
fn urls_say_where_mail_goes_and_hide_the_password() {
    for (text, shown) in [
        ("", "console"),
        ("console", "console"),
        ("file:mail", "file:mail"),
        ("file:///var/mail/out", "file:/var/mail/out"),
        ("smtp://mail.example.com", "smtp://mail.example.com:25"),
        ("smtp://a:b@mail.example.com", "smtp://a:***@mail.example.com:587"),
        ("smtp://a:b@mail.example.com:2525/", "smtp://a:***@mail.example.com:2525"),
        ("smtps://a%40b.sk:p%2F@mail.example.com", "smtps://a@b.sk:***@mail.example.com:465"),
        ("smtp://[::1]:25", "smtp://[::1]:25"),
        ("smtp://mx.example.com?tls=required", "smtp://mx.example.com:25?tls=required"),
        ("smtp://a:b@mx.example.com/?tls=required", "smtp://a:***@mx.example.com:587"),
        ("smtp://localhost?tls=required", "smtp://localhost:25?tls=required"),
        ("smtp://a:b@localhost?tls=required", "smtp://a:***@localhost:587?tls=required"),
        ("smtps://mx.example.com?tls=required", "smtps://mx.example.com:465"),
    ] {
        let url: MailUrl = text.parse().expect(text);
        assert_eq!(url.to_string(), shown);
        assert_eq!(format!("{url:?}"), shown);
    }
}

#[test]
fn what_says_nothing_clear_is_refused_without_being_repeated() {
    for (text, error) in [
        ("mail.example.com", MailUrlError::Form),
        ("http://hush.example.com", MailUrlError::Form),
        ("Console", MailUrlError::Form),
        ("file:", MailUrlError::NoFolder),
        ("file://", MailUrlError::NoFolder),
        ("smtp://", MailUrlError::Host),
        ("smtp:mail.example.com", MailUrlError::Host),
        ("smtp://a:hush@", MailUrlError::Form),
        ("smtp://ma%0d%0ail.example.com", MailUrlError::Host),
        ("smtp://žilina.sk", MailUrlError::Host),
        ("smtp://a@mail.example.com", MailUrlError::Login),
        ("smtp://:hush@mail.example.com", MailUrlError::Login),
        ("smtp://a:%ff@mail.example.com", MailUrlError::Login),
        ("smtp://a:hush@mail.example.com/path", MailUrlError::Rest),
        ("smtp://a:hush@mail.example.com?tls=none", MailUrlError::Rest),
        ("smtp://a:hush@mail.example.com?tls=required&tls=none", MailUrlError::Rest),
        ("smtp://mail.example.com?TLS=required", MailUrlError::Rest),
        ("smtp://a:hush@mail.example.com#x", MailUrlError::Rest),
    ] {
        let read = text.parse::<MailUrl>();
        assert_eq!(read, Err(error), "{text}");
        assert!(!error.to_string().contains("hush"));
    }
}

#[test]
fn senders_are_one_address() {
    for fit in ["noreply@example.com", "Billhook <noreply@example.com>", "Účty <a@b.sk>"] {
        assert!(fit.parse::<From>().is_ok(), "{fit}");
    }
    let long = format!("{} <a@b.sk>", "a".repeat(320));
    for unfit in ["", "Billhook", "a@b.sk, c@d.sk", "a@b.sk\r\nBcc: c@d.sk", "A\n <a@b.sk>", &long]
    {
        assert!(unfit.parse::<From>().is_err(), "{unfit:?}");
    }
}

#[test]
fn roots_and_folders_are_checked_when_the_service_starts() {
    let settings = settings("smtps://mail.example.com");
    for text in ["no PEM", "-----BEGIN CERTIFICATE-----\nAA\n"] {
        let made = Mail::new(Settings { extra_roots: text.into(), ..settings.clone() });
        assert!(matches!(made, Err(SetupError::Roots)), "{text}");
    }
    let folder = Mail::new(crate::common::settings("file:/dev/null/mail"));
    assert!(matches!(folder, Err(SetupError::Folder(_))));
}
