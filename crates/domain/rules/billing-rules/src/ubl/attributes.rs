//! Attributes that EN 16931 has no use for: `UBL-DT-…` and the later `UBL-CR-…`.

use super::context::Ubl;
use super::once::Once;
use super::reference::is_invoiced_object;
use crate::index::{Attribute, Element};
use crate::names::Name;
use crate::names::ubl::{cac, cbc};
use crate::rule::Rule;
use crate::verdict::Hits;

const HINT: &str = "Leave it out: receivers may ignore what it says.";

/// An attribute that may stand nowhere.
struct Nowhere {
    rule: Rule,
    attribute: Attribute,
}

/// An attribute, or an element, that may not stand at some place.
struct NotHere {
    rule: Rule,
    attribute: Option<Attribute>,
    /// The element and its ancestors, nearest first.
    path: &'static [Name],
    /// Whether the path begins at the document element.
    from_top: bool,
}

const fn nowhere(id: &'static str, attribute: Attribute, message: &'static str) -> Nowhere {
    Nowhere { rule: Rule::warning(id, &[], message, HINT), attribute }
}

const fn scheme(id: &'static str, from_top: bool, path: &'static [Name]) -> NotHere {
    let message = "{name} has a schemeID, which EN 16931 has no use for there.";
    let rule = Rule::warning(id, &[], message, HINT);
    NotHere { rule, attribute: Some(Attribute::SchemeId), path, from_top }
}

const fn list(id: &'static str, from_top: bool, path: &'static [Name]) -> NotHere {
    let message = "{name} has a listID, which EN 16931 has no use for there.";
    let rule = Rule::warning(id, &[], message, HINT);
    NotHere { rule, attribute: Some(Attribute::ListId), path, from_top }
}

const fn element(id: &'static str, path: &'static [Name]) -> NotHere {
    let message = "{name} is not part of the EN 16931 invoice model there.";
    NotHere { rule: Rule::warning(id, &[], message, HINT), attribute: None, path, from_top: false }
}

static NOWHERE: [Nowhere; 21] = [
    nowhere("UBL-DT-08", Attribute::SchemeName, "An attribute schemeName is given."),
    nowhere("UBL-DT-09", Attribute::SchemeAgencyName, "An attribute schemeAgencyName is given."),
    nowhere("UBL-DT-10", Attribute::SchemeDataUri, "An attribute schemeDataURI is given."),
    nowhere("UBL-DT-11", Attribute::SchemeUri, "An attribute schemeURI is given."),
    nowhere("UBL-DT-12", Attribute::Format, "An attribute format is given."),
    nowhere(
        "UBL-DT-13",
        Attribute::UnitCodeListIdentifier,
        "An attribute unitCodeListIdentifier is given.",
    ),
    nowhere(
        "UBL-DT-14",
        Attribute::UnitCodeListAgencyIdentifier,
        "An attribute unitCodeListAgencyIdentifier is given.",
    ),
    nowhere(
        "UBL-DT-15",
        Attribute::UnitCodeListAgencyName,
        "An attribute unitCodeListAgencyName is given.",
    ),
    nowhere("UBL-DT-16", Attribute::ListAgencyName, "An attribute listAgencyName is given."),
    nowhere("UBL-DT-17", Attribute::ListName, "An attribute listName is given."),
    nowhere(
        "UBL-DT-18",
        Attribute::Name,
        "An attribute name is given outside the payment means' code.",
    ),
    nowhere("UBL-DT-19", Attribute::LanguageId, "An attribute languageID is given."),
    nowhere("UBL-DT-20", Attribute::ListUri, "An attribute listURI is given."),
    nowhere("UBL-DT-21", Attribute::ListSchemeUri, "An attribute listSchemeURI is given."),
    nowhere("UBL-DT-22", Attribute::LanguageLocaleId, "An attribute languageLocaleID is given."),
    nowhere("UBL-DT-23", Attribute::Uri, "An attribute uri is given."),
    nowhere(
        "UBL-DT-24",
        Attribute::CurrencyCodeListVersionId,
        "An attribute currencyCodeListVersionID is given.",
    ),
    nowhere("UBL-DT-25", Attribute::CharacterSetCode, "An attribute characterSetCode is given."),
    nowhere("UBL-DT-26", Attribute::EncodingCode, "An attribute encodingCode is given."),
    nowhere("UBL-DT-27", Attribute::SchemeAgencyId, "An attribute schemeAgencyID is given."),
    nowhere("UBL-DT-28", Attribute::ListAgencyId, "An attribute listAgencyID is given."),
];

