//! The content of a UBL document beyond its facts: everything that a page shows.

use crate::{
    documents::{
        accounting_vat,
        elements::{
            Children, MAX_PROSE_TAKEN, Parent, all, cut, group, iso_date, prose, text, texts,
        },
        facts::Side,
        preceding::{self, PrecedingInvoice},
        reading::{payment, ubl_party},
        tax_point::TaxPoint,
    },
    identifiers::Root,
};
use invoicing::{DeliveryAddress, Party, terms::HeaderTexts};
use money::CurrencyCode;
use rust_decimal::Decimal;
use time::Date;
use xml::{Node, Parsed};

/// Maximum number of notes read from a document. EN 16931 sets no limit.
const MAX_NOTES: usize = 100;

/// Maximum number of lines, of allowances and charges, and of VAT rows read from a document: the limit of lines of an
/// invoice issued here, and of a page.
pub const MAX_LINES_TAKEN: usize = 1_000;

/// Maximum number of allowances and charges read from a line.
const MAX_OF_LINE: usize = 100;

/// The content of a sent document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentContent {
    /// Actual delivery date (BT-72), else the tax point date (BT-7).
    pub delivery_date: Option<Date>,
    /// The date when VAT is due: set when it differs from the issue date, or when the document states it. See
    /// `tax_point`.
    pub tax_point: Option<Date>,
    /// The header texts. The note joins all notes (BT-22) with line breaks, followed by the payment terms (BT-20).
    pub texts: HeaderTexts,
    /// Seller (BG-4).
    pub seller: Party,
    /// Buyer (BG-7).
    pub buyer: Party,
    /// Deliver to address (BG-15).
    pub delivery_address: Option<DeliveryAddress>,
    /// Payment means type code (BT-81), from UNCL4461.
    pub payment_means: Option<String>,
    /// Account of the credit transfer (BG-17).
    pub account: Option<PayeeAccount>,
    /// Invoice lines (BG-25).
    pub lines: Vec<ContentLine>,
    /// Document level allowances (BG-20) and charges (BG-21).
    pub adjustments: Vec<Adjustment>,
    /// VAT breakdown (BG-23).
    pub vat: Vec<ContentVat>,
    /// VAT total in the accounting currency (BT-111 in BT-6), if the document states it.
    pub accounting_vat: Option<(Decimal, CurrencyCode)>,
    /// The first preceding invoice reference (BG-3).
    pub original: Option<PrecedingInvoice>,
    /// The number of lines, allowances, charges and VAT rows that were skipped because of the limits.
    pub left_out: usize,
}

/// An account of a credit transfer (BG-17).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayeeAccount {
    /// Payment account identifier (BT-84).
    pub iban: String,
    /// Payment service provider identifier (BT-86).
    pub bic: Option<String>,
}

/// An invoice line (BG-25).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentLine {
    /// Item name (BT-153), followed by the description (BT-154) on the next line.
    pub description: String,
    /// Invoiced quantity (BT-129).
    pub quantity: Decimal,
    /// Unit of measure code (BT-130), from UN/ECE Recommendation 20.
    pub unit: String,
    /// Item net price (BT-146), converted to one unit.
    pub unit_price: Decimal,
    /// VAT category code of the item (BT-151).
    pub vat_category: String,
    /// VAT rate of the item (BT-152) in percent; 0 when it is missing.
    pub vat_rate: Decimal,
    /// Line net amount (BT-131).
    pub net_amount: Decimal,
    /// Line allowances (BG-27) and charges (BG-28), already included in [`ContentLine::net_amount`].
    pub adjustments: Vec<Adjustment>,
}

/// An allowance or a charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adjustment {
    /// Reason of the allowance or charge (BT-97, BT-104, BT-139, BT-144).
    pub reason: Option<String>,
    /// The amount, negative for an allowance.
    pub amount: Decimal,
    /// VAT category code (BT-95, BT-102); `None` on a line.
    pub vat_category: Option<String>,
    /// VAT rate (BT-96, BT-103) in percent; 0 when it is missing.
    pub vat_rate: Decimal,
}

/// VAT of one category and rate (BG-23).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentVat {
    /// VAT category code (BT-118).
    pub category: String,
    /// VAT category rate (BT-119) in percent; 0 when it is missing.
    pub rate: Decimal,
    /// VAT category taxable amount (BT-116).
    pub taxable_amount: Decimal,
    /// VAT category tax amount (BT-117).
    pub tax_amount: Decimal,
    /// VAT exemption reason text (BT-120).
    pub exemption_reason: Option<String>,
    /// VAT exemption reason code (BT-121).
    pub exemption_code: Option<String>,
}

