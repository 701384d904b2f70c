//! A user is told of each new connection by one mail, whenever the server is killed.

use crate::{
    binary::{Folder, Server, free_address, seed},
    kills::PATIENCE,
    on_both,
    visitor::{OAUTH, REDIRECT, VERIFIER, Visitor, text},
};
use std::{
    fs, thread,
    time::{Duration, Instant},
};

on_both!(one_mail_for_each_connection_of_a_killed_server);

/// How long after its answer to the application the server is killed, in milliseconds: before the job of the mail is
/// begun, while it runs, and after it.
const KILLED_AFTER: [u64; 6] = [0, 2, 8, 25, 80, 300];

fn server(database: &str, mails: &Folder) -> Server {
    let mail_url = format!("file:{}", mails.0.display());
    let listen = free_address();
    let settings = [
        ("BILLHOOK_LISTEN", listen.as_str()),
        ("BILLHOOK_MAIL_URL", mail_url.as_str()),
        ("BILLHOOK_JOB_LEASE_SECONDS", "1"),
        ("BILLHOOK_JOB_LEASE_FORCE", "true"),
        (
            "BILLHOOK_SECRETS_KEY",
            "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a",
        ),
    ];
    Server::start_with(database, &settings)
}

/// The mails, without what is being written.
fn mails_in(folder: &Folder) -> Vec<String> {
    let files = fs::read_dir(&folder.0).expect("the folder").flatten();
    let mails = files.filter(|file| file.path().extension().is_some_and(|it| it == "eml"));
    mails.map(|file| fs::read_to_string(file.path()).expect("a mail")).collect()
}

fn one_mail_for_each_connection_of_a_killed_server(database: &str) {
    let (seeded, mails) = (seed(database), Folder::new());
    for wait in KILLED_AFTER {
        let server = server(database, &mails);
        let mut visitor = Visitor::signed_in(&server.base_url, &seeded);
        let (made, code) = visitor.approve_an_application(&seeded, "none");
        let id = text(&made, "/client_id");
        let form = [
            ("grant_type", "authorization_code"),
            ("code", &*code),
            ("redirect_uri", REDIRECT),
            ("code_verifier", VERIFIER),
            ("client_id", &*id),
        ];
        let exchanged = visitor.post(&format!("{OAUTH}token"), &form);
        assert_eq!(exchanged.status, 200, "{}", exchanged.body);
        thread::sleep(Duration::from_millis(wait));
        server.kill();
    }
    let _server = server(database, &mails);
    let until = Instant::now() + PATIENCE;
    while mails_in(&mails).len() < KILLED_AFTER.len() {
        assert!(Instant::now() < until, "{} mails", mails_in(&mails).len());
        thread::sleep(Duration::from_millis(20));
    }
    // what was begun by a killed process is begun again, and says nothing twice
    thread::sleep(Duration::from_secs(2));
    let all = mails_in(&mails);
    assert_eq!(all.len(), KILLED_AFTER.len());
    let email = text(&seeded, "/user/email");
    for mail in all {
        assert!(mail.contains(&email) && mail.contains("/connections"), "{mail}");
    }
}
