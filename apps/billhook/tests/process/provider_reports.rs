//! `billhook peppol reports`: what an operator does with the monthly reports to the network.

use crate::{
    binary::{Folder, billhook, seed, text},
    sending::with_store,
};
use peppol_connector::identifiers::{MessageId, Network};
use peppol_statistics::Direction;
use provider_reports::{ExchangeLog, LoggedExchange, ProviderReportStore, ReportKind};
use std::{
    io::Write,
    path::PathBuf,
    process::{Output, Stdio},
};
use time::macros::datetime;
use uuid::Uuid;

crate::on_both!(an_operator_makes_reports_looks_at_them_and_replaces_them);

const INVOICE: &str = "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##\
    urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1";
const IN_TIME: &str = "2026-12-05T10:00:00Z";

/// An installation of a provider, at a time.
struct Operator {
    database: String,
    keys: PathBuf,
    _folder: Folder,
}

impl Operator {
    fn of(database: &str) -> Self {
        let folder = Folder::new();
        let keys = folder.0.join("ap.pem");
        let pem = |name: &str| fixtures::text(&format!("peppol-network/as4/pki/{name}"));
        std::fs::write(&keys, [pem("ap1.pem"), pem("ap1.key")].concat()).expect("a file");
        Self { database: database.to_owned(), keys, _folder: folder }
    }

    fn reports(&self, at: &str, arguments: &[&str]) -> Output {
        billhook(&self.database)
            .env("BILLHOOK_PEPPOL_LIVE_KEYS", &self.keys)
            .env("BILLHOOK_CLOCK", at)
            .env("BILLHOOK_CLOCK_FORCE", "true")
            .args(["peppol", "reports"])
            .args(arguments)
            .output()
            .expect("it runs")
    }

    /// What it prints.
    #[track_caller]
    fn printed(&self, at: &str, arguments: &[&str]) -> String {
        let output = self.reports(at, arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output));
        String::from_utf8(output.stdout).expect("text")
    }

    /// What it says when it refuses.
    #[track_caller]
    fn refused(&self, at: &str, arguments: &[&str]) -> String {
        let output = self.reports(at, arguments);
        assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}: {output:?}");
        text(&output)
    }
}

/// Five invoices of November: two that were sent, three that came.
fn log_november(database: &str) {
    with_store(database, async |store| {
        for number in 0..5 {
            let is_sent = number < 2;
            let exchange = LoggedExchange {
                network: Network::Live,
                direction: if is_sent { Direction::Out } else { Direction::In },
                message: MessageId(Uuid::now_v7()),
                at: datetime!(2026-11-20 10:00 UTC),
                provider: "PAT000002".to_owned(),
                document_type: INVOICE.parse().expect("a type"),
                process: "cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"
                    .parse()
                    .expect("a process"),
                c1_country: Some("SK".to_owned()),
                c4_country: (!is_sent).then(|| "SK".to_owned()),
                end_user: Some("SK:12345678".to_owned()),
            };
            store.log_exchange(&exchange).await.expect("logged");
        }
    });
}

/// The receipt of the transaction statistics came.
fn receipt_comes(database: &str) {
    with_store(database, async |store| {
        let reports = store.provider_reports(Network::Live, 9).await.expect("a list");
        let of = reports.iter().find(|one| one.kind == ReportKind::Transactions).expect("one");
        let now = datetime!(2026-12-06 10:00 UTC);
        store.provider_report_sent(of.id, b"<Receipt/>", now).await.expect("kept");
    });
}

/// Pipes a report into `billhook validate`.
fn validated(document: &str, rules: &str) -> Option<i32> {
    let mut validate = billhook("")
        .args(["validate", "--ruleset", rules, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = validate.stdin.take().expect("its input");
    input.write_all(document.as_bytes()).expect("written");
    drop(input);
    validate.wait_with_output().expect("its end").status.code()
}

fn an_operator_makes_reports_looks_at_them_and_replaces_them(database: &str) {
    seed(database);
    let operator = Operator::of(database);
    log_november(database);
    assert_eq!(operator.printed(IN_TIME, &["list"]), "");
    let missing = operator.refused(IN_TIME, &["show", "tsr", "2026-11"]);
    assert!(missing.contains("no such tsr of 2026-11"), "{missing}");
    for (at, month, why) in [
        (IN_TIME, "2026-12", "2026-12 is not over"),
        (IN_TIME, "2026-10", "2026-10 are not processed any more"),
        ("2026-12-01T00:59:00Z", "2026-11", "2026-11 is not over"),
        ("2026-12-16T00:00:00Z", "2026-11", "2026-11 are not processed any more"),
        (IN_TIME, "2026-13", "2026-13"),
    ] {
        let said = operator.refused(at, &["send", month]);
        assert!(said.contains(why), "{at} {month}: {said}");
    }
    assert_eq!(operator.printed(IN_TIME, &["list"]), "", "nothing was made");

    let made = operator.printed(IN_TIME, &["send", "2026-11"]);
    assert!(made.starts_with("2 reports of 2026-11 are made"), "{made}");
    let waits = |how: &str| {
        ["eusr", "tsr "]
            .map(|kind| format!("2026-11  {kind}  {how}, until 2026-12-15, attempts: 0"))
    };
    let listed = |at: &str| -> Vec<String> {
        operator.printed(at, &["list"]).lines().map(str::to_owned).collect()
    };
    assert_eq!(listed(IN_TIME), waits("waiting"));
    assert_eq!(listed("2026-12-11T00:00:00Z"), waits("late"));
    assert_eq!(listed("2026-12-16T00:00:00Z"), waits("not sent, too late"));
    assert_eq!(operator.printed(IN_TIME, &["list", "--network", "test"]), "");

    let transactions = operator.printed(IN_TIME, &["show", "tsr", "2026-11"]);
    for said in ["<Incoming>3</Incoming>", "<Outgoing>2</Outgoing>", "PSK000001"] {
        assert!(transactions.contains(said), "no {said} in {transactions}");
    }
    let end_users = operator.printed(IN_TIME, &["show", "eusr", "2026-11"]);
    assert_eq!([validated(&transactions, "tsr"), validated(&end_users, "eusr")], [Some(0); 2]);
    assert_eq!(validated(&transactions, "eusr"), Some(1), "it is the other one");
    let unsent = operator.refused(IN_TIME, &["show", "tsr", "2026-11", "--receipt"]);
    assert!(unsent.contains("the tsr of 2026-11 is not sent"), "{unsent}");

    // once it is sent there is a receipt, which stays when another takes its place
    receipt_comes(database);
    let receipt = ["show", "tsr", "2026-11", "--receipt"];
    assert_eq!(operator.printed(IN_TIME, &receipt), "<Receipt/>");
    assert_eq!(listed(IN_TIME)[1], "2026-11  tsr   sent 2026-12-06T10:00:00Z");
    operator.printed(IN_TIME, &["send", "2026-11"]);
    let lines = listed(IN_TIME);
    assert_eq!(lines[..2], waits("waiting"));
    let replaced = "2026-11  tsr   sent 2026-12-06T10:00:00Z, replaced 2026-12-05T10:00:";
    assert!(lines.len() == 3 && lines[2].starts_with(replaced), "{lines:?}");
    assert!(operator.refused(IN_TIME, &receipt).contains("is not sent"));
    let of_before = [&receipt[..], &["--replaced"]].concat();
    assert_eq!(operator.printed(IN_TIME, &of_before), "<Receipt/>");
}
