//! The official rules as a WebAssembly module: what the page `/validate`, the npm package and the Python wheel run.
//! It has no clock, no files and no network; the host hands over bytes and gets JSON.
//!
//! | function | answers |
//! |---|---|
//! | [`validate`] | the element that `billhook validate --format json` writes for the document ([`verdicts::Verdict`]) |
//! | [`explain`] | a rule or a business term ([`verdicts::Page`]) |
//! | [`view`] | what the document says ([`verdicts::View`]) |
//!
//! What cannot be answered is `{"error": "…"}`. How a host calls them is in `exports.rs`; they are built by `./build`.

#![warn(missing_docs)]

#[cfg(target_arch = "wasm32")]
mod exports;
mod options;

use billing_rules::{RuleBook, RuleSet, report_with};
use options::{Chosen, Unusable};
use serde::Serialize;
use serde_json::json;
use std::sync::OnceLock;
use verdicts::{Catalogue, Verdict, View, notes};
use xml::{Limits, Parsed};

/// Bytes of a document at most: one more than the guard lets pass, so that it is the guard that refuses.
pub const MAX_BYTES: usize = Limits::DEFAULT.bytes + 1;

/// The verdict on a document. `options` is a JSON object, all of whose members may be left out:
///
/// | member | |
/// |---|---|
/// | `name` | what the document is called in the answer; `""` |
/// | `ruleset` | `auto`, `peppol-ubl`, `peppol-selfbilling-ubl`, `en16931-ubl`, `en16931-cii`, `xrechnung-ubl`, `xrechnung-cii` |
/// | `release` | `3.0.21`, `3.0.22` or `next`; otherwise what is in force `now` |
/// | `now` | seconds since 1970, UTC; needed unless `release` names a version |
/// | `max_findings` | how many findings are listed; 1,000 |
#[must_use]
pub fn validate(document: &[u8], options: &str) -> String {
    let chosen = match Chosen::read(options) {
        Ok(chosen) => chosen,
        Err(unusable) => return refused(&unusable),
    };
    let read = Parsed::read(document);
    let detected = || read.as_ref().ok().and_then(RuleSet::detect);
    let rule_set = chosen.rule_set.or_else(detected).unwrap_or(RuleSet::PeppolUbl);
    let report = report_with(&read, rule_set, chosen.rules);
    let notes = notes(read.as_ref().ok(), &report);
    written(&Verdict::of(&chosen.name, &report, &notes))
}

/// What a rule (`BR-CO-15`) or a business term (`BT-115`) is.
#[must_use]
pub fn explain(id: &str) -> String {
    static ALL: OnceLock<Catalogue> = OnceLock::new();
    let all = ALL.get_or_init(|| Catalogue::of(RuleSet::ALL.into_iter().map(RuleSet::book)));
    let unknown = || refused(&Unusable::Id { near: all.near(id) });
    all.page(id.trim()).map_or_else(unknown, |page| written(&page))
}

/// What a document says; `null` of one that cannot be read or is no invoice.
#[must_use]
pub fn view(document: &[u8]) -> String {
    let read = Parsed::read(document).ok();
    written(&read.as_ref().and_then(View::of))
}

fn refused(why: &Unusable) -> String {
    json!({ "error": why.to_string() }).to_string()
}

fn written(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_else(|error| refused(&Unusable::Answer(error)))
}

/// The set of this name; nothing for `auto`.
fn rule_set_of(name: &str) -> Result<Option<RuleSet>, Unusable> {
    if name == "auto" {
        return Ok(None);
    }
    let names = || RuleSet::ALL.into_iter().map(RuleSet::book).map(RuleBook::as_str).collect();
    RuleSet::parse(name).map(Some).ok_or_else(|| Unusable::RuleSet(names()))
}

#[cfg(test)]
mod tests;
