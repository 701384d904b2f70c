//! A setting that is wrong stops the start, and says which it is, what was given and what would be right.

use crate::binary::{Folder, billhook, text};
use runtime::config::SETTINGS;
use std::{
    collections::BTreeSet,
    fs,
    process::{Child, Output, Stdio},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

/// How long a start may take to be refused on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts at the same time.
const AT_ONCE: usize = 4;

const PORT: &str = "must be an address with its port";
const WEB: &str = "must be an address as https://billhook.example";
const OUTSIDE: &str = "must be an https address";
const OPERATOR: &str = "must be an https address that ends with /";
const FILES: &str = "must be files";
const READ: &str = "must name a file that can be read";
const PEM: &str = "must name a file of certificates";
const PARTICIPANT: &str = "must be a participant";
const ID: &str = "must be the id that the SML's operator gave";
const NUMBER: &str = "must be a whole number";
const TO_10_000: &str = "must be a whole number from 1 to 10000";
const LOG: &str = "must be a level";
const BOOLEAN: &str = "must be true or false";

/// Settings, wrong values, and what is said of them.
fn wrong() -> Vec<(&'static str, Vec<&'static str>, &'static str)> {
    let calls = "must be a whole number from 1 to 100000000";
    let hour = "must be a whole number from 1 to 3600";
    vec![
        ("CONFIG", vec!["/nowhere.toml"], "/nowhere.toml"),
        (
            "DATABASE_URL",
            vec!["", "mysql://u:hush@h/d", "billhook.db"],
            "a database URL begins with",
        ),
        ("DATABASE_URL", vec!["sqlite:"], "names no file"),
        ("DATABASE_URL", vec!["sqlite:/nowhere/billhook.db"], "No such file"),
        ("DATABASE_URL", vec!["postgres://u:hush@127.0.0.1:1/b"], "error connecting to server"),
        ("DATABASE_URL", vec!["postgres://u:hush@127.0.0.1:99999999/b"], "cannot be used"),
        ("DATABASE_POOL", vec!["0", "10001", "99999999999999999999"], TO_10_000),
        ("DATABASE_WAIT_SECONDS", vec!["0", "301"], "must be a whole number from 1 to 300"),
        ("LISTEN", vec!["nowhere", "127.0.0.1", "127.0.0.1:65536"], PORT),
        ("LISTEN", vec!["192.0.2.1:8080"], "cannot listen on 192.0.2.1:8080"),
        ("METRICS_LISTEN", vec!["nowhere", "8080"], PORT),
        ("BASE_URL", vec!["https://bill..hook", "billhook.example", "ftp://localhost"], WEB),
        ("BASE_URL", vec!["http://billhook.example"], "must be https"),
        ("DOCS_URL", vec!["docs", "ftp://docs.example"], WEB),
        ("INVOICE_RATE_PER_MINUTE", vec!["0", "99999999999"], calls),
        ("KEY_RATE_PER_MINUTE", vec!["0", "99999999999"], calls),
        ("LINK_RATE_PER_MINUTE", vec!["0", "99999999999"], calls),
        ("UNKNOWN_KEY_RATE_PER_MINUTE", vec!["0", "99999999999"], calls),
        ("SMP_RATE_PER_MINUTE", vec!["0", "99999999999"], calls),
        (
            "OAUTH_REFRESH_GRACE_SECONDS",
            vec!["301", "86400"],
            "must be a whole number from 0 to 300",
        ),
        ("FONTS", vec!["/nowhere"], "must name a folder that can be read"),
        (
            "CLIENT_ADDRESS_HEADER",
            vec!["Bad Header", "X-Forwarded-For:"],
            "must be the name of a header",
        ),
        (
            "CLOCK",
            vec!["tomorrow", "2026-11-28", "9999-12-31T23:59:59-01:00"],
            "must be an RFC 3339 time",
        ),
        ("WORKERS", vec!["0", "1025"], "must be a whole number from 1 to 1024"),
        ("SECRETS_KEY", vec!["hush", "0b0b"], "must be 64 hexadecimal digits"),
        ("WEBHOOK_CONCURRENCY", vec!["0", "10001"], TO_10_000),
        (
            "WEBHOOK_ENDPOINT_CONCURRENCY",
            vec!["0", "1001"],
            "must be a whole number from 1 to 1000",
        ),
        ("SEND_CONCURRENCY", vec!["0", "10001"], TO_10_000),
        ("REPORT_CONCURRENCY", vec!["0", "10001"], TO_10_000),
        ("MAIL_CONCURRENCY", vec!["0", "1001"], "must be a whole number from 1 to 1000"),
        ("JOB_CONCURRENCY", vec!["0", "1", "1001"], "must be a whole number from 2 to 1000"),
        ("SEND_MEGABYTES", vec!["0", "1000001"], "must be a whole number from 1 to 1000000"),
        ("JOB_LEASE_SECONDS", vec!["0", "86401"], "must be a whole number from 1 to 86400"),
        ("JOB_LEASE_SECONDS", vec!["89"], "must be at least 90"),
        ("HEAD_TIMEOUT_SECONDS", vec!["0", "3601"], hour),
        ("BODY_TIMEOUT_SECONDS", vec!["0", "3601"], hour),
        ("TEST_NETWORK", vec!["none", "live", ""], "must be sandbox or peppol"),
        ("LIVE_NETWORK", vec!["test", ""], "must be none, sandbox or peppol"),
        ("PEPPOL_TEST_KEYS", vec![",", " , "], FILES),
        ("PEPPOL_TEST_KEYS", vec!["/nowhere.pem"], READ),
        ("PEPPOL_LIVE_KEYS", vec![","], FILES),
        ("PEPPOL_LIVE_KEYS", vec!["/nowhere.pem"], READ),
        ("PEPPOL_TEST_TRUST", vec!["/nowhere"], READ),
        ("PEPPOL_LIVE_TRUST", vec!["/nowhere"], READ),
        ("PEPPOL_TEST_ZONE", vec!["a zone", "sml.example."], "must be a name of the DNS"),
        ("PEPPOL_LIVE_ZONE", vec!["sml..example"], "must be a name of the DNS"),
        (
            "PEPPOL_TEST_TAX_AUTHORITY",
            vec!["000028", "0245:2020876550"],
            "must be a service provider's participant",
        ),
        ("PEPPOL_LIVE_TAX_AUTHORITY", vec!["0242"], "must be a service provider's participant"),
        ("PEPPOL_TEST_REPORTS_TO", vec!["be0848934496", "x"], PARTICIPANT),
        ("PEPPOL_LIVE_REPORTS_TO", vec!["9925"], PARTICIPANT),
        ("PEPPOL_TEST_SMP_KEYS", vec![","], FILES),
        ("PEPPOL_LIVE_SMP_KEYS", vec!["/nowhere.pem"], READ),
        ("PEPPOL_TEST_SML", vec!["sml", "http://sml.example/", "https://sml.example"], OPERATOR),
        ("PEPPOL_LIVE_SML", vec!["http://sml.example/"], OPERATOR),
        ("PEPPOL_TEST_SMP_ID", vec!["an id", "é"], ID),
        ("PEPPOL_LIVE_SMP_ID", vec!["a/b"], ID),
        (
            "PEPPOL_TEST_DIRECTORY",
            vec!["http://directory.example/", "https://directory.example"],
            OPERATOR,
        ),
        ("PEPPOL_LIVE_DIRECTORY", vec!["http://directory.example/"], OPERATOR),
        ("PEPPOL_SML_ROOTS", vec!["/nowhere.pem"], READ),
        ("PEPPOL_SML_ROOTS", vec!["/dev/null"], PEM),
        ("PEPPOL_TLS_ROOTS", vec!["/nowhere.pem"], READ),
        ("PEPPOL_TLS_ROOTS", vec!["/dev/null"], PEM),
        ("PEPPOL_SMP_URL", vec!["smp", "http://smp.example"], OUTSIDE),
        ("PEPPOL_AS4_URL", vec!["as4", "http://as4.example"], OUTSIDE),
        ("PEPPOL_CONTACT", vec!["a b"], "must be a URL"),
        ("SK_NOTICE_SECRETS", vec![",", " , "], "must be secrets, separated by commas"),
        ("PEPPOL_COUNTRY", vec!["sk", "SVK", "00", ""], "must be a country"),
        (
            "PEPPOL_NAME_SERVERS",
            vec!["127.0.0.1", ",", "127.0.0.1:0"],
            "must be addresses with ports",
        ),
        ("MAIL_URL", vec!["http://u:hush@mail.example", "smtp://", "file:"], "must be console"),
        ("MAIL_FROM", vec!["nobody", ""], "must be an e-mail address"),
        ("OPERATOR_EMAIL", vec!["nobody"], "must be an e-mail address"),
        ("LOG", vec!["foo=bar=baz", "debgu", "billhook=loud", "info,billhook"], LOG),
        ("LOG_FORMAT", vec!["xml", ""], "must be text or json"),
        ("ECB_URL", vec!["ecb", "ftp://ecb.example"], WEB),
        ("CNB_URL", vec!["cnb"], WEB),
        ("RATE_DAYS_BACK", vec!["367", "99999999"], "must be a whole number from 0 to 366"),
        ("RATE_TIMEOUT_MS", vec!["0", "60001"], "must be a whole number from 1 to 60000"),
    ]
}

const NUMBERS: &[&str] = &[
    "DATABASE_POOL",
    "DATABASE_WAIT_SECONDS",
    "INVOICE_RATE_PER_MINUTE",
    "KEY_RATE_PER_MINUTE",
    "LINK_RATE_PER_MINUTE",
    "UNKNOWN_KEY_RATE_PER_MINUTE",
    "SMP_RATE_PER_MINUTE",
    "OAUTH_REFRESH_GRACE_SECONDS",
    "WORKERS",
    "WEBHOOK_CONCURRENCY",
    "WEBHOOK_ENDPOINT_CONCURRENCY",
    "SEND_CONCURRENCY",
    "REPORT_CONCURRENCY",
    "MAIL_CONCURRENCY",
    "JOB_CONCURRENCY",
    "SEND_MEGABYTES",
    "JOB_LEASE_SECONDS",
    "HEAD_TIMEOUT_SECONDS",
    "BODY_TIMEOUT_SECONDS",
    "RATE_DAYS_BACK",
    "RATE_TIMEOUT_MS",
];

const BOOLEANS: &[&str] = &[
    "DATABASE_CLEAR_TEXT",
    "CLOCK_FORCE",
    "MIGRATE",
    "WORK",
    "JOB_LEASE_FORCE",
    "ACCEPT_LOST_SECRETS",
    "WEBHOOK_ALLOW_LOOPBACK",
    "PEPPOL_ACCEPT_UNKNOWN_REVOCATION",
    "PEPPOL_ALLOW_LOOPBACK",
    "EXCHANGE_RATES",
    "COUNT_RECEIVED",
];

type Names = &'static [&'static str];

