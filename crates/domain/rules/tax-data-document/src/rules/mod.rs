//! The official rules of tax data, natively, in their three layers: the choreography, then what EN 16931
//! and Peppol ask of the reported document. The latter two are those of invoices, asked of the reported
//! document as if it were one.

mod choreography;
mod choreography_checks;
mod en16931;
mod peppol;
mod reported;
mod table;
mod words;

use std::sync::OnceLock;

use billing_rules::machinery::{Hits, Index, Schema, UBL_TYPES, run};
use billing_rules::{Official, Release, Rule, RuleBook, RuleSet, Shape};
use xml::Parsed;

use reported::ReportedDocuments;

/// The official rules of the Slovak tax data document 1.0.0.
pub static TAX_DATA: RuleBook = RuleBook {
    name: "sk-tdd",
    shape: Shape::Table(schema),
    check: |index, _, hits| check(index, hits),
    rules,
    own: &OFFICIAL,
    official: |rule| match rule.starts_with("ibr-tdd-") {
        true => &OFFICIAL,
        false => RuleSet::PeppolUbl.book().official_of(rule, TAKEN_OVER),
    },
    scenario: None,
};

/// The release of Peppol's rules that tax data took over; theirs do not change with those of invoices.
const TAKEN_OVER: Release = Release::May2026;

static OFFICIAL: Official = Official {
    name: "Slovak tax data document",
    version: "1.0.0",
    release: "SK TDD 1.0.0",
    published: "2026-04-14",
    repository: "https://github.com/phax/peppol-sk",
    commit: "ddb547c",
    page: "https://github.com/search?type=code&q=repo%3Aphax%2Fpeppol-sk+{id}",
};

/// Whether the document is a tax data document, of whatever version.
#[must_use]
pub fn is_tax_data(document: &Parsed<'_>) -> bool {
    let (namespace, name) = document.root_name();
    let is_ours = |uri: &str| uri.starts_with("urn:peppol:schema:sk-taxdata:");
    name == "TaxData" && namespace.is_some_and(is_ours)
}

fn schema() -> &'static Schema {
    static SCHEMA: OnceLock<Schema> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        Schema::of_tables("a TaxData document", &[UBL_TYPES, include_str!("shape.txt")])
    })
}

fn check(index: &Index<'_>, hits: &mut Hits) {
    run(index, hits, choreography::check);
    let documents = ReportedDocuments::of(index);
    run(index, hits, |index, hits| en16931::check(index, &documents, hits));
    run(index, hits, |index, hits| peppol::check(index, &documents, hits));
}

fn rules() -> Vec<&'static Rule> {
    let invoices = billing_rules::rules(RuleSet::PeppolUbl).into_iter();
    let taken_over = invoices.filter(|rule| rule.is_in(TAKEN_OVER)).filter_map(|rule| match rule {
        rule if peppol::is_of_billing(rule) => peppol::taken_over(rule),
        rule => en16931::taken_over(rule),
    });
    choreography::rules().chain(taken_over).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_over_names_its_release_whatever_is_in_force() {
        for release in Release::ALL {
            let of = |rule| TAX_DATA.official_of(rule, release).to_string();
            assert_eq!(of("PEPPOL-EN16931-R001"), "Peppol BIS Billing 3.0.21");
            assert_eq!(of("BR-CO-15"), "CEN EN 16931 over UBL 1.3.16");
            assert_eq!(of("ibr-tdd-01"), "Slovak tax data document 1.0.0");
        }
    }
}