static UNIT_LIST: Nowhere =
    nowhere("UBL-CR-663", Attribute::UnitCodeListId, "An attribute unitCodeListID is given.");

static NOT_HERE: [NotHere; 30] = [
    scheme("UBL-CR-648", true, &[cbc::CUSTOMIZATION_ID]),
    scheme("UBL-CR-649", true, &[cbc::PROFILE_ID]),
    scheme("UBL-CR-650", true, &[cbc::ID]),
    scheme("UBL-CR-651", true, &[cbc::SALES_ORDER_ID]),
    scheme("UBL-CR-652", false, &[cbc::COMPANY_ID, cac::PARTY_TAX_SCHEME]),
    scheme("UBL-CR-653", true, &[cbc::PAYMENT_ID, cac::PAYMENT_MEANS]),
    scheme("UBL-CR-654", true, &[cbc::ID, cac::PAYEE_FINANCIAL_ACCOUNT, cac::PAYMENT_MEANS]),
    scheme(
        "UBL-CR-655",
        true,
        &[
            cbc::ID,
            cac::FINANCIAL_INSTITUTION_BRANCH,
            cac::PAYEE_FINANCIAL_ACCOUNT,
            cac::PAYMENT_MEANS,
        ],
    ),
    list("UBL-CR-656", true, &[cbc::INVOICE_TYPE_CODE]),
    list("UBL-CR-657", true, &[cbc::DOCUMENT_CURRENCY_CODE]),
    list("UBL-CR-658", true, &[cbc::TAX_CURRENCY_CODE]),
    list("UBL-CR-659", true, &[cbc::DOCUMENT_TYPE_CODE, cac::ADDITIONAL_DOCUMENT_REFERENCE]),
    list("UBL-CR-660", false, &[cbc::IDENTIFICATION_CODE, cac::COUNTRY]),
    list("UBL-CR-661", true, &[cbc::PAYMENT_MEANS_CODE, cac::PAYMENT_MEANS]),
    list("UBL-CR-662", false, &[cbc::ALLOWANCE_CHARGE_REASON_CODE]),
    element("UBL-CR-664", &[cac::FINANCIAL_INSTITUTION]),
    scheme("UBL-CR-667", false, &[cbc::ID, cac::BUYERS_ITEM_IDENTIFICATION]),
    scheme("UBL-CR-668", false, &[cbc::ID, cac::SELLERS_ITEM_IDENTIFICATION]),
    element("UBL-CR-669", &[cbc::ALLOWANCE_CHARGE_REASON_CODE, cac::ALLOWANCE_CHARGE, cac::PRICE]),
    element("UBL-CR-670", &[cbc::ALLOWANCE_CHARGE_REASON, cac::ALLOWANCE_CHARGE, cac::PRICE]),
    element("UBL-CR-671", &[cbc::MULTIPLIER_FACTOR_NUMERIC, cac::ALLOWANCE_CHARGE, cac::PRICE]),
    list("UBL-CR-672", true, &[cbc::CREDIT_NOTE_TYPE_CODE]),
    scheme("UBL-CR-674", false, &[cbc::PRIMARY_ACCOUNT_NUMBER_ID]),
    scheme("UBL-CR-675", false, &[cbc::NETWORK_ID, cac::CARD_ACCOUNT]),
    scheme("UBL-CR-676", false, &[cbc::ID, cac::PAYMENT_MANDATE]),
    scheme("UBL-CR-677", false, &[cbc::ID, cac::PAYER_FINANCIAL_ACCOUNT, cac::PAYMENT_MANDATE]),
    scheme("UBL-CR-678", false, &[cbc::ID, cac::TAX_CATEGORY]),
    scheme("UBL-CR-679", false, &[cbc::ID, cac::CLASSIFIED_TAX_CATEGORY]),
    element("UBL-CR-680", &[cac::PAYER_FINANCIAL_ACCOUNT, cac::PAYMENT_MEANS]),
    scheme("UBL-CR-665", false, &[cbc::ID, cac::ADDITIONAL_DOCUMENT_REFERENCE]),
];

/// The row that asks for the reference's type code besides.
const OF_NO_OBJECT: &str = "UBL-CR-665";

static OBJECT: [Rule; 2] = [
    Rule::fatal(
        "UBL-CR-666",
        &[],
        "The invoiced object has an attachment.",
        "Move cac:Attachment to a supporting document of its own, without the type code 130.",
    ),
    Rule::fatal(
        "UBL-CR-673",
        &[],
        "The invoiced object has a description.",
        "Move cbc:DocumentDescription to a supporting document of its own, without the type code 130.",
    ),
];

