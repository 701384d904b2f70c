//! Iceland: sellers with an address in IS.

use super::super::facts::Facts;
use super::super::names::*;
use super::super::reading::{any_is, exists, normalized_at, require, single};
use crate::date::Date;
use crate::index::{Attribute, Element, Index};
use crate::logic::either;
use crate::names::Name;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// The rules of this file.
pub(super) const RULES: &[&Rule] =
    &[&R001, &R002, &R003, &R006, &R007, &R008, &R009, &R010, &R004, &R005];

/// Checks them.
pub(super) fn check(
    facts: &Facts<'_, '_>,
    domestic: bool,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    for root in index.named(CREDIT_NOTE).chain(index.named(INVOICE)) {
        seller(index, root, hits)?;
        require(hits, &R006, root, account_is_given(index, root, "9")?);
        require(hits, &R007, root, account_is_given(index, root, "42")?);
        final_due_date(index, root, hits)?;
        for buyer in index.children_named(root, ACCOUNTING_CUSTOMER_PARTY) {
            if domestic {
                require(hits, &R004, buyer, has_kennitala(index, buyer));
                require(hits, &R005, buyer, has_address(index, buyer));
            }
        }
    }
    Ok(())
}

fn seller(index: &Index<'_>, root: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let usual =
        |name| normalized_at(index, root, &[name]).map(|code| code == "380" || code == "381");
    let type_is_usual = either(usual(INVOICE_TYPE_CODE), || usual(CREDIT_NOTE_TYPE_CODE))?;
    require(hits, &R001, root, type_is_usual);
    let any = |holds: fn(&Index<'_>, Element) -> bool| {
        index.children_named(root, ACCOUNTING_SUPPLIER_PARTY).any(|seller| holds(index, seller))
    };
    require(hits, &R002, root, any(has_kennitala));
    let address =
        |name| exists(index, root, &[ACCOUNTING_SUPPLIER_PARTY, PARTY, POSTAL_ADDRESS, name]);
    require(hits, &R003, root, address(STREET_NAME) && address(POSTAL_ZONE));
    Ok(())
}

fn has_kennitala(index: &Index<'_>, party: Element) -> bool {
    index
        .path(party, &[PARTY, PARTY_LEGAL_ENTITY, COMPANY_ID])
        .any(|id| index.attribute(id, Attribute::SchemeId) == Some("0196"))
}

fn has_address(index: &Index<'_>, party: Element) -> bool {
    exists(index, party, &[PARTY, POSTAL_ADDRESS, STREET_NAME])
        && exists(index, party, &[PARTY, POSTAL_ADDRESS, POSTAL_ZONE])
}

/// Whether payment means of this code have an account of twelve characters.
fn account_is_given(
    index: &Index<'_>,
    root: Element,
    code: &str,
) -> Result<bool, StylesheetAborted> {
    let means = || {
        let all = index.children_named(root, PAYMENT_MEANS);
        all.filter(|&means| any_is(index, means, &[PAYMENT_MEANS_CODE], code))
    };
    let accounts: Vec<Element> = means()
        .flat_map(|means| index.path(means, &[PAYEE_FINANCIAL_ACCOUNT, ID]).collect::<Vec<_>>())
        .collect();
    let account = single(accounts.into_iter())?;
    let twelve = account.is_some_and(|id| index.normalized(id).chars().count() == 12);
    Ok(twelve || means().next().is_none())
}

/// The final due date (eindagi) is kept in a supporting document of that description.
fn final_due_date(
    index: &Index<'_>,
    root: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    const DESCRIPTION: &[Name] = &[DOCUMENT_DESCRIPTION];
    let documents: Vec<Element> = index
        .children_named(root, ADDITIONAL_DOCUMENT_REFERENCE)
        .filter(|&document| any_is(index, document, DESCRIPTION, "EINDAGI"))
        .collect();
    if documents.is_empty() {
        return Ok(());
    }
    let ids = || documents.iter().flat_map(|&document| index.children_named(document, ID));
    let id = single(ids())?.map(|id| index.value(id)).unwrap_or_default();
    require(hits, &R008, root, id.chars().count() == 10 && Date::parse(&id).is_some());
    require(hits, &R009, root, index.has_child(root, DUE_DATE));
    let in_order = index.children_named(root, DUE_DATE).any(|due| {
        let due = index.value(due);
        ids().any(|id| due <= index.value(id))
    });
    require(hits, &R010, root, in_order);
    Ok(())
}

static R001: Rule = Rule::warning(
    "IS-R-001",
    &["BT-3"],
    "An Icelandic seller's document should be of type 380 or 381.",
    "Use 380 for an invoice and 381 for a credit note.",
);
static R002: Rule = Rule::fatal(
    "IS-R-002",
    &["BT-30"],
    "The Icelandic seller gives no kennitala.",
    "Add PartyLegalEntity/CompanyID with schemeID 0196.",
);
static R003: Rule = Rule::fatal(
    "IS-R-003",
    &["BT-35", "BT-38"],
    "The Icelandic seller's address lacks the street or the post code.",
    "Add StreetName and PostalZone.",
);
static R004: Rule = Rule::fatal(
    "IS-R-004",
    &["BT-47"],
    "The Icelandic buyer's kennitala is missing.",
    "Add PartyLegalEntity/CompanyID with schemeID 0196.",
);
static R005: Rule = Rule::fatal(
    "IS-R-005",
    &["BT-50", "BT-53"],
    "The Icelandic buyer's address lacks the street or the post code.",
    "Add StreetName and PostalZone.",
);
static R006: Rule = Rule::fatal(
    "IS-R-006",
    &["BT-81", "BT-84"],
    "An Icelandic claim (payment means 9) has no account of twelve digits.",
    "Give bank, ledger 66 and account number in PayeeFinancialAccount/ID.",
);
static R007: Rule = Rule::fatal(
    "IS-R-007",
    &["BT-81", "BT-84"],
    "An Icelandic transfer (payment means 42) has no account of twelve digits.",
    "Give the account number in PayeeFinancialAccount/ID.",
);
static R008: Rule = Rule::fatal(
    "IS-R-008",
    &["BT-122"],
    "The final due date (EINDAGI) is no date.",
    "Write the document's ID as YYYY-MM-DD.",
);
static R009: Rule = Rule::fatal(
    "IS-R-009",
    &["BT-9", "BT-122"],
    "There is a final due date (EINDAGI) but no due date.",
    "Add DueDate.",
);
static R010: Rule = Rule::fatal(
    "IS-R-010",
    &["BT-9", "BT-122"],
    "The final due date (EINDAGI) is before the due date.",
    "Let it be the same or later.",
);
