//! The rules of the choreography that are not rows of its tables.

use std::borrow::Cow;

use billing_rules::Rule;
use billing_rules::machinery::{
    Attribute, Element, Index, Name, StylesheetAborted, Truth, cac, cbc, pxs,
};

use super::table::{Row, Test, Tree};
use crate::{PROCESS, SPECIFICATION};

type Check = fn(&Index<'_>, Element) -> Truth;

/// Adds them to the others.
pub(super) fn add(tree: &mut Tree) {
    for &(id, path, check, message, hint) in HEAD.iter().chain(PARTIES).chain(DOCUMENT) {
        let rule = Rule::fatal(id, &[], message, hint);
        tree.add(path, Row { rule, test: Test::Check(check) });
    }
}

/// Id, path below `TaxData`, test, message, hint.
type Entry = (&'static str, &'static str, Check, &'static str, &'static str);

const ISSUE_TIME: Name = cbc("IssueTime");
const ENDPOINT: &[Name] = &[cbc("EndpointID")];
const REPRESENTATIVE: &[Name] = &[cac("PartyIdentification"), cbc("ID")];
const TAX_SCHEME: &[Name] = &[cac("TaxScheme"), cbc("ID")];

static HEAD: &[Entry] = &[
    (
        "ibr-tdd-01",
        ".",
        |index, root| Ok(text(index, root, const { cbc("CustomizationID") })? == SPECIFICATION),
        "The specification is not that of Slovak tax data.",
        "Set CustomizationID to urn:peppol:taxdata:sk-1.",
    ),
    (
        "ibr-tdd-02",
        ".",
        |index, root| Ok(text(index, root, const { cbc("ProfileID") })? == PROCESS),
        "The process is not that of tax reporting.",
        "Set ProfileID to urn:peppol:taxreporting.",
    ),
    (
        "ibr-tdd-03",
        ".",
        |index, root| Ok(index.has_child(root, const { cbc("UUID") })),
        "The tax data document has no number.",
        "Add cbc:UUID.",
    ),
    (
        "ibr-tdd-04",
        ".",
        |index, root| Ok(text(index, root, const { cbc("IssueDate") })?.chars().count() == 10),
        "The issue date is not a day of ten characters.",
        "Write IssueDate as YYYY-MM-DD, without a time zone.",
    ),
    (
        "ibr-tdd-05",
        ".",
        |index, root| Ok(is_time(&text(index, root, ISSUE_TIME)?)),
        "The issue time is no time of day.",
        "Write IssueTime as hh:mm:ss with its time zone, such as 10:15:30Z.",
    ),
    (
        "ibr-tdd-06",
        ".",
        |index, root| is_one_of(index, root, const { pxs("TaxDataTypeCode") }, &["S", "R", "D"]),
        "The type code of the tax data is none of S, R and D.",
        "Write S to submit, R to replace, D to delete.",
    ),
    (
        "ibr-tdd-08",
        ".",
        |index, root| is_one_of(index, root, const { pxs("DocumentScope") }, &["D", "IC", "INTL"]),
        "The scope is none of D, IC and INTL.",
        "Write D for domestic, IC for intra-community, INTL for any other.",
    ),
    (
        "ibr-tdd-09",
        ".",
        |index, root| is_one_of(index, root, const { pxs("ReporterRole") }, &["C2", "C3"]),
        "The reporter's role is neither C2 nor C3.",
        "Write C2 for the provider that sends, C3 for the one that receives.",
    ),
    (
        "ibr-tdd-10",
        ".",
        |index, root| Ok(index.has_child(root, const { pxs("TaxAuthority") })),
        "The tax authority is not named.",
        "Add pxs:TaxAuthority.",
    ),
    (
        "ibr-tdd-11",
        ".",
        |index, root| Ok(index.count(root, const { pxs("ReportedTransaction") }) == 1),
        "There is not exactly one reported transaction.",
        "Write a tax data document for each transaction.",
    ),
    (
        "ibr-tdd-13",
        "pxs:TaxAuthority",
        |index, authority| Ok(index.has_child(authority, const { cbc("ID") })),
        "The tax authority has no identifier.",
        "Add cbc:ID to pxs:TaxAuthority.",
    ),
];

static PARTIES: &[Entry] = &[
    (
        "ibr-tdd-15",
        "pxs:ReportingParty",
        |index, party| Ok(index.has_child(party, const { cbc("EndpointID") })),
        "The party whose tax data these are has no electronic address.",
        "Add cbc:EndpointID to pxs:ReportingParty.",
    ),
    (
        "ibr-tdd-16",
        "pxs:ReportingParty",
        |index, party| Ok(schemes(index, party, ENDPOINT).next().is_some()),
        "The electronic address of the party whose tax data these are has no scheme.",
        "Add schemeID to its cbc:EndpointID.",
    ),
    (
        "ibr-tdd-17",
        "pxs:ReportingParty",
        one_scheme_of_participants,
        "The scheme of the party whose tax data these are is none of Peppol's.",
        "Write four digits, such as 0245.",
    ),
    (
        "ibr-tdd-19",
        "pxs:ReceivingParty",
        |index, party| Ok(index.has_child(party, const { cbc("EndpointID") })),
        "The receiver has no electronic address.",
        "Add cbc:EndpointID to pxs:ReceivingParty.",
    ),
    (
        "ibr-tdd-20",
        "pxs:ReceivingParty",
        |index, party| Ok(schemes(index, party, ENDPOINT).any(|scheme| scheme == SPID)),
        "The receiver's electronic address is no service provider id.",
        "Set schemeID of its cbc:EndpointID to 0242.",
    ),
    (
        "ibr-tdd-22",
        "pxs:ReportersRepresentative",
        |index, party| Ok(index.path(party, REPRESENTATIVE).count() == 1),
        "The provider that reports does not have exactly one identifier.",
        "Write one cac:PartyIdentification with one cbc:ID.",
    ),
    (
        "ibr-tdd-23",
        "pxs:ReportersRepresentative",
        |index, party| Ok(schemes(index, party, REPRESENTATIVE).any(|scheme| scheme == SPID)),
        "The identifier of the provider that reports is no service provider id.",
        "Set schemeID of its cbc:ID to 0242.",
    ),
];

static DOCUMENT: &[Entry] = &[
    (
        "ibr-tdd-24",
        "pxs:ReportedTransaction",
        |index, transaction| Ok(index.has_child(transaction, const { pxs("ReportedDocument") })),
        "The transaction has no reported document.",
        "Add pxs:ReportedDocument.",
    ),
    (
        "ibr-tdd-87",
        "$D",
        |index, document| Ok(index.has_child(document, const { cbc("UUID") })),
        "The reported document has no number of its own.",
        "Add cbc:UUID to pxs:ReportedDocument.",
    ),
    (
        "ibr-tdd-29",
        "$D/cac:AccountingSupplierParty",
        |index, party| Ok(index.has_child(party, const { cac("Party") })),
        "The seller is not described.",
        "Add cac:Party to cac:AccountingSupplierParty.",
    ),
    (
        "ibr-tdd-33",
        "$D/cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme",
        is_of_vat,
        "The seller's tax registration is not one for VAT.",
        "Set cac:TaxScheme/cbc:ID to VAT, or leave the registration out.",
    ),
    (
        "ibr-tdd-36",
        "$D/cac:AccountingCustomerParty",
        |index, party| Ok(index.has_child(party, const { cac("Party") })),
        "The buyer is not described.",
        "Add cac:Party to cac:AccountingCustomerParty.",
    ),
    (
        "ibr-tdd-41",
        "$D/cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme",
        is_of_vat,
        "The buyer's tax registration is not one for VAT.",
        "Set cac:TaxScheme/cbc:ID to VAT, or leave the registration out.",
    ),
    (
        "ibr-tdd-47",
        "$D/cac:TaxRepresentativeParty/cac:PartyTaxScheme",
        is_of_vat,
        "The tax representative's tax registration is not one for VAT.",
        "Set cac:TaxScheme/cbc:ID to VAT.",
    ),
];

/// The scheme of service provider ids.
const SPID: &str = "0242";

/// `normalize-space(child)`: empty where there is none; two are an error.
fn text<'a>(
    index: &Index<'a>,
    parent: Element,
    name: Name,
) -> Result<Cow<'a, str>, StylesheetAborted> {
    let child = index.only(parent, name)?;
    Ok(child.map_or_else(Cow::default, |child| index.normalized(child)))
}

