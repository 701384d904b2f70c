//! The third layer: the rules of Peppol BIS Billing, and where tax data differ from them.

use std::sync::OnceLock;

use billing_rules::Rule;
use billing_rules::machinery::{
    Adaptation, Attribute, CodeList, Element, Hits, INVOICE, Index, Name, StylesheetAborted, Truth,
    Value, cac, cbc, check_peppol_of_part, seller_country,
};

use super::TAKEN_OVER;
use super::en16931::AS_THEY_ARE;
use super::reported::ReportedDocuments;
use super::words::Words;

/// The rules of invoices that tax data take over, and how.
pub(super) static ADAPTATION: Adaptation = Adaptation {
    release: TAKEN_OVER,
    left_out: CodeList::new(include_str!("left_out_peppol.txt")),
    excuses: |_, _, _| Ok(false),
    codes: |_| None,
    instead: milder,
};

static CURRENCIES: CodeList = CodeList::new(include_str!("codes/peppol_currencies.txt"));
static DOCUMENT_TYPES: CodeList = CodeList::new(include_str!("codes/peppol_document_types.txt"));
static ENDPOINTS: CodeList = CodeList::new(include_str!("codes/peppol_endpoint_schemes.txt"));

static CURRENCY: Words = Words::of("PEPPOL-EN16931-CL007");
static ENDPOINT: Words = Words::of("PEPPOL-EN16931-CL008");
static DUTCH_CREDIT_NOTE: Words = Words::of("NL-R-001");
static DUTCH_PAYMENT: Words = Words::of("NL-R-007");
static GREEK_NUMBER: Words = Words::of("GR-R-001-2");

static SPECIFICATION: Rule = Rule::fatal(
    "PEPPOL-EN16931-R004",
    &["BT-24"],
    "The specification of the reported document is neither Peppol BIS Billing nor Self-Billing 3.0.",
    "Report documents of these two specifications, with the CustomizationID that they have.",
);
static PROCESS: Rule = Rule::fatal(
    "PEPPOL-EN16931-R007",
    &["BT-23"],
    "The process of the reported document is none of Peppol BIS Billing or Self-Billing.",
    "Set ProfileID to urn:fdc:peppol.eu:2017:poacc:billing:01:1.0 or the one of self-billing.",
);
static TYPE: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0100",
    &["BT-3"],
    "Peppol BIS Billing and Self-Billing have no documents of type \"{found}\".",
    "Write the type code that the document has.",
);

/// Runs the layer.
pub(super) fn check<'a>(
    index: &Index<'a>,
    documents: &ReportedDocuments<'a>,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    if documents.are_several() {
        // The official engine looks for one process, one currency, one seller.
        return Err(StylesheetAborted::too_many(Element::ROOT));
    }
    for part in documents.each(index) {
        hits.of_part((index, part), &ADAPTATION, check_peppol_of_part)?;
        hits.of_part((index, part), &AS_THEY_ARE, differing)?;
    }
    Ok(())
}

/// Whether this is a rule of Peppol's, not of CEN's.
pub(super) fn is_of_billing(rule: &Rule) -> bool {
    !["BR-", "UBL-"].iter().any(|begin| rule.id.starts_with(begin))
}

