//! Processes of their own: this test program again, with its task in the environment.

use crate::database::options;
use access::OrganizationId;
use idempotency::IdempotencyStore;
use invoicing::InvoiceStore;
use peppol_connector::{
    ports::{AttemptOutcome, SubmissionStore},
    submissions::{Actor, Move, Moved, Progress, RetryClass, State},
};
use std::{
    env,
    io::{self, BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
};
use store::Store;
use testkit::{
    build::{draft, fingerprint, id, lease, respond},
    sends::{answer, moved, queued, receipt, send, sent_event},
};
use time::OffsetDateTime;
use uuid::Uuid;

const WORK: &str = "BILLHOOK_TEST_CHILD";

/// Tasks in which a child issues.
pub const TASKS: usize = 4;

/// A child that brings the schema of `url` up to date and says how many migrations it ran.
pub fn migrating(url: &str) -> Child {
    start(&format!("migrate {url}"))
}

/// A child that issues until it dies, and says each number and key once they are acknowledged.
pub fn issuing(url: &str, organization: OrganizationId) -> Child {
    start(&format!("issue {url} {organization}"))
}

/// A child that sends until it dies, and says each submission and its state once it is acknowledged.
pub fn sending(url: &str, organization: OrganizationId) -> Child {
    start(&format!("send {url} {organization}"))
}

fn start(work: &str) -> Child {
    Command::new(env::current_exe().expect("this program"))
        .args(["--ignored", "--exact", "children::child", "--nocapture"])
        .env(WORK, work)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a child")
}

/// What a child says, line by line, without the words of the test harness.
pub fn words(child: &mut Child) -> impl Iterator<Item = String> + use<> {
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    // a line that the kill cut off is no acknowledgement
    lines.map_while(Result::ok).filter_map(|line| {
        let said = line.split_once("said: ")?.1.strip_suffix(" .")?;
        Some(said.to_owned())
    })
}

fn say(text: &str) {
    // one write: the harness captures neither this nor splits it
    io::stdout().write_all(format!("said: {text} .\n").as_bytes()).expect("someone listens");
    io::stdout().flush().expect("someone listens");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "other tests run it in a process of its own"]
async fn child() {
    let work = env::var(WORK).expect("its task");
    match work.split(' ').collect::<Vec<_>>()[..] {
        ["migrate", url] => {
            let store = Store::open(url, options()).await.expect("opened");
            say(&store.migrate().await.expect("migrated").to_string());
        }
        ["issue", url, organization] => {
            let store = Store::open(url, options()).await.expect("opened");
            let organization = OrganizationId(Uuid::parse_str(organization).expect("an id"));
            let tasks = (0..TASKS).map(|_| tokio::spawn(issue_on(store.clone(), organization)));
            for task in tasks.collect::<Vec<_>>() {
                task.await.expect("no panic");
            }
        }
        ["send", url, organization] => {
            let store = Store::open(url, options()).await.expect("opened");
            let organization = OrganizationId(Uuid::parse_str(organization).expect("an id"));
            let tasks = (0..TASKS).map(|n| tokio::spawn(send_on(store.clone(), organization, n)));
            for task in tasks.collect::<Vec<_>>() {
                task.await.expect("no panic");
            }
        }
        _ => panic!("what is {work:?}?"),
    }
}

async fn issue_on(store: Store, organization: OrganizationId) {
    loop {
        let claim = lease(&id().to_string());
        let now = OffsetDateTime::now_utc();
        store.claim(organization.into(), &claim, fingerprint(1), now).await.expect("claimed");
        let draft = draft(organization);
        let (invoice, _) = store.issue(&draft, Some(&claim), respond).await.expect("issued");
        say(&format!("{} {}", invoice.document.number, claim.key.as_str()));
    }
}

/// Of two sends one is taken by the network, the other is not.
async fn send_on(store: Store, organization: OrganizationId, task: usize) {
    for n in task.. {
        let send = send();
        let id = send.submission.id;
        let claim = lease(&id.to_string());
        let now = OffsetDateTime::now_utc();
        store.claim(organization.into(), &claim, fingerprint(1), now).await.expect("claimed");
        let answer = answer();
        let answered = Some((&claim, &answer));
        store.commit(organization, &queued(&send), answered, now).await.expect("kept");
        say(&format!("{id} queued"));
        let end =
            if n % 2 == 0 { Move::Accepted } else { Move::AttemptFailed(RetryClass::Permanent) };
        let receipt = receipt();
        let sent = [sent_event(organization, &send.submission)];
        let mut from = Progress::new(State::Queued);
        for by in [Move::Claimed, end] {
            let moved = moved(from, Actor::Worker, by, now);
            let (outcome, events) = match by {
                Move::Accepted => (AttemptOutcome::Receipt(&receipt), &sent[..]),
                _ => (AttemptOutcome::None, &[][..]),
            };
            let advance = store.advance(organization, id, from, &moved, outcome, events, now);
            advance.await.expect("moved");
            let Moved::To(to, _) = moved else { panic!("{moved:?}") };
            from = to;
            say(&format!("{id} {}", from.state.name()));
        }
    }
}
