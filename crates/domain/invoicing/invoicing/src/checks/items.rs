use super::text::{Shape, text};
use crate::faults::{CustomerFault, InvoiceFault, ItemFault};
use crate::{InvoiceRequest, ItemInput, LINE_DIGITS, Line, MAX_ITEMS, Party, StockRef, Violations};
use money::{Currency, Decimal};
use refusals::FieldFault;
use vat_categories::{
    CategoryError, SellerVat, TaxTreatment, VatCategory, VatRate, categorise,
    outside_scope_stands_alone, same_rate_same_treatment,
};

/// The valid lines. A credit note that `takes_rows_back` from its original, namely rows that take off advances, may
/// have such rows with negative amounts.
pub(super) fn lines(
    request: &InvoiceRequest,
    seller: Option<&Party>,
    (self_billed, takes_rows_back): (bool, bool),
    found: &mut Violations,
) -> Vec<Line> {
    let items = request.items.as_deref().unwrap_or_default();
    if items.is_empty() {
        found.add("items", ItemFault::None);
    }
    if items.len() > MAX_ITEMS {
        found.add("items", ItemFault::TooMany { most: MAX_ITEMS });
        return Vec::new();
    }
    let reason = request.exemption_reason.as_deref();
    let checked = |(i, item): (usize, &ItemInput)| {
        let rate = item.vat_rate.or_else(|| missing(&format!("items[{i}].vat_rate"), found));
        let category = rate
            .zip(seller)
            .and_then(|(rate, seller)| category(i, rate, item, seller, reason, found));
        (category, line(i, item, (category, takes_rows_back), found))
    };
    let (categories, lines): (Vec<_>, Vec<_>) = items.iter().enumerate().map(checked).unzip();
    shared_treatments(items, found);
    whole_document(&categories, request, found);
    if self_billed && let Some(seller) = seller {
        supplier_vat_id(request, items, &categories, seller, found);
    }
    lines.into_iter().flatten().collect()
}

/// Checks that the lines of a currency without cents have whole amounts: the network's rules do not allow to round a
/// line (PEPPOL-EN16931-R120).
pub(super) fn whole_amounts(lines: &[Line], currency: Currency, found: &mut Violations) {
    for (i, line) in lines.iter().enumerate() {
        let net = line.net_amount;
        if money::round_in(net, currency) != net {
            found.add(format!("items[{i}].quantity"), ItemFault::Cents { net, currency });
        }
    }
}

fn line(
    i: usize,
    item: &ItemInput,
    (category, takes_rows_back): (Option<VatCategory>, bool),
    found: &mut Violations,
) -> Option<Line> {
    let at = |name: &str| format!("items[{i}].{name}");
    let description = match &item.description {
        Some(given) => text(&at("description"), given, 1, 500, Shape::Paragraphs, found),
        None => missing(&at("description"), found),
    };
    let quantity = number(&at("quantity"), item.quantity, found);
    let is_wrong =
        |quantity: Decimal| quantity.is_zero() || (quantity.is_sign_negative() && !takes_rows_back);
    if quantity.is_some_and(is_wrong) {
        found.add(at("quantity"), ItemFault::QuantityNotAboveZero);
    }
    let unit_price = number(&at("unit_price"), item.unit_price, found);
    if unit_price.is_some_and(|price| price < Decimal::ZERO) {
        found.add(at("unit_price"), FieldFault::Negative);
    }
    let net_amount = match money::line_net(quantity?, unit_price?) {
        Ok(net) => net,
        Err(error) => {
            found.add(at("quantity"), ItemFault::TooMuch { reason: error });
            return None;
        }
    };
    let stock = stock(i, item, found);
    Some(Line {
        description: description?,
        quantity: quantity?,
        unit: item.unit.unwrap_or_default(),
        unit_price: unit_price?,
        vat_rate: item.vat_rate?,
        tax_treatment: item.tax_treatment.unwrap_or_default(),
        vat_category: category?,
        net_amount,
        advance: None,
        stock,
    })
}

