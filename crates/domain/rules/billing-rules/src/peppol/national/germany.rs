//! Germany: documents between parties with addresses in DE.

use std::collections::HashSet;

use super::super::facts::Facts;
use super::super::names::*;
use super::super::reading::{
    any_given, any_is_one_of, exists, normalized_at, require, single, value_at,
};
use super::{germany_parties, germany_payment};
use crate::index::{Attribute, Element, Index};
use crate::logic::either;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// The rules of this file.
pub(super) const RULES: &[&Rule] =
    &[&R001, &R015, &R016, &R017, &R018, &R022, &R026, &R030, &R031, &T02, &R014];

const ROOT: Element = Element::ROOT;

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    document(index, hits)?;
    let links = [ADDITIONAL_DOCUMENT_REFERENCE, ATTACHMENT, EXTERNAL_REFERENCE];
    for link in index.path(ROOT, &links) {
        require(hits, &T02, link, is_absolute(&value_at(index, link, &[URI])?));
    }
    germany_parties::check(index, hits)?;
    germany_payment::check(index, hits)?;
    for subtotal in index.path(ROOT, &[TAX_TOTAL, TAX_SUBTOTAL]) {
        require(hits, &R014, subtotal, any_given(index, subtotal, &[TAX_CATEGORY, PERCENT]));
    }
    Ok(())
}

fn document(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    require(hits, &R001, ROOT, index.has_child(ROOT, PAYMENT_MEANS));
    require(hits, &R015, ROOT, any_given(index, ROOT, &[BUYER_REFERENCE]));
    require(hits, &R016, ROOT, !has_vat(index) || is_registered(index));
    let types = ["326", "380", "384", "389", "381", "875", "876", "877"];
    let is = |name, codes: &[&str]| {
        normalized_at(index, ROOT, &[name]).map(|code| codes.contains(&code.as_ref()))
    };
    let any =
        |codes: &[&str]| either(is(INVOICE_TYPE_CODE, codes), || is(CREDIT_NOTE_TYPE_CODE, codes));
    require(hits, &R017, ROOT, any(&types)?);
    require(hits, &R018, ROOT, discounts_are_well_formed(index)?);
    require(hits, &R022, ROOT, file_names_differ(index));
    if !exists(index, ROOT, &[BILLING_REFERENCE, INVOICE_DOCUMENT_REFERENCE]) {
        require(hits, &R026, ROOT, !any(&["384"])?);
    }
    if exists(index, ROOT, &[PAYMENT_MEANS, PAYMENT_MANDATE]) {
        require(hits, &R030, ROOT, has_creditor_id(index));
        let account = [PAYMENT_MEANS, PAYMENT_MANDATE, PAYER_FINANCIAL_ACCOUNT, ID];
        require(hits, &R031, ROOT, exists(index, ROOT, &account));
    }
    Ok(())
}

/// Whether a VAT category is used for which the seller has to be registered.
fn has_vat(index: &Index<'_>) -> bool {
    const CODES: [&str; 8] = ["S", "Z", "E", "AE", "K", "G", "L", "M"];
    let of_allowances = index.children_named(ROOT, ALLOWANCE_CHARGE).any(|allowance| {
        any_is_one_of(index, allowance, &[CHARGE_INDICATOR], &["false", "true"])
            && any_is_one_of(index, allowance, &[TAX_CATEGORY, ID], &CODES)
    });
    of_allowances
        || [INVOICE_LINE, CREDIT_NOTE_LINE].into_iter().any(|line| {
            any_is_one_of(index, ROOT, &[line, ITEM, CLASSIFIED_TAX_CATEGORY, ID], &CODES)
        })
}

fn is_registered(index: &Index<'_>) -> bool {
    let numbers = [ACCOUNTING_SUPPLIER_PARTY, PARTY, PARTY_TAX_SCHEME, COMPANY_ID];
    index.has_child(ROOT, TAX_REPRESENTATIVE_PARTY) || any_given(index, ROOT, &numbers)
}

