//! Lists of exchanges and the two reports that come of them.

use std::collections::BTreeSet;

use peppol_statistics::{
    Counter, Direction, END_USERS, Exchange, Header, Identifier, TRANSACTIONS, end_user_report,
    transaction_report,
};
use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use xml::{Node, Parsed};

const FOLDER: &str = "peppol-network/reporting-counts";

#[test]
fn reports_are_those_that_must_come_out() {
    let cases = fixtures::text(&format!("{FOLDER}/expected.jsonl"));
    let names: Vec<_> = cases.lines().map(check).collect();
    assert_eq!(names.len(), 7);
}

fn check(line: &str) -> String {
    let case: Value = serde_json::from_str(line).expect("a case");
    let text = |member: &str| case[member].as_str().expect(member).to_owned();
    let read = |member: &str| fixtures::text(&format!("{FOLDER}/{}", text(member)));
    let month = text("month").parse().expect("a month");
    let mut counter = Counter::new(month);
    for line in read("exchanges").lines() {
        let record: Value = serde_json::from_str(line).expect("an exchange");
        // whether it counts is what the expected reports say
        let _ = counter.add(&exchange(&record));
    }
    let (transactions, end_users) = counter.finish();
    let header = Header { reporter: text("reporter").parse().expect("a seat id"), month };
    let ours = transaction_report(&header, &transactions);
    same(&ours, &read("tsr"), &text("case"));
    valid(&ours, &TRANSACTIONS);
    let ours = end_user_report(&header, &end_users);
    same(&ours, &read("eusr"), &text("case"));
    valid(&ours, &END_USERS);
    text("case")
}

fn exchange(record: &Value) -> Exchange<'_> {
    fn text(value: &Value) -> &str {
        value.as_str().expect("a text")
    }
    fn identifier(value: &Value) -> Identifier<'_> {
        Identifier { scheme: text(&value[0]), value: text(&value[1]) }
    }
    Exchange {
        direction: if record["direction"] == "in" { Direction::In } else { Direction::Out },
        at: OffsetDateTime::parse(text(&record["at"]), &Rfc3339).expect("a moment"),
        c2: text(&record["c2"]),
        c3: text(&record["c3"]),
        document_type: identifier(&record["document_type"]),
        process: identifier(&record["process"]),
        transport: text(&record["transport"]),
        c1_country: record["c1_country"].as_str(),
        c4_country: record["c4_country"].as_str(),
        end_user: text(&record["end_user"]),
        receipt: record["receipt"] == true,
        production: record["production"] == true,
    }
}

fn valid(report: &str, book: &'static billing_rules::RuleBook) {
    let document = Parsed::read(report.as_bytes()).expect("well-formed");
    let checked = billing_rules::validate(&document, book);
    assert!(checked.is_valid(), "{report}{:?}", checked.fired());
}

/// The same elements; those directly below the document element in any order.
fn same(ours: &str, theirs: &str, case: &str) {
    let lines = |text: &str| {
        let document = Parsed::read(text.as_bytes()).expect("well-formed");
        let root = document.root();
        let children = root.children().filter(Node::is_element).map(|child| flat(child));
        (root.tag_name().name().to_owned(), children.collect::<BTreeSet<_>>())
    };
    let (ours, theirs) = (lines(ours), lines(theirs));
    assert_eq!(ours.0, theirs.0, "{case}");
    let (more, less) = (ours.1.difference(&theirs.1), theirs.1.difference(&ours.1));
    let (more, less): (Vec<_>, Vec<_>) = (more.collect(), less.collect());
    assert!(more.is_empty() && less.is_empty(), "{case}\nmore: {more:#?}\nless: {less:#?}");
}

fn flat(node: Node<'_, '_>) -> String {
    let attributes: Vec<_> =
        node.attributes().map(|one| format!("{}={}", one.name(), one.value())).collect();
    let children: Vec<_> = node.children().filter(Node::is_element).map(flat).collect();
    let own = if children.is_empty() { node.text().unwrap_or_default().trim() } else { "" };
    format!("{}[{}]({own}{})", node.tag_name().name(), attributes.join(" "), children.join(" "))
}
