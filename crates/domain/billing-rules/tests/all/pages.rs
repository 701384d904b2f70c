//! `docs/rules/`: a page for each group of rules, from the same entries that the checks use.
//! `RULES_UPDATE=1 cargo test -p billing-rules pages` writes them.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use billing_rules::{Rule, RuleSet, own_rules, rules};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../docs/rules")
}

#[test]
fn the_pages_are_those_of_the_rules() {
    let pages = pages();
    if std::env::var_os("RULES_UPDATE").is_some() {
        fs::create_dir_all(folder()).unwrap();
        for (name, text) in &pages {
            fs::write(folder().join(name), text).unwrap();
        }
    }
    for (name, text) in &pages {
        let there = fs::read_to_string(folder().join(name)).unwrap_or_default();
        assert!(there == *text, "docs/rules/{name} is out of date: run with RULES_UPDATE=1");
    }
}

fn pages() -> Vec<(&'static str, String)> {
    let ubl = rules(RuleSet::En16931Ubl);
    let after_ubl = |rule_set| rules(rule_set).split_off(ubl.len());
    let cii = rules(RuleSet::En16931Cii);
    let groups = [
        ("en16931-ubl.md", "EN 16931 over UBL (CEN 1.3.16)", ubl.clone()),
        ("en16931-cii.md", "EN 16931 over the Cross Industry Invoice (CEN 1.3.16)", cii),
        (
            "peppol.md",
            "Peppol BIS Billing 3.0.21, besides those of EN 16931",
            after_ubl(RuleSet::PeppolUbl),
        ),
        (
            "peppol-selfbilling.md",
            "Peppol BIS Self-Billing 3.0.2, besides those of EN 16931",
            after_ubl(RuleSet::PeppolSelfbillingUbl),
        ),
        ("own.md", "Our own: guards, schema, and where the official engine gives up", own_rules()),
    ];
    let mut pages: Vec<_> =
        groups.iter().map(|(name, title, rules)| (*name, page(title, rules))).collect();
    let index = groups.iter().fold(INDEX.to_owned(), |mut text, (name, title, rules)| {
        writeln!(text, "- [{title}]({name}): {} rules", rules.len()).unwrap();
        text
    });
    pages.push(("README.md", index));
    pages
}

const INDEX: &str = "# Rules\n\n\
    What Billhook checks before a document is sent, in our own words. The ids are the official ones.\n\
    In the messages `{found}` and `{expected}` stand for values, `{name}` for an element.\n\
    These pages are written from the rules themselves by `tests/pages.rs` of `billing-rules`.\n\n";

fn page(title: &str, rules: &[&Rule]) -> String {
    let mut text =
        format!("# {title}\n\n| Rule | Flag | Terms | What is wrong | How to fix it |\n");
    text.push_str("|---|---|---|---|---|\n");
    for rule in rules {
        let cell = |text: &str| text.replace('|', "\\|");
        let (terms, flag) = (rule.terms.join(", "), rule.flag.as_str());
        let (message, hint) = (cell(rule.message), cell(rule.hint));
        writeln!(text, "| {} | {flag} | {terms} | {message} | {hint} |", rule.id).unwrap();
    }
    text
}
