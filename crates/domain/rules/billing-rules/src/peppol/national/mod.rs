//! The rules of countries: each binds sellers of the country, some their domestic buyers too.

mod denmark;
mod denmark_payment;
mod germany;
mod germany_parties;
mod germany_payment;
mod greece;
mod greece_identifier;
mod iceland;
mod italy;
mod netherlands;
mod norway;
mod slovakia;
mod sweden;
mod sweden_payment;

use super::facts::Facts;
use crate::german::check_ubl;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// Every national rule.
pub(super) const RULES: &[&[&Rule]] = &[
    norway::RULES,
    denmark::RULES,
    denmark_payment::RULES,
    italy::RULES,
    sweden::RULES,
    sweden_payment::RULES,
    greece::RULES,
    greece_identifier::RULES,
    iceland::RULES,
    netherlands::RULES,
    germany::RULES,
    germany_parties::RULES,
    germany_payment::RULES,
    slovakia::RULES,
];

pub(super) use slovakia::both_are_registered as both_are_slovak;

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    // Contexts that ask for a country that cannot be found apply to nothing.
    let seller = facts.seller_country().unwrap_or_default();
    match seller.as_str() {
        "NO" => norway::check(facts, hits)?,
        "IT" => italy::check(facts, hits)?,
        "GR" | "EL" => greece::check(facts, hits)?,
        _ => {}
    }
    greece::endpoint(facts, hits)?;
    let (danish, both_danish) = facts.raw_countries_are("DK");
    if danish {
        denmark::check(facts, both_danish, hits)?;
    }
    sweden::check(facts, hits)?;
    let (icelandic, both_icelandic) = facts.raw_countries_are("IS");
    if icelandic {
        iceland::check(facts, both_icelandic, hits)?;
    }
    if facts.seller_resides_in("NL").unwrap_or(false) {
        netherlands::check(facts, hits)?;
    }
    if facts.is_ubl && facts.both_reside_in("DE").unwrap_or(false) {
        check_ubl(facts.index, &germany::DE_R, hits)?;
    }
    slovakia::check(facts, hits)
}
