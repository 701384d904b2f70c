//! The whole network on one machine, and a document that is sent into it from outside.

use crate::binary::{Folder, billhook, migrated_postgres, text};
use ::billhook::commands::{BUYER, Provider, SELLER};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Output, Stdio},
};
use test_databases::TempDatabase;
use time::OffsetDateTime;

/// What ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Where the log of the demo in a folder is.
fn log_of(dir: &Path) -> PathBuf {
    dir.with_extension("log")
}

/// The demo at work, and what it printed until then. Its databases are there as long as it.
struct Demo {
    _process: Running,
    printed: Vec<String>,
    dir: PathBuf,
    _database: Option<TempDatabase>,
}

impl Demo {
    /// With this database for the seller; the buyer has one of the same engine.
    fn start(dir: PathBuf, database: &str) -> Self {
        let other = database.starts_with("postgres").then(migrated_postgres);
        let mut command = billhook("");
        command.env_remove("BILLHOOK_DATABASE_URL");
        command.args(["demo", "--network", "--dir", dir.to_str().expect("a path")]);
        command.args(["--seller-database", database]);
        if let Some(other) = &other {
            command.args(["--buyer-database", &other.url()]);
        }
        let logged = std::fs::File::create(log_of(&dir)).expect("a log");
        let mut process =
            command.stdout(Stdio::piped()).stderr(logged).spawn().expect("the demo runs");
        let lines = BufReader::new(process.stdout.take().expect("its output")).lines();
        let process = Running(process);
        let mut printed = Vec::new();
        for line in lines.map_while(Result::ok) {
            let is_last = line.starts_with("See also");
            printed.push(line);
            if is_last {
                return Self { _process: process, printed, dir, _database: other };
            }
        }
        let logged = std::fs::read_to_string(log_of(&dir)).unwrap_or_default();
        panic!("the demo ended: {printed:#?} {logged}");
    }

    /// A command of the operator of an installation, with other settings over its own.
    fn operator(
        &self,
        provider: Provider,
        arguments: &[&str],
        settings: &[(&str, &str)],
    ) -> (Option<i32>, String, String) {
        let file = self.dir.join(provider.name).join("billhook.toml");
        let output = billhook("")
            .env_remove("BILLHOOK_DATABASE_URL")
            .env("BILLHOOK_LOG", "warn")
            .envs(settings.iter().copied())
            .arg("peppol")
            .args(arguments)
            .args(["--network", "test", "--config", file.to_str().expect("a path")])
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), said, text(&output))
    }
}

/// The word behind the beginning of a line.
fn word<'a>(printed: &'a [String], beginning: &str) -> &'a str {
    let line = printed.iter().find_map(|line| line.trim_start().strip_prefix(beginning));
    let line = line.unwrap_or_else(|| panic!("no {beginning}: {printed:#?}"));
    line.split_whitespace().next().expect("a word").trim_end_matches(',')
}

fn send(dir: &Path, dns: &str, to: &str, more: &[&str]) -> (Option<i32>, Value, Output) {
    let path = |name: &str| dir.join(name).display().to_string();
    let file = fixtures::path("documents/ubl/invoice.xml").display().to_string();
    let output = billhook("")
        .args(["peppol", "send", &file, "--to", to, "--from", "9915:2020123456"])
        .args(["--keys", &path("seller/ap.pem"), "--trust", &path("trust")])
        .args(["--tls-roots", &path("tls-roots.pem"), "--dns", dns])
        .args(["--network", "test", "--zone", "participant.sml.demo"])
        .args(["--allow-loopback", "--format", "json"])
        .args(more)
        .output()
        .expect("it runs");
    let said = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output.status.code(), said, output)
}

crate::on_both!(an_invoice_travels_through_the_whole_network);

fn an_invoice_travels_through_the_whole_network(database: &str) {
    let folder = Folder::new();
    let demo = Demo::start(folder.0.join("demo"), database);
    each_hop_is_printed(&demo.printed);
    a_document_is_sent_from_outside(&demo, &folder);
    all_is_well_and_what_is_not_is_named(&demo);
    nobody_has_to_act(&demo);
    the_operator_looks_after_the_smp(&demo);
}

/// An error in the log asks a person to act: where all is well there is none.
fn nobody_has_to_act(demo: &Demo) {
    let logged = std::fs::read_to_string(log_of(&demo.dir)).expect("a log");
    let errors: Vec<_> = logged.lines().filter(|line| line.contains("ERROR")).collect();
    assert_eq!(errors, [""; 0]);
}

