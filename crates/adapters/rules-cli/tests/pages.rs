//! `docs/rules/`: a page for each group of rules, from the same entries that the checks use.
//! `RULES_UPDATE=1 cargo test -p rules-cli --test pages` writes them.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use billing_rules::{Official, Release, Rule, RuleBook, RuleSet, own_rules, rules};
use mls_rules::MLS;
use peppol_statistics::{END_USERS, TRANSACTIONS};
use tax_data_document::TAX_DATA;

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
    let versioned = |title: &str, official: &Official| format!("{title} ({})", official.version);
    let besides = |book: &'static RuleBook| {
        let mut versions =
            Release::ALL.map(|release| book.own.in_release(release).version).to_vec();
        versions.dedup();
        format!("{} {}, besides those of EN 16931", book.own.name, versions.join(" and "))
    };
    let of_book = |book: &'static RuleBook| {
        (format!("{} ({})", book.own.name, book.own.version), rules(book))
    };
    let (transactions, end_users) = (of_book(&TRANSACTIONS), of_book(&END_USERS));
    let statuses = of_book(&MLS);
    let tax_data = format!(
        "{} ({}), besides those of EN 16931 and Peppol that it takes over",
        TAX_DATA.own.name, TAX_DATA.own.version
    );
    let of_invoices = rules(RuleSet::PeppolUbl);
    let own_of_tax_data: Vec<_> =
        rules(&TAX_DATA).into_iter().filter(|rule| !of_invoices.contains(rule)).collect();
    let groups = [
        ("en16931-ubl.md", versioned("EN 16931 over UBL", &Official::CEN_UBL), ubl.clone()),
        (
            "en16931-cii.md",
            versioned("EN 16931 over the Cross Industry Invoice", &Official::CEN_CII),
            cii.clone(),
        ),
        ("peppol.md", besides(RuleSet::PeppolUbl.book()), after_ubl(RuleSet::PeppolUbl)),
        (
            "peppol-selfbilling.md",
            besides(RuleSet::PeppolSelfbillingUbl.book()),
            after_ubl(RuleSet::PeppolSelfbillingUbl),
        ),
        (
            "xrechnung-ubl.md",
            besides(RuleSet::XrechnungUbl.book()),
            after_ubl(RuleSet::XrechnungUbl),
        ),
        (
            "xrechnung-cii.md",
            format!("{} over the Cross Industry Invoice", besides(RuleSet::XrechnungCii.book())),
            rules(RuleSet::XrechnungCii).split_off(cii.len()),
        ),
        ("tsr.md", transactions.0, transactions.1),
        ("eusr.md", end_users.0, end_users.1),
        ("sk-tdd.md", tax_data, own_of_tax_data),
        ("mls.md", statuses.0, statuses.1),
        (
            "own.md",
            "Our own: guards, schema, and where the official engine gives up".to_owned(),
            own_rules(),
        ),
    ];
    let mut pages: Vec<_> =
        groups.iter().map(|(name, title, rules)| (*name, page(name, title, rules))).collect();
    let index = groups.iter().fold(INDEX.to_owned(), |mut text, (name, title, rules)| {
        writeln!(text, "- [{title}]({name}): {} rules", rules.len()).unwrap();
        text
    });
    pages.push(("README.md", index));
    pages
}

/// The versions stand in one place of the code; the pages that people read say the same.
#[test]
fn the_pages_name_the_versions_that_are_implemented() {
    let docs = folder().join("..");
    for page in ["validation.md", "rules-update.md"] {
        let text = fs::read_to_string(docs.join(page)).expect(page);
        let others = [&TRANSACTIONS, &END_USERS, &TAX_DATA, &MLS].map(|book| book.own);
        for official in Official::ALL.into_iter().chain(others) {
            assert!(
                text.contains(official.version),
                "{page} lacks {} {}",
                official.name,
                official.version
            );
        }
    }
}

const INDEX: &str = "# Rules\n\n\
    What Billhook checks before a document is sent, in our own words. The ids are the official ones.\n\
    In the messages `{found}` and `{expected}` stand for values, `{name}` for an element, `{parent}` for the one around it.\n\
    These pages are written from the rules themselves by `tests/pages.rs` of `rules-cli`.\n\n";

/// The weight of a rule, and in which releases it is so.
fn weight(page: &str, rule: &Rule) -> String {
    let book = RuleSet::parse("peppol-selfbilling-ubl").filter(|_| page.contains("selfbilling"));
    let own = book.unwrap_or(RuleSet::PeppolUbl).book().own;
    let since = rule.since.map(|first| format!(" from {} on", own.in_release(first).version));
    let until = rule.until.map(|last| format!(" until {}", own.in_release(last).version));
    [rule.flag.as_str(), &since.unwrap_or_default(), &until.unwrap_or_default()].concat()
}

fn page(name: &str, title: &str, rules: &[&Rule]) -> String {
    let mut text =
        format!("# {title}\n\n| Rule | Flag | Terms | What is wrong | How to fix it |\n");
    text.push_str("|---|---|---|---|---|\n");
    for rule in rules {
        let cell = |text: &str| text.replace('|', "\\|");
        let (terms, flag) = (rule.terms.join(", "), weight(name, rule));
        let (message, hint) = (cell(rule.message), cell(rule.hint));
        writeln!(text, "| {} | {flag} | {terms} | {message} | {hint} |", rule.id).unwrap();
    }
    text
}