/// Reads a UBL invoice or credit note, up to [`MAX_LINES_TAKEN`] lines and the other limits. `None` for other
/// documents, and when an amount has more digits than [`Decimal`] can hold.
#[must_use]
pub fn read_content(document: &Parsed<'_>) -> Option<DocumentContent> {
    let root = document.root();
    let name = root.tag_name();
    let kind = Root::of(name.namespace().unwrap_or_default(), name.name())?;
    let (line, quantity) = match kind {
        Root::UblInvoice => ("InvoiceLine", "InvoicedQuantity"),
        Root::UblCreditNote => ("CreditNoteLine", "CreditedQuantity"),
        Root::CiiInvoice => return None,
    };
    let root = &Children::of(root);
    let at = |path: &[&str]| text(root, path);
    let day = |path: &[&str]| day(root, path);
    let delivery = delivered(root);
    let delivered_on = delivery.and_then(|group| self::day(group, &["ActualDeliveryDate"]));
    let means = payment(root);
    let mut left_out = 0;
    let mut bounded = |path: &[&str]| first(root, path, MAX_LINES_TAKEN, &mut left_out);
    let (lines, charges) = (bounded(&[line]), bounded(&["AllowanceCharge"]));
    let lines = lines.into_iter().map(|node| content_line(node, quantity, &mut left_out));
    let lines = lines.collect::<Option<_>>()?;
    let currency = at(&["DocumentCurrencyCode"]);
    let subtotals = match breakdown(root, currency.as_deref()) {
        Some(total) => first(total, &["TaxSubtotal"], MAX_LINES_TAKEN, &mut left_out),
        None => Vec::new(),
    };
    Some(DocumentContent {
        delivery_date: delivered_on.or_else(|| day(&["TaxPointDate"])),
        tax_point: TaxPoint {
            stated: day(&["TaxPointDate"]),
            code: at(&["InvoicePeriod", "DescriptionCode"]).as_deref(),
            issued: day(&["IssueDate"]),
            delivered: delivered_on,
            period_end: day(&["InvoicePeriod", "EndDate"]),
        }
        .date(),
        texts: header_texts(root),
        seller: ubl_party(root, Side::Supplier).to_party(),
        buyer: ubl_party(root, Side::Customer).to_party(),
        delivery_address: delivery.and_then(delivery_address),
        payment_means: means.and_then(|means| text(means, &["PaymentMeansCode"])),
        account: means.and_then(|means| group(means, &["PayeeFinancialAccount"])).and_then(account),
        lines,
        adjustments: adjustments(charges)?,
        vat: vat_rows(subtotals)?,
        accounting_vat: accounting_vat::of_ubl(root, currency.as_deref()),
        original: preceding::all_of_ubl(root).next(),
        left_out,
    })
}

fn header_texts<'a, 'i: 'a>(root: impl Parent<'a, 'i>) -> HeaderTexts {
    let terms = texts(root, &["PaymentTerms", "Note"], MAX_PROSE_TAKEN);
    let notes = texts(root, &["Note"], MAX_PROSE_TAKEN).chain(terms);
    let note = notes.take(MAX_NOTES).collect::<Vec<_>>().join("\n");
    HeaderTexts {
        order_number: text(root, &["OrderReference", "ID"]),
        buyer_reference: text(root, &["BuyerReference"]),
        project_reference: project(root),
        note: Some(note).filter(|note| !note.is_empty()),
        internal_note: None,
    }
}

/// The project (BT-11); in a credit note it is a reference to a document of type 50.
fn project<'a, 'i: 'a>(root: impl Parent<'a, 'i>) -> Option<String> {
    let is_project =
        |reference: &Node<'a, 'i>| text(*reference, &["DocumentTypeCode"]).as_deref() == Some("50");
    let of_note = || {
        let references = all(root, &["AdditionalDocumentReference"]);
        references.into_iter().find(is_project).and_then(|project| text(project, &["ID"]))
    };
    text(root, &["ProjectReference", "ID"]).or_else(of_note)
}

fn day<'a, 'i: 'a>(parent: impl Parent<'a, 'i>, path: &[&str]) -> Option<Date> {
    text(parent, path).and_then(|text| iso_date(&text))
}

/// The delivery (BG-13): the first one with a date or an address.
fn delivered<'a, 'i: 'a>(root: impl Parent<'a, 'i>) -> Option<Node<'a, 'i>> {
    let says = |group: &Node<'a, 'i>| {
        day(*group, &["ActualDeliveryDate"]).is_some() || delivery_address(*group).is_some()
    };
    all(root, &["Delivery"]).into_iter().find(says)
}

fn account(account: Node<'_, '_>) -> Option<PayeeAccount> {
    let iban = text(account, &["ID"])?;
    Some(PayeeAccount { iban, bic: text(account, &["FinancialInstitutionBranch", "ID"]) })
}