/// The rule, if tax data have it.
pub(super) fn taken_over(rule: &'static Rule) -> Option<&'static Rule> {
    let of_id = |own: &&'static Rule| own.id == rule.id;
    let shared = [&CURRENCY, &ENDPOINT, &DUTCH_CREDIT_NOTE, &DUTCH_PAYMENT, &GREEK_NUMBER];
    if let Some(own) = [&SPECIFICATION, &PROCESS, &TYPE].into_iter().find(of_id) {
        return Some(own);
    }
    let differs = || shared.iter().any(|words| words.rule().id == rule.id);
    (!ADAPTATION.left_out.has(rule.id) || differs()).then(|| milder(rule))
}

/// The ids of rules that only warn.
static WARNINGS: CodeList = CodeList::new("DK-R-003 PEPPOL-COMMON-R052 PEPPOL-COMMON-R053");

/// The rule, or the same one as a warning.
fn milder(rule: &'static Rule) -> &'static Rule {
    static MILDER: OnceLock<Vec<Rule>> = OnceLock::new();
    if !WARNINGS.has(rule.id) {
        return rule;
    }
    let milder = MILDER.get_or_init(|| {
        let rules = WARNINGS.iter().filter_map(billing_rules::rule);
        rules
            .map(|&Rule { id, terms, message, hint, .. }| Rule::warning(id, terms, message, hint))
            .collect()
    });
    milder.iter().find(|known| known.id == rule.id).unwrap_or(rule)
}

const SELLER: &[Name] = &[
    cac("AccountingSupplierParty"),
    cac("Party"),
    cac("PostalAddress"),
    cac("Country"),
    cbc("IdentificationCode"),
];
const TYPE_CODE: Name = cbc("InvoiceTypeCode");

/// The amounts of money.
const AMOUNTS: [Name; 13] = [
    cbc("Amount"),
    cbc("BaseAmount"),
    cbc("PriceAmount"),
    cbc("TaxAmount"),
    cbc("TaxableAmount"),
    cbc("LineExtensionAmount"),
    cbc("TaxExclusiveAmount"),
    cbc("TaxInclusiveAmount"),
    cbc("AllowanceTotalAmount"),
    cbc("ChargeTotalAmount"),
    cbc("PrepaidAmount"),
    cbc("PayableRoundingAmount"),
    cbc("PayableAmount"),
];

/// The rules that tax data write differently.
fn differing(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    for amount in AMOUNTS.into_iter().flat_map(|name| index.named(name)) {
        let currency = index.attribute(amount, Attribute::CurrencyId).unwrap_or_default();
        if !CURRENCIES.has(currency) {
            hits.push_with(CURRENCY.rule(), amount, Value::None, Value::Owned(currency.into()));
        }
    }
    for endpoint in index.named(const { cbc("EndpointID") }) {
        let scheme = index.attribute(endpoint, Attribute::SchemeId);
        if let Some(scheme) = scheme.filter(|scheme| !ENDPOINTS.has(scheme)) {
            hits.push_with(ENDPOINT.rule(), endpoint, Value::None, Value::Owned(scheme.into()));
        }
    }
    if index.name(Element::ROOT) == INVOICE {
        document(index, hits)?;
    }
    Ok(())
}

fn document(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let profile = profile(index)?;
    if profile.is_none() {
        hits.push(&PROCESS, Element::ROOT);
    }
    let specification =
        own_text(index, index.only(Element::ROOT, const { cbc("CustomizationID") })?)?;
    if !SPECIFICATIONS.iter().any(|known| specification.starts_with(known)) {
        hits.push(&SPECIFICATION, Element::ROOT);
    }
    let dutch = is_dutch(index).unwrap_or(false);
    for code in index.named(TYPE_CODE) {
        if profile.as_deref() == Some("01") && !DOCUMENT_TYPES.has(&own_text(index, Some(code))?) {
            hits.push(&TYPE, code);
        }
        // The official rule looks for the preceding invoice where it cannot stand.
        if dutch && index.is(code, "381") {
            hits.push(DUTCH_CREDIT_NOTE.rule(), code);
        }
    }
    // The official rule looks for the seller's number where it cannot stand.
    if seller_country(index).is_ok_and(|country| country == "GR" || country == "EL") {
        for number in index.children_named(Element::ROOT, const { cbc("ID") }) {
            hits.push(GREEK_NUMBER.rule(), number);
        }
    }
    for total in index.children_named(Element::ROOT, const { cac("LegalMonetaryTotal") }) {
        if dutch && !is_paid_for(index, total)? {
            hits.push(DUTCH_PAYMENT.rule(), total);
        }
    }
    Ok(())
}

const SPECIFICATIONS: [&str; 2] = [
    "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
    "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0",
];

/// `normalize-space(element/text())`: a comment in the text is an error.
fn own_text(index: &Index<'_>, element: Option<Element>) -> Result<String, StylesheetAborted> {
    let Some(element) = element else { return Ok(String::new()) };
    let mut texts = index.node(element).children().filter(|child| child.is_text());
    let text = texts.next().and_then(|text| text.text()).unwrap_or_default();
    match texts.next() {
        Some(_) => Err(StylesheetAborted::too_many(element)),
        None => Ok(billing_rules::machinery::normalized(text).into_owned()),
    }
}

/// The number of the process's profile; nothing for a process of another specification.
fn profile(index: &Index<'_>) -> Result<Option<String>, StylesheetAborted> {
    let Some(process) = index.only(Element::ROOT, const { cbc("ProfileID") })? else {
        return Ok(None);
    };
    let process = index.normalized(process);
    let known = ["selfbilling", "billing"]
        .iter()
        .any(|kind| holds(&process, &format!("urn:fdc:peppol.eu:2017:poacc:{kind}:##:1.0")));
    Ok(known.then(|| process.split(':').nth(6).unwrap_or_default().to_owned()))
}

/// Whether the text has a part of the form: `#` is a digit, and a point any character, as in the official
/// rule.
fn holds(text: &str, form: &str) -> bool {
    let (text, form): (Vec<char>, Vec<char>) = (text.chars().collect(), form.chars().collect());
    text.windows(form.len()).any(|part| {
        part.iter().zip(&form).all(|(found, wanted)| match wanted {
            '#' => found.is_ascii_digit(),
            '.' => *found != '\n',
            wanted => found == wanted,
        })
    })
}

fn is_dutch(index: &Index<'_>) -> Truth {
    let country = index.only_at(Element::ROOT, SELLER)?;
    Ok(country.is_some_and(|country| index.normalized(country).eq_ignore_ascii_case("NL")))
}

/// The types whose amounts are claims, and those whose amounts are debts.
static CLAIMS: CodeList = CodeList::new(
    "71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877",
);
static DEBTS: CodeList = CodeList::new("381 396 81 83 532");

/// Whether nothing is to be paid, or it is said how.
fn is_paid_for(index: &Index<'_>, total: Element) -> Truth {
    let of = |list: &CodeList| {
        index.children_named(Element::ROOT, TYPE_CODE).any(|code| list.has(&index.value(code)))
    };
    let nothing_due = |is_due: fn(std::cmp::Ordering) -> bool| -> Truth {
        let Some(payable) = index.only(total, const { cbc("PayableAmount") })? else {
            return Ok(false);
        };
        index.decimal(payable)?;
        Ok(!is_due(index.compared_with_zero(payable)?))
    };
    if of(&CLAIMS) && nothing_due(std::cmp::Ordering::is_gt)? {
        return Ok(true);
    }
    if of(&DEBTS) && nothing_due(std::cmp::Ordering::is_lt)? {
        return Ok(true);
    }
    Ok(index.any_named(const { cac("PaymentMeans") }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use billing_rules::Flag;

    #[test]
    fn processes_are_found_anywhere_in_the_text() {
        let form = "urn:fdc:peppol.eu:2017:poacc:billing:##:1.0";
        assert!(holds("urn:fdc:peppol.eu:2017:poacc:billing:01:1.0", form));
        assert!(holds("x urn:fdc:peppol-eu:2017:poacc:billing:99:1x0 y", form));
        assert!(!holds("urn:fdc:peppol.eu:2017:poacc:billing:1:1.0", form));
        assert!(!holds("", form));
    }

    #[test]
    fn some_rules_only_warn() {
        let rule = billing_rules::rule("DK-R-003").expect("a rule of billing");
        assert_eq!((rule.flag, milder(rule).flag), (Flag::Fatal, Flag::Warning));
        assert_eq!(milder(rule).message, rule.message);
    }
}