/// Cash discounts (Skonto) are lines of their own that begin with a number sign.
fn discounts_are_well_formed(index: &Index<'_>) -> Result<bool, StylesheetAborted> {
    let notes: Vec<Element> = index
        .children_named(ROOT, PAYMENT_TERMS)
        .filter_map(|terms| index.child(terms, NOTE))
        .filter(|&note| !index.value(note).is_empty())
        .collect();
    for &note in &notes {
        let value = index.value(note);
        for line in value.split('\n') {
            let line = xml::white_space::normalized(line);
            if line.starts_with('#') && !(is_discount(&line) && ends_well(index, &notes)?) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// `#SKONTO#TAGE=14#PROZENT=2.00#`, with `BASISBETRAG=100.00#` at the end or not.
fn is_discount(line: &str) -> bool {
    let parts: Vec<&str> = line.split('#').collect();
    let (days, percentage, base) = match parts[..] {
        ["", "SKONTO", days, percentage, ""] => (days, percentage, None),
        ["", "SKONTO", days, percentage, base, ""] => (days, percentage, Some(base)),
        _ => return false,
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let amount = |text: &str| {
        text.split_once('.')
            .is_some_and(|(whole, cents)| digits(whole) && digits(cents) && cents.len() == 2)
    };
    days.strip_prefix("TAGE=").is_some_and(digits)
        && percentage.strip_prefix("PROZENT=").is_some_and(amount)
        && base.is_none_or(|base| {
            let base = base.strip_prefix("BASISBETRAG=");
            base.is_some_and(|value| amount(value.strip_prefix('-').unwrap_or(value)))
        })
}

/// Whether a line break follows the last discount.
fn ends_well(index: &Index<'_>, notes: &[Element]) -> Result<bool, StylesheetAborted> {
    let Some(note) = single(notes.iter().copied())? else { return Ok(false) };
    let value = index.value(note);
    let rest = after_last_discount(&value);
    let blank = rest.bytes().take_while(|&byte| xml::white_space::is_space(byte));
    Ok(blank.into_iter().any(|byte| byte == b'\n'))
}

/// What follows the last stretch from number sign to number sign, with something in between,
/// within a line.
fn after_last_discount(text: &str) -> &str {
    let mut rest = text;
    let mut from = 0;
    while let Some(start) = rest[from..].find('#').map(|at| from + at) {
        let line = rest[start..].find(['\n', '\r']).map_or(rest.len(), |at| start + at);
        match rest[start..line].rfind('#') {
            Some(end) if end >= 2 => {
                rest = &rest[start + end + 1..];
                from = 0;
            }
            _ => from = start + 1,
        }
    }
    rest
}

fn file_names_differ(index: &Index<'_>) -> bool {
    let mut seen = HashSet::new();
    index.children_named(ROOT, ADDITIONAL_DOCUMENT_REFERENCE).all(|reference| {
        let names: Vec<&str> = index
            .path(reference, &[ATTACHMENT, EMBEDDED_DOCUMENT_BINARY_OBJECT])
            .filter_map(|object| index.attribute(object, Attribute::Filename))
            .collect();
        let new = !names.iter().any(|name| seen.contains(name));
        seen.extend(names);
        new
    })
}

/// Whether seller or payee have a SEPA creditor identifier.
fn has_creditor_id(index: &Index<'_>) -> bool {
    let seller = [ACCOUNTING_SUPPLIER_PARTY, PARTY, PARTY_IDENTIFICATION, ID];
    let payee = [PAYEE_PARTY, PARTY_IDENTIFICATION, ID];
    let mut ids = index.path(ROOT, &seller).chain(index.path(ROOT, &payee));
    ids.any(|id| index.attribute(id, Attribute::SchemeId) == Some("SEPA"))
}

/// Whether the address begins with a scheme of two characters at least.
fn is_absolute(uri: &str) -> bool {
    let scheme = uri.split_once(':').map_or(&[][..], |(scheme, _)| scheme.as_bytes());
    scheme.len() >= 2
        && scheme[0].is_ascii_alphabetic()
        && scheme.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(byte))
}

static R001: Rule = Rule::fatal(
    "DE-R-001",
    &["BG-16"],
    "A document between German parties does not say how it is paid.",
    "Add PaymentMeans.",
);
static R015: Rule = Rule::fatal(
    "DE-R-015",
    &["BT-10"],
    "A document between German parties has no buyer reference.",
    "Add BuyerReference; for public buyers it is the Leitweg-ID.",
);
static R016: Rule = Rule::fatal(
    "DE-R-016",
    &["BG-11", "BT-31", "BT-32"],
    "The document has VAT, but the German seller gives neither a VAT number nor a tax number nor a tax representative.",
    "Add PartyTaxScheme/CompanyID of the seller.",
);
static R017: Rule = Rule::warning(
    "DE-R-017",
    &["BT-3"],
    "The document's type is not usual between German parties.",
    "Use 326, 380, 381, 384, 389, 875, 876 or 877.",
);
static R018: Rule = Rule::fatal(
    "DE-R-018",
    &["BT-20", "BT-115"],
    "A cash discount in the payment terms is not in the form that Germany uses.",
    "Write lines such as #SKONTO#TAGE=14#PROZENT=2.00# and end the last with a line break.",
);
static R022: Rule = Rule::fatal(
    "DE-R-022",
    &["BG-24", "BT-125"],
    "Two attachments have the same file name.",
    "Give every attachment a file name of its own.",
);
static R026: Rule = Rule::warning(
    "DE-R-026",
    &["BG-3", "BT-3"],
    "A corrected invoice (384) should refer to the invoice that it corrects.",
    "Add BillingReference/InvoiceDocumentReference.",
);
static R030: Rule = Rule::fatal(
    "DE-R-030",
    &["BG-19", "BT-90"],
    "A direct debit has no creditor identifier.",
    "Add PartyIdentification/ID with schemeID SEPA to the seller or the payee.",
);
static R031: Rule = Rule::fatal(
    "DE-R-031",
    &["BG-19", "BT-91"],
    "A direct debit does not name the account that is debited.",
    "Add PaymentMandate/PayerFinancialAccount/ID.",
);
static T02: Rule = Rule::warning(
    "DE-R-T02",
    &["BT-124"],
    "The address of an external document is not absolute.",
    "Begin it with a scheme such as https:.",
);
static R014: Rule = Rule::fatal(
    "DE-R-014",
    &["BT-119"],
    "A VAT breakdown between German parties has no rate.",
    "Add TaxCategory/Percent, 0 where no VAT is due.",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discounts() {
        assert!(is_discount("#SKONTO#TAGE=14#PROZENT=2.00#"));
        assert!(is_discount("#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=-1.00#"));
        assert!(!is_discount("#SKONTO#TAGE=14#PROZENT=2.0#"));
        assert!(!is_discount("#SKONTO#TAGE=14#PROZENT=2.00"));
        assert_eq!(after_last_discount("a#b#\n"), "\n");
        assert_eq!(after_last_discount("a#b#c#d"), "d");
        assert_eq!(after_last_discount("##\n#x#y"), "y");
    }

    #[test]
    fn addresses() {
        assert!(is_absolute("https://a") && is_absolute("ab:"));
        assert!(
            !is_absolute("a:b") && !is_absolute("dl-2") && !is_absolute("") && !is_absolute("1a:")
        );
    }
}