fn each_hop_is_printed(printed: &[String]) {
    let mut rest = printed.iter();
    for hop in [
        "registered   the SMP of the seller:",
        "our SMP is entered at https://localhost:",
        "0242:000001 is entered",
        "enrolled     9915:2021234567: enrolled, entry pending",
        "SML          0242:000001 is entered for SMP-SELLER, https://localhost:",
        "registered   the SMP of the buyer:",
        "our SMP is entered at https://localhost:",
        "enrolled     9915:2020876550: enrolled, entry pending",
        "SML          9915:2020876550 is entered for SMP-BUYER, https://localhost:",
        "issued",
        "looked up    dns",
        "looked up    service-group",
        "looked up    service-metadata",
        "found        9915:2020876550 at https://localhost:",
        "AS4          message",
        "receipt      signed by PSK000002",
        "inbox        FA",
        "status out   AB from 0242:000002 to 0242:000001: sent",
        "status in    AB to 0242:000001",
        "ended        FA",
    ] {
        assert!(rest.any(|line| line.starts_with(hop)), "{hop}, in this order: {printed:#?}");
    }
    assert!(printed.iter().any(|line| line.contains("is DELIVERED")), "{printed:#?}");
    // it is the buyer's own SMP that was asked
    let own = printed.iter().rfind(|line| line.starts_with("our SMP is entered at "));
    let base = own.expect("the buyer's").trim_start_matches("our SMP is entered at ");
    for hop in ["looked up    dns", "looked up    service-group", "looked up    service-metadata"] {
        let line = printed.iter().find(|line| line.starts_with(hop)).expect(hop);
        assert!(line.contains(base), "{line} is not of {base}");
    }
}

fn a_document_is_sent_from_outside(demo: &Demo, folder: &Folder) {
    let (dir, dns) = (&demo.dir, word(&demo.printed, "name server"));
    let receipt = folder.0.join("receipt.xml").display().to_string();
    let (code, said, output) = send(dir, dns, "9915:2020876550", &["--receipt", &receipt]);
    assert_eq!((code, &said["outcome"]), (Some(0), &Value::from("taken")), "{}", text(&output));
    let kept = std::fs::read_to_string(&receipt).expect("the receipt");
    let id = said["message_id"].as_str().expect("an id");
    assert!(kept.contains("NonRepudiationInformation") && kept.contains(id), "{kept}");
    let again = send(dir, dns, "9915:2020876550", &["--message-id", id]);
    assert_eq!(again.0, Some(0), "the same once more: {}", text(&again.2));
    assert_eq!(again.1["receipt_id"], said["receipt_id"], "answered with the first receipt");

    let (code, said, output) = send(dir, dns, "9915:2020202099", &[]);
    assert_eq!((code, &said["outcome"]), (Some(1), &Value::from("refused")), "{}", text(&output));
    assert!(said["reason"].as_str().is_some_and(|reason| reason.contains("not registered")));
    let (code, said, output) = send(dir, "127.0.0.1:9", "9915:2020876550", &["--timeout", "1"]);
    let not_taken = (Some(2), &Value::from("not-taken"));
    assert_eq!((code, &said["outcome"]), not_taken, "{}", text(&output));
    let (code, _, output) = send(dir, dns, "9915:2020876550", &["--keys", "/nowhere.pem"]);
    assert_eq!(code, Some(2));
    assert!(text(&output).contains("/nowhere.pem"), "{}", text(&output));
}

/// Each check of `peppol doctor` with its level, and its exit code.
fn examined(demo: &Demo, settings: &[(&str, &str)]) -> (Option<i32>, Vec<(String, String)>) {
    let (code, said, log) = demo.operator(BUYER, &["doctor", "--format", "json"], settings);
    let said: Value = serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {log}"));
    let member = |line: &Value, name: &str| line[name].as_str().expect(name).to_owned();
    let checks = said["checks"].as_array().expect("a list").iter();
    for line in checks.clone() {
        assert_eq!(line["level"] == "ok", line["to_do"].is_null(), "{line}");
        assert_eq!(line["network"], "test");
    }
    (code, checks.map(|line| (member(line, "check"), member(line, "level"))).collect())
}

