//! The Peppol BIS Billing rules: what Peppol asks beyond CEN's rules, the rules of the countries
//! included, and the same for self-billing.

mod allowances;
mod amounts;
pub(crate) mod check_digits;
mod codes;
mod document;
mod facts;
mod grown_list;
mod identifier_rules;
mod identifiers;
mod lines;
mod mandatory;
pub(crate) mod names;
mod national;
mod parties;
pub(crate) mod reading;
mod taken_over;
mod types;
mod variant;

use crate::index::Index;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};
pub(crate) use allowances::within;
use facts::Facts;
pub(crate) use facts::slack;
pub(crate) use taken_over::{check as check_taken_over, rules as taken_over};
use variant::{BILLING, REPORTED, SELF_BILLING, Variant};

/// Runs the rules of BIS Billing.
pub(crate) fn check_billing(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let facts = Facts::of(index, &BILLING);
    check(&facts, hits)?;
    national::check(&facts, hits)?;
    mandatory::check(index, hits);
    Ok(())
}

/// Runs the rules of BIS Self-Billing, which has no national ones.
pub(crate) fn check_self_billing(
    index: &Index<'_>,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    check(&Facts::of(index, &SELF_BILLING), hits)?;
    mandatory::check(index, hits);
    Ok(())
}

/// Runs the rules of BIS Billing on an invoice that stands in another document, which has only what is
/// reported of it: without the schemes of companies' identifiers.
///
/// # Errors
/// [`StylesheetAborted`] where the official engine gives up.
pub fn check_reported(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let facts = Facts::of(index, &REPORTED);
    check(&facts, hits)?;
    national::check(&facts, hits)
}

/// The country of the seller of an invoice that stands in another document: of its VAT number, else of its
/// tax representative's, else of its address; `XX` where there is none.
///
/// # Errors
/// [`StylesheetAborted`] where the official engine gives up.
pub fn seller_country(index: &Index<'_>) -> Result<String, StylesheetAborted> {
    Facts::of(index, &REPORTED).seller_country()
}

fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    document::check(facts, hits)?;
    parties::check(facts, hits);
    allowances::check(facts, hits)?;
    amounts::check(facts, hits);
    lines::check(facts, hits)?;
    identifiers::check(facts, hits)?;
    codes::check(facts, hits)?;
    types::check(facts, hits)
}

/// Every rule of BIS Billing in any release, in the official order.
pub(crate) fn billing_rules() -> impl Iterator<Item = &'static Rule> {
    let national = national::RULES.iter().copied().flatten().copied();
    common(&BILLING).chain(national).chain(mandatory::rules())
}

/// Every rule of BIS Self-Billing in any release.
pub(crate) fn self_billing_rules() -> impl Iterator<Item = &'static Rule> {
    let common = common(&SELF_BILLING).filter(|rule| rule.id != types::GERMAN_TYPES.id);
    common.chain(mandatory::rules())
}

fn common(variant: &'static Variant) -> impl Iterator<Item = &'static Rule> {
    let tables: [&[&'static Rule]; 8] = [
        document::RULES,
        parties::RULES,
        allowances::RULES,
        amounts::RULES,
        lines::RULES,
        &identifiers::RULES,
        codes::RULES,
        types::RULES,
    ];
    variant.rules().into_iter().chain(tables.into_iter().flatten().copied())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::release::Release;

    #[test]
    fn each_official_id_has_one_rule() {
        for (release, billing, self_billing) in
            [(Release::May2026, 165, 62), (Release::November2026, 311, 202)]
        {
            let in_it = |rule: &&Rule| rule.is_in(release);
            for (rules, count) in [
                (billing_rules().filter(in_it).collect::<Vec<_>>(), billing),
                (self_billing_rules().filter(in_it).collect(), self_billing),
            ] {
                let ids: BTreeSet<_> = rules.iter().map(|rule| rule.id).collect();
                assert_eq!((ids.len(), rules.len()), (count, count), "{release:?}");
            }
        }
    }
}