fn is_one_of(index: &Index<'_>, parent: Element, name: Name, codes: &[&str]) -> Truth {
    Ok(codes.contains(&&*text(index, parent, name)?))
}

/// The schemes of the identifiers at the path, of those that have one.
fn schemes<'i, 'a: 'i>(
    index: &'i Index<'a>,
    party: Element,
    path: &'i [Name],
) -> impl Iterator<Item = &'a str> + 'i {
    index.path(party, path).filter_map(|id| index.attribute(id, Attribute::SchemeId))
}

/// The scheme, if there is one, is four digits; two are an error.
fn one_scheme_of_participants(index: &Index<'_>, party: Element) -> Truth {
    let mut found = schemes(index, party, ENDPOINT);
    let Some(scheme) = found.next() else { return Ok(true) };
    if found.next().is_some() {
        return Err(StylesheetAborted::too_many(party));
    }
    Ok(scheme.len() == 4 && scheme.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_of_vat(index: &Index<'_>, registration: Element) -> Truth {
    Ok(index.path(registration, TAX_SCHEME).any(|id| index.is(id, "VAT")))
}

/// A time of day with or without a fraction and a time zone: the official rule takes one without a zone,
/// in spite of its text.
fn is_time(text: &str) -> bool {
    let Some((clock, rest)) = text.split_at_checked(8) else { return false };
    let rest = match rest.strip_prefix('.') {
        None => rest,
        Some(fraction) => {
            let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
            if digits == 0 {
                return false;
            }
            &fraction[digits..]
        }
    };
    let zone = matches!(rest, "" | "Z")
        || rest.strip_prefix(['+', '-']).is_some_and(|zone| has_digits(zone, "dd:dd"));
    zone && is_clock(clock)
}

fn is_clock(clock: &str) -> bool {
    clock == "24:00:00"
        || (has_digits(clock, "dd:dd:dd")
            && &clock[..2] < "24"
            && &clock[3..4] < "6"
            && &clock[6..7] < "6")
}

/// Whether digits stand where the form has a `d`, and nothing else differs from it.
fn has_digits(text: &str, form: &str) -> bool {
    text.len() == form.len()
        && text.bytes().zip(form.bytes()).all(|(byte, form)| match form {
            b'd' => byte.is_ascii_digit(),
            other => byte == other,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_day() {
        for text in ["10:15:30Z", "00:00:00", "24:00:00.000+01:00", "23:59:59.5-12:00"] {
            assert!(is_time(text), "{text}");
        }
        for text in
            ["", "10:15", "24:00:01Z", "10:60:00Z", "10:15:30.Z", "10:15:30+1:00", "1é:15:30Z"]
        {
            assert!(!is_time(text), "{text}");
        }
    }
}
