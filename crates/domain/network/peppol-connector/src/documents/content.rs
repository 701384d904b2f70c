//! What a UBL document says beyond its facts: everything that a page shows.

use crate::{
    documents::{
        accounting_vat,
        elements::{
            Children, MAX_PROSE_TAKEN, Parent, all, cut, group, iso_date, prose, text, texts,
        },
        facts::Side,
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

/// Notes that are taken of a document. EN 16931 bounds them no more than it bounds its texts.
const MAX_NOTES: usize = 100;

/// Lines, allowances and charges, and VAT rows that are taken of a document, each: as many lines as an invoice
/// that is issued here has at most, and as a page has.
pub const MAX_LINES_TAKEN: usize = 1_000;

/// Allowances and charges that are taken of a line.
const MAX_OF_LINE: usize = 100;

/// The content of a sent document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentContent {
    /// BT-72, else the tax point (BT-7).
    pub delivery_date: Option<Date>,
    /// When VAT is due, where it is another day than that of issue or the document says that it is that one:
    /// See `tax_point`.
    pub tax_point: Option<Date>,
    /// What its head says. The note is all notes (BT-22), one below the other, then the terms of payment (BT-20).
    pub texts: HeaderTexts,
    /// BG-4.
    pub seller: Party,
    /// BG-7.
    pub buyer: Party,
    /// BG-15.
    pub delivery_address: Option<DeliveryAddress>,
    /// BT-81, UNCL4461.
    pub payment_means: Option<String>,
    /// BG-17.
    pub account: Option<PayeeAccount>,
    /// BG-25.
    pub lines: Vec<ContentLine>,
    /// BG-20 and BG-21.
    pub adjustments: Vec<Adjustment>,
    /// BG-23.
    pub vat: Vec<ContentVat>,
    /// BT-111 in BT-6, where the document has it.
    pub accounting_vat: Option<(Decimal, CurrencyCode)>,
    /// The first of BG-3.
    pub original: Option<PrecedingInvoice>,
    /// Lines, allowances, charges and VAT rows that are not above, because the document has too many.
    pub left_out: usize,
}

/// An account to pay to (BG-17).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayeeAccount {
    /// BT-84.
    pub iban: String,
    /// BT-86.
    pub bic: Option<String>,
}

/// A line (BG-25).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentLine {
    /// BT-153, and BT-154 below it.
    pub description: String,
    /// BT-129.
    pub quantity: Decimal,
    /// BT-130, UN/ECE Recommendation 20.
    pub unit: String,
    /// BT-146 for one unit.
    pub unit_price: Decimal,
    /// BT-151.
    pub vat_category: String,
    /// BT-152; 0 where there is none.
    pub vat_rate: Decimal,
    /// BT-131.
    pub net_amount: Decimal,
    /// BG-27 and BG-28, in [`ContentLine::net_amount`] already.
    pub adjustments: Vec<Adjustment>,
}

/// An allowance or a charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adjustment {
    /// BT-97, BT-104, BT-139, BT-144.
    pub reason: Option<String>,
    /// Less than 0 for an allowance.
    pub amount: Decimal,
    /// BT-95, BT-102; none within a line.
    pub vat_category: Option<String>,
    /// BT-96, BT-103; 0 where there is none.
    pub vat_rate: Decimal,
}

/// VAT of one category and rate (BG-23).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentVat {
    /// BT-118.
    pub category: String,
    /// BT-119; 0 where there is none.
    pub rate: Decimal,
    /// BT-116.
    pub taxable_amount: Decimal,
    /// BT-117.
    pub tax_amount: Decimal,
    /// BT-120.
    pub exemption_reason: Option<String>,
    /// BT-121.
    pub exemption_code: Option<String>,
}

/// What a note refers to (BG-3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrecedingInvoice {
    /// BT-25.
    pub number: String,
    /// BT-26.
    pub issue_date: Option<Date>,
}

/// Reads a UBL invoice or credit note: the first [`MAX_LINES_TAKEN`] lines, and all that is bounded.
/// `None` for other documents, and when an amount has more digits than can be calculated with.
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
        original: all(root, &["BillingReference", "InvoiceDocumentReference"])
            .into_iter()
            .find_map(preceding),
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
        note: Some(note).filter(|note| !note.is_empty()),
        internal_note: None,
    }
}

fn day<'a, 'i: 'a>(parent: impl Parent<'a, 'i>, path: &[&str]) -> Option<Date> {
    text(parent, path).and_then(|text| iso_date(&text))
}

/// The delivery (BG-13) that is read: the first that says when or where to.
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

fn preceding(reference: Node<'_, '_>) -> Option<PrecedingInvoice> {
    let number = text(reference, &["ID"])?;
    Some(PrecedingInvoice { number, issue_date: day(reference, &["IssueDate"]) })
}

/// The `cac:TaxTotal` with the rows of VAT: in the currency of the document, where several have some.
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

/// The first nodes at a path, up to the given number; the others are counted.
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

/// `Some(None)` where there is none; `None` for more digits than can be calculated with.
fn decimal(node: Node<'_, '_>, path: &[&str]) -> Option<Option<Decimal>> {
    text(node, path).map(|text| text.parse()).transpose().ok()
}