/// A setting, a wrong value, and what is said of it.
type Row = (String, &'static str, &'static str);

fn rows() -> Vec<Row> {
    let own = wrong().into_iter().flat_map(|(name, values, said)| {
        values.into_iter().map(move |value| (format!("BILLHOOK_{name}"), value, said))
    });
    let of_kind = |names: Names, values: Names, said| {
        names.iter().flat_map(move |name| {
            values.iter().map(move |value| (format!("BILLHOOK_{name}"), *value, said))
        })
    };
    own.chain(of_kind(NUMBERS, &["", "-1", "30s"], NUMBER))
        .chain(of_kind(BOOLEANS, &["maybe"], BOOLEAN))
        .collect()
}

/// What came of a start; none where it was not refused.
fn ended(mut child: Child) -> Option<Output> {
    let until = Instant::now() + PATIENCE;
    while child.try_wait().expect("asked").is_none() {
        if Instant::now() > until {
            child.kill().expect("a running server");
            child.wait().expect("its end");
            return None;
        }
        thread::sleep(Duration::from_millis(10));
    }
    Some(child.wait_with_output().expect("its end"))
}

/// What is wrong with the refusal of a start.
fn fault((name, value, expected): &Row) -> Option<String> {
    let folder = Folder::new();
    let mut command = billhook(&folder.database());
    let child = command.env(name, value).arg("serve").stderr(Stdio::piped()).spawn();
    let Some(output) = ended(child.expect("it runs")) else {
        return Some(format!("{name}={value}: starts"));
    };
    let said = text(&output);
    let is_secret = value.contains("hush");
    // another setting is missing, and is what is named
    let is_of_another = expected.starts_with("BILLHOOK_");
    let is_shown = value.trim().is_empty() || is_secret || name.ends_with("_SECRETS")
        || ["BILLHOOK_DATABASE_URL", "BILLHOOK_MAIL_URL", "BILLHOOK_SECRETS_KEY"].contains(&&**name)
        // a number that is too large for its type is shown as the largest
        || is_of_another
        || value.len() > 5 && value.bytes().all(|byte| byte.is_ascii_digit())
        || said.contains(value);
    let once = |cause: &str| said.matches(cause).count() <= 1;
    let is_right = !output.status.success()
        && (is_of_another || said.contains(&**name))
        && said.contains(expected)
        && is_shown
        && !said.contains("hush")
        && !said.contains("panicked")
        && once("No such file")
        && once("error connecting to server");
    (!is_right).then(|| format!("{name}={value}: {said}"))
}