/// All rules of these tables.
pub(super) fn rules() -> impl Iterator<Item = &'static Rule> {
    let nowhere = NOWHERE.iter().chain([&UNIT_LIST]).map(|row| &row.rule);
    nowhere.chain(NOT_HERE.iter().map(|row| &row.rule)).chain(&OBJECT)
}

/// What has been found so far.
pub(super) struct Attributes {
    nowhere: Once,
    not_here: Once,
    object: Once,
    /// The bits of attributes that are still looked for.
    wanted: u64,
}

impl Attributes {
    pub(super) fn new() -> Self {
        let all =
            NOWHERE.iter().chain([&UNIT_LIST]).fold(0, |bits, row| bits | row.attribute.bit());
        Self {
            nowhere: Once::new(NOWHERE.len() + 1),
            not_here: Once::new(NOT_HERE.len()),
            object: Once::new(2),
            wanted: all,
        }
    }

    /// Tries the element.
    pub(super) fn check(&mut self, ubl: &Ubl<'_, '_>, element: Element, hits: &mut Hits) {
        const PLACED: u64 = Attribute::SchemeId.bit() | Attribute::ListId.bit();
        let has = ubl.attributes(element);
        if has & self.wanted != 0 {
            self.anywhere(ubl, element, hits);
        }
        let structural = matches!(
            ubl.name(element),
            cac::FINANCIAL_INSTITUTION
                | cac::PAYER_FINANCIAL_ACCOUNT
                | cbc::ALLOWANCE_CHARGE_REASON
                | cbc::ALLOWANCE_CHARGE_REASON_CODE
                | cbc::MULTIPLIER_FACTOR_NUMERIC
        );
        if structural || has & PLACED != 0 {
            self.placed(ubl, element, hits);
        }
        if matches!(ubl.name(element), cac::ATTACHMENT | cbc::DOCUMENT_DESCRIPTION) {
            self.of_object(ubl, element, hits);
        }
    }

    fn anywhere(&mut self, ubl: &Ubl<'_, '_>, element: Element, hits: &mut Hits) {
        let has = ubl.attributes(element) & self.wanted;
        for (row, nowhere) in NOWHERE.iter().chain([&UNIT_LIST]).enumerate() {
            let bit = nowhere.attribute.bit();
            let allowed = nowhere.attribute == Attribute::Name
                && ubl.name(element) == cbc::PAYMENT_MEANS_CODE;
            if has & bit != 0 && !allowed {
                self.wanted &= !bit;
                self.nowhere.push(row, &nowhere.rule, element, hits);
            }
        }
    }

    fn placed(&mut self, ubl: &Ubl<'_, '_>, element: Element, hits: &mut Hits) {
        for (row, place) in NOT_HERE.iter().enumerate() {
            let here = place.path[0] == ubl.name(element)
                && place.attribute.is_none_or(|attribute| ubl.has(element, attribute))
                && ubl.is_under(element, &place.path[1..])
                && (!place.from_top || depth(ubl, element) == place.path.len());
            if here && (place.rule.id != OF_NO_OBJECT || is_of_other_document(ubl, element)) {
                self.not_here.push(row, &place.rule, element, hits);
            }
        }
    }

    fn of_object(&mut self, ubl: &Ubl<'_, '_>, element: Element, hits: &mut Hits) {
        let Some(reference) = ubl.parent(element) else { return };
        if ubl.name(reference) == cac::ADDITIONAL_DOCUMENT_REFERENCE
            && is_invoiced_object(ubl, reference)
        {
            let row = usize::from(ubl.name(element) == cbc::DOCUMENT_DESCRIPTION);
            self.object.push(row, &OBJECT[row], element, hits);
        }
    }
}

/// How many ancestors the element has.
fn depth(ubl: &Ubl<'_, '_>, element: Element) -> usize {
    std::iter::successors(ubl.parent(element), |&at| ubl.parent(at)).count()
}

/// Whether the reference of this identifier has a type code other than 130, or none.
fn is_of_other_document(ubl: &Ubl<'_, '_>, id: Element) -> bool {
    let Some(reference) = ubl.parent(id) else { return false };
    let mut codes = ubl.children_named(reference, cbc::DOCUMENT_TYPE_CODE).peekable();
    codes.peek().is_none() || codes.any(|code| !ubl.is(code, "130"))
}