fn all_is_well_and_what_is_not_is_named(demo: &Demo) {
    let (code, checks) = examined(demo, &[]);
    let names: Vec<_> = checks.iter().map(|(check, _)| check.as_str()).collect();
    let of = |role: &str| ["dates", "authority", "revocation"].map(|what| format!("{role}-{what}"));
    let mut all = [of("access-point"), of("smp")].concat();
    let rest =
        ["smp-answers", "sml-address", "sml-own-id", "dns", "own-id", "published-certificate"];
    all.extend(rest.map(str::to_owned));
    assert_eq!(names, all);
    assert!(checks.iter().all(|(_, level)| level == "ok"), "{checks:?}");
    assert_eq!(code, Some(0));
    let (code, said, _) = demo.operator(BUYER, &["doctor"], &[]);
    assert_eq!((code, said.lines().count()), (Some(0), all.len()), "{said}");

    let levels = |settings: &[(&str, &str)]| {
        let (code, checks) = examined(demo, settings);
        let wrong = checks.into_iter().filter(|(_, level)| level != "ok");
        (code, wrong.map(|(check, level)| format!("{check} {level}")).collect::<Vec<_>>())
    };
    let later = (OffsetDateTime::now_utc() + time::Duration::days(700))
        .format(&time::format_description::well_known::Rfc3339)
        .expect("a time");
    let other = [("BILLHOOK_PEPPOL_SMP_URL", "https://localhost:9/smp")];
    let wrong = ["smp-answers error", "sml-address error", "dns error"];
    assert_eq!(levels(&other), (Some(2), wrong.map(str::to_owned).to_vec()));
    let none = [("BILLHOOK_PEPPOL_TEST_SML", "")];
    assert_eq!(levels(&none), (Some(1), vec!["sml-address warning".to_owned()]));
    let seller = demo.dir.join("seller/ap.pem").display().to_string();
    let (code, wrong) = levels(&[("BILLHOOK_PEPPOL_TEST_KEYS", seller.as_str())]);
    let others = ["smp-answers error", "sml-own-id error", "dns error", "own-id error"];
    assert_eq!((code, wrong), (Some(2), others.map(str::to_owned).to_vec()));
    let (code, wrong) =
        levels(&[("BILLHOOK_CLOCK", later.as_str()), ("BILLHOOK_CLOCK_FORCE", "true")]);
    assert_eq!(code, Some(2));
    // in 700 days a month is left of the certificates, and the lists have ended
    for line in ["access-point-dates warning", "smp-dates warning", "smp-revocation error"] {
        assert!(wrong.contains(&line.to_owned()), "{line} is not in {wrong:?}");
    }
    let (code, wrong) = levels(&[("BILLHOOK_PEPPOL_TEST_KEYS", "/nowhere.pem")]);
    assert_eq!((code, wrong), (Some(2), vec!["access-point-keys error".to_owned()]));
}

/// `register`, `list`, `compare` and `release`.
fn the_operator_looks_after_the_smp(demo: &Demo) {
    let smp = |arguments: &[&str], settings: &[(&str, &str)]| {
        demo.operator(BUYER, &[&["smp"][..], arguments].concat(), settings)
    };
    let (code, said, log) = smp(&["register"], &[]);
    assert_eq!(code, Some(0), "{log}");
    assert!(said.starts_with("our SMP is entered at https://localhost:"), "{said}");
    assert!(said.contains("0242:000002 was entered before"), "{said}");
    let elsewhere = [("BILLHOOK_PEPPOL_SMP_URL", "https://localhost:9/smp")];
    let (code, said, _) = smp(&["register"], &elsewhere);
    assert!(said.contains(" to https://localhost:9/smp/test"), "{code:?}: {said}");
    let (_, said, _) = smp(&["register"], &[]);
    assert!(said.contains("moved from https://localhost:9/smp/test"), "{said}");
    let (code, said, log) = smp(&["register", "--all"], &[]);
    assert_eq!((code, said.lines().count()), (Some(0), 2), "nobody is missing: {said}{log}");

    let (code, said, _) = smp(&["list"], &[]);
    assert_eq!((code, said.lines().count()), (Some(0), 1), "{said}");
    assert!(said.starts_with("9915:2020876550  ") && said.ends_with("  listed\n"), "{said}");
    let (code, said, _) = smp(&["compare"], &[]);
    assert_eq!((code, &*said), (Some(0), "2 registered here, 2 in the SML\n"));
    let (code, said, _) = smp(&["compare"], &[("BILLHOOK_PEPPOL_TEST_SMP_ID", SELLER.smp_id)]);
    assert_eq!(code, Some(1), "{said}");
    for line in [
        "9915:2020876550 is registered here and not in the SML: senders do not find it",
        "9915:2021234567 is in the SML and not registered here",
    ] {
        assert!(said.lines().any(|own| own == line), "{line} is not in {said}");
    }

    let (code, said, log) = smp(&["release", "9915:2020202099"], &[]);
    assert_eq!((code, &*said), (Some(1), ""), "{log}");
    let (code, said, log) = smp(&["release", "9915:2020876550"], &[]);
    assert_eq!(code, Some(0), "{log}");
    assert!(peppol_messages::discovery::is_migration_key(said.trim()), "{said}");
    assert!(log.contains("9915:2020876550 hands this code to its new provider"), "{log}");
    let (_, said, _) = smp(&["list"], &[]);
    assert!(said.ends_with("  leaving\n"), "{said}");
    for missing in ["BILLHOOK_PEPPOL_TEST_SML", "BILLHOOK_PEPPOL_TEST_SMP_KEYS"] {
        let (code, _, log) = smp(&["compare"], &[(missing, "")]);
        assert_eq!(code, Some(1), "{log}");
        assert!(log.contains(&format!("{missing} must be set")), "{log}");
    }
}