#[test]
fn wrong_settings_stop_the_start() {
    let rows = Mutex::new(rows());
    let faults = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let Some(row) = rows.lock().expect("rows").pop() else { break };
                    faults.lock().expect("faults").extend(fault(&row));
                }
            });
        }
    });
    let faults = faults.into_inner().expect("faults");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_setting_has_a_wrong_value() {
    let tried: BTreeSet<_> = rows().into_iter().map(|(name, ..)| name).collect();
    let all: BTreeSet<_> = SETTINGS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let not_tried: Vec<_> = all.difference(&tried).collect();
    assert!(not_tried.is_empty(), "{not_tried:?}");
}

#[test]
fn what_is_not_safe_does_not_start() {
    for (name, value, expected) in [
        ("BILLHOOK_BASE_URL", "https://billhook.example", "BILLHOOK_CLIENT_ADDRESS_HEADER"),
        ("BILLHOOK_DATABASE_URL", "postgres://u:hush@db.example/b", "BILLHOOK_DATABASE_CLEAR_TEXT"),
    ] {
        assert_eq!(fault(&(name.to_owned(), value, expected)), None);
    }
}

#[test]
fn a_file_names_the_setting_that_is_wrong() {
    let folder = Folder::new();
    let file = folder.0.join("billhook.toml");
    for (line, expected) in [
        ("colour = \"red\"", "there is no setting colour"),
        ("workers = \"hush\"", "the value of workers is of another type"),
        ("workers = -1", "the value of workers is out of range"),
        ("workers = 0", "BILLHOOK_WORKERS: must be a whole number from 1 to 1024; it is \"0\""),
        ("secrets_key = hush", "not valid TOML"),
    ] {
        fs::write(&file, format!("listen = \"127.0.0.1:0\"\n{line}\n")).expect("a file");
        let mut command = billhook(&folder.database());
        let child =
            command.env("BILLHOOK_CONFIG", &file).arg("serve").stderr(Stdio::piped()).spawn();
        let output = ended(child.expect("it runs")).unwrap_or_else(|| panic!("{line} starts"));
        let said = text(&output);
        assert!(!output.status.success() && said.contains(expected), "{line}: {said}");
        assert!(!said.contains("hush"), "{said}");
    }
}