/// The `cac:TaxTotal` with the VAT breakdown; among several, the one in the document's currency.
fn breakdown<'a, 'i: 'a>(
    root: impl Parent<'a, 'i>,
    currency: Option<&str>,
) -> Option<Node<'a, 'i>> {
    let rows = |total: &Node<'a, 'i>| group(*total, &["TaxSubtotal"]).is_some();
    let totals: Vec<_> = all(root, &["TaxTotal"]).into_iter().filter(rows).collect();
    let in_currency = |total: &&Node<'a, 'i>| {
        let amount = group(**total, &["TaxAmount"]);
        amount.and_then(|amount| amount.attribute("currencyID")) == currency
    };
    totals.iter().find(in_currency).or(totals.first()).copied()
}

/// The first nodes at a path, up to the given number; further nodes are only counted.
fn first<'a, 'i: 'a>(
    parent: impl Parent<'a, 'i>,
    path: &[&str],
    most: usize,
    left_out: &mut usize,
) -> Vec<Node<'a, 'i>> {
    let mut nodes = all(parent, path);
    *left_out += nodes.len().saturating_sub(most);
    nodes.truncate(most);
    nodes
}

fn content_line(node: Node<'_, '_>, quantity: &str, left_out: &mut usize) -> Option<ContentLine> {
    let one = Decimal::ONE;
    let base = decimal(node, &["Price", "BaseQuantity"])?.filter(|base| !base.is_zero());
    let price = decimal(node, &["Price", "PriceAmount"])?.unwrap_or_default();
    let category: &[&str] = &["Item", "ClassifiedTaxCategory"];
    let description = [prose(node, &["Item", "Name"]), prose(node, &["Item", "Description"])];
    let unit = all(node, &[quantity]).into_iter().next();
    Some(ContentLine {
        description: description.into_iter().flatten().collect::<Vec<_>>().join("\n"),
        quantity: decimal(node, &[quantity])?.unwrap_or(one),
        unit: cut(unit.and_then(|n| n.attribute("unitCode")).unwrap_or_default().chars()),
        unit_price: price.checked_div(base.unwrap_or(one))?,
        vat_category: text(node, &[category, &["ID"]].concat()).unwrap_or_default(),
        vat_rate: decimal(node, &[category, &["Percent"]].concat())?.unwrap_or_default(),
        net_amount: decimal(node, &["LineExtensionAmount"])?.unwrap_or_default(),
        adjustments: adjustments(first(node, &["AllowanceCharge"], MAX_OF_LINE, left_out))?,
    })
}

fn adjustments(nodes: Vec<Node<'_, '_>>) -> Option<Vec<Adjustment>> {
    let one = |node: Node<'_, '_>| {
        let amount = decimal(node, &["Amount"])?.unwrap_or_default();
        let charge =
            text(node, &["ChargeIndicator"]).is_some_and(|text| text == "true" || text == "1");
        Some(Adjustment {
            reason: prose(node, &["AllowanceChargeReason"]),
            amount: if charge { amount } else { -amount },
            vat_category: text(node, &["TaxCategory", "ID"]),
            vat_rate: decimal(node, &["TaxCategory", "Percent"])?.unwrap_or_default(),
        })
    };
    nodes.into_iter().map(one).collect()
}

fn vat_rows(nodes: Vec<Node<'_, '_>>) -> Option<Vec<ContentVat>> {
    let row = |node: Node<'_, '_>| {
        Some(ContentVat {
            category: text(node, &["TaxCategory", "ID"]).unwrap_or_default(),
            rate: decimal(node, &["TaxCategory", "Percent"])?.unwrap_or_default(),
            taxable_amount: decimal(node, &["TaxableAmount"])?.unwrap_or_default(),
            tax_amount: decimal(node, &["TaxAmount"])?.unwrap_or_default(),
            exemption_reason: prose(node, &["TaxCategory", "TaxExemptionReason"]),
            exemption_code: text(node, &["TaxCategory", "TaxExemptionReasonCode"]),
        })
    };
    nodes.into_iter().map(row).collect()
}

fn delivery_address(delivery: Node<'_, '_>) -> Option<DeliveryAddress> {
    let address = all(delivery, &["DeliveryLocation", "Address"]).into_iter().next()?;
    let part = |path: &[&str]| text(address, path).unwrap_or_default();
    Some(DeliveryAddress {
        name: text(delivery, &["DeliveryParty", "PartyName", "Name"]),
        street: part(&["StreetName"]),
        city: part(&["CityName"]),
        zip: part(&["PostalZone"]),
        country: part(&["Country", "IdentificationCode"]),
    })
}

/// `Some(None)` for a missing amount; `None` for one that [`Decimal`] cannot hold.
fn decimal(node: Node<'_, '_>, path: &[&str]) -> Option<Option<Decimal>> {
    text(node, path).map(|text| text.parse()).transpose().ok()
}