/// The stock item of a line. When no warehouse is named, the stock decides which one is meant.
fn stock(i: usize, item: &ItemInput, found: &mut Violations) -> Option<StockRef> {
    let path = || format!("items[{i}].warehouse_id");
    match (item.stock_item_id, item.warehouse_id) {
        (Some(item), Some(warehouse)) => return Some(StockRef { item, warehouse }),
        (Some(_), None) => found.add(path(), ItemFault::NoWarehouse),
        (None, Some(_)) => found.add(path(), ItemFault::NoStockItem),
        (None, None) => {}
    }
    None
}

/// A required number that has no more digits than can be stored.
fn number(field: &str, given: Option<Decimal>, found: &mut Violations) -> Option<Decimal> {
    let Some(number) = given else { return missing(field, found) };
    LINE_DIGITS.check(number).map_err(|error| found.add(field, error)).ok()?;
    Some(number)
}

fn missing<T>(field: &str, found: &mut Violations) -> Option<T> {
    found.add(field, FieldFault::Required);
    None
}

fn category(
    i: usize,
    rate: VatRate,
    item: &ItemInput,
    seller: &Party,
    reason: Option<&str>,
    found: &mut Violations,
) -> Option<VatCategory> {
    let payer = SellerVat { payer: seller.vat_payer };
    let error = match categorise(payer, rate, item.tax_treatment, reason) {
        Ok(category) => return Some(category),
        Err(error) => error,
    };
    let field = match &error {
        CategoryError::RateNeedsVatPayer { .. } => format!("items[{i}].vat_rate"),
        CategoryError::ReasonNeedsVatPayer { .. } => "exemption_reason".to_owned(),
        _ => format!("items[{i}].tax_treatment"),
    };
    found.add(field, error);
    None
}

/// Checks that all lines of a rate have the same treatment.
fn shared_treatments(items: &[ItemInput], found: &mut Violations) {
    let rated: Vec<(usize, VatRate, &ItemInput)> = items
        .iter()
        .enumerate()
        .filter_map(|(i, item)| item.vat_rate.map(|rate| (i, rate, item)))
        .collect();
    let pairs: Vec<_> = rated
        .iter()
        .map(|(_, rate, item)| (*rate, item.tax_treatment.unwrap_or_default()))
        .collect();
    for conflict in same_rate_same_treatment(&pairs) {
        let (i, first) = (rated[conflict.line].0, rated[conflict.first_line].0);
        let fault = ItemFault::OtherTreatment { expected: conflict.expected, first };
        found.add(format!("items[{i}].tax_treatment"), fault);
    }
}

/// Rules 2 and 3 of the VAT table. Lines with other violations are checked too.
fn whole_document(
    categories: &[Option<VatCategory>],
    request: &InvoiceRequest,
    found: &mut Violations,
) {
    let known: Vec<(usize, VatCategory)> =
        categories.iter().enumerate().filter_map(|(i, category)| Some((i, (*category)?))).collect();
    let only: Vec<VatCategory> = known.iter().map(|(_, category)| *category).collect();
    if let Err(mixed) = outside_scope_stands_alone(&only) {
        found.add(format!("items[{}].vat_rate", known[mixed.line].0), mixed);
    }
    let needs_country = only.iter().any(|category| category.requires_delivery_country());
    if needs_country && request.delivery_address.is_none() {
        found.add("delivery_address", InvoiceFault::NoDeliveryAddress);
    }
}

/// Rule 4 of the VAT table, for the categories and for the treatments that have no category because the supplier has
/// no VAT identifier.
fn supplier_vat_id(
    request: &InvoiceRequest,
    items: &[ItemInput],
    categories: &[Option<VatCategory>],
    seller: &Party,
    found: &mut Violations,
) {
    let crosses = |item: &ItemInput| item.tax_treatment.is_some_and(TaxTreatment::is_cross_border);
    // without a VAT id an exempt supply (E) is read as that of a supplier who is not a VAT payer (O)
    let exempt = |category: &VatCategory| {
        *category == VatCategory::OutsideScope && request.exemption_reason.is_some()
    };
    let needed = items.iter().any(crosses)
        || categories.iter().flatten().any(|c| c.requires_supplier_vat_id() || exempt(c));
    if needed && seller.vat_id().is_none() {
        let field = if request.customer.is_some() { "customer.ic_dph" } else { "customer_id" };
        found.add(field, CustomerFault::NoVatId);
    }
}
