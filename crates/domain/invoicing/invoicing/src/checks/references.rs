use super::{
    corrections,
    text::{Shape, text},
};
use crate::faults::{AccountFault, CustomerFault, InvoiceFault, NoteFault};
use crate::{
    BankAccount, DeliveryAddress, Firm, InvoiceRequest, InvoiceStatus, InvoiceType, IssuingRecords,
    OriginalReference, Party, SameFirm, Totals, Vehicle, Violation, ViolationKind, Violations,
    identifiers,
    records::{NamedProject, check_project, inherited_project},
};
use money::{Currency, Decimal};
use refusals::FieldFault;

/// The invoice that a credit or debit note refers to (BG-3).
pub(super) fn original(
    request: &InvoiceRequest,
    records: &IssuingRecords,
    found: &mut Violations,
) -> Option<OriginalReference> {
    request.original_invoice_id?;
    const FIELD: &str = "original_invoice_id";
    if !request.invoice_type.is_some_and(InvoiceType::is_note) && !found.covers("type") {
        found.add(FIELD, NoteFault::NotANote);
        return None;
    }
    let Some(original) = &records.original else {
        found.add_missing(FIELD, NoteFault::NoOriginal);
        return None;
    };
    if original.invoice_type == InvoiceType::Proforma {
        found.add(FIELD, NoteFault::OfProforma);
    }
    let credits = request.invoice_type == Some(InvoiceType::CreditNote);
    if credits && original.invoice_type == InvoiceType::CreditNote {
        found.add(FIELD, NoteFault::OfCreditNote);
    }
    if matches!(original.status, InvoiceStatus::Draft | InvoiceStatus::PendingApproval) {
        found.add(FIELD, NoteFault::OfDraft);
    }
    if original.is_settled {
        found.add(FIELD, NoteFault::OfSettledAdvance);
    }
    if original.status == InvoiceStatus::Cancelled {
        found.add(FIELD, NoteFault::OfCancelled);
    }
    Some(OriginalReference {
        id: original.id,
        number: original.number.clone(),
        issue_date: original.issue_date,
        tax_date: original.taxed.is_some().then_some(original.tax_date),
    })
}

/// Checks that the other party of a note is that of its original, as far as their numbers show it.
pub(super) fn customer_of_original(
    request: &InvoiceRequest,
    records: &IssuingRecords,
    customer: Option<&Party>,
    found: &mut Violations,
) {
    let original = records.original.as_ref().filter(|_| request.original_invoice_id.is_some());
    let Some((original, customer)) = original.and_then(|o| o.customer.as_ref()).zip(customer)
    else {
        return;
    };
    if Firm::of(customer).same_as(&Firm::of(original)) == SameFirm::No {
        let field = if request.customer_id.is_some() { "customer_id" } else { "customer" };
        found.add(field, CustomerFault::NotOfOriginal { name: original.name.clone() });
    }
}

/// The part of a credit note that is set against its original: it lowers the outstanding amount of the original, and
/// only the rest is to be refunded.
pub(super) fn set_against(
    request: &InvoiceRequest,
    records: &IssuingRecords,
    totals: &Totals,
) -> Decimal {
    let original = corrections::credited(request, records);
    original.map_or(Decimal::ZERO, |original| original.balance.taken_up(totals.total))
}

/// The account to pay to: the named one, or else the default account of the currency.
///
/// A self-billed invoice is paid to the supplier, whose account is not known here, so it has an account only when the
/// request names one.
pub(super) fn bank_account(
    request: &InvoiceRequest,
    records: &IssuingRecords,
    currency: Currency,
    self_billed: bool,
    found: &mut Violations,
) -> Option<BankAccount> {
    let accounts = &records.bank_accounts;
    let Some(id) = request.bank_account_id else {
        let in_currency = || accounts.iter().filter(|account| account.currency == currency);
        let chosen = in_currency().find(|a| a.is_default).or_else(|| in_currency().next());
        return chosen.filter(|_| !self_billed).cloned();
    };
    let Some(account) = accounts.iter().find(|account| account.id == id) else {
        found.add_missing("bank_account_id", AccountFault::NotFound);
        return None;
    };
    if account.currency != currency && !found.covers("currency") {
        found.push(Violation {
            field: "bank_account_id".into(),
            message: AccountFault::OtherCurrency { account: account.currency, currency }.into(),
            kind: ViolationKind::BankAccountCurrency,
        });
    }
    Some(account.clone())
}

/// The vehicle, named by id or by plate.
pub(super) fn vehicle(
    request: &InvoiceRequest,
    records: &IssuingRecords,
    found: &mut Violations,
) -> Option<Vehicle> {
    if let Some(plate) = &request.vehicle_plate {
        text("vehicle_plate", plate, 1, 20, Shape::Line, found);
    }
    let asked = match (request.vehicle_id, &request.vehicle_plate) {
        (None, None) => return None,
        (Some(_), _) => "vehicle_id",
        (None, Some(_)) => "vehicle_plate",
    };
    let Some(vehicle) = &records.vehicle else {
        found.add_missing(asked, InvoiceFault::VehicleNotFound);
        return None;
    };
    let plate = request.vehicle_plate.as_deref().map(identifiers::normalize_plate);
    if plate.is_some_and(|plate| plate != vehicle.plate) {
        found.add("vehicle_plate", InvoiceFault::OtherPlate);
    }
    Some(vehicle.clone())
}

/// The project: the named one, or that of its original or its advances, which may be closed by now.
pub(super) fn project<'a>(
    request: &InvoiceRequest,
    records: &'a IssuingRecords,
    found: &mut Violations,
) -> Option<&'a NamedProject> {
    let known = records.project.as_ref();
    let inherited = inherited_project(records.original.as_ref(), &records.advances);
    let wanted = request.project_id.unwrap_or(inherited)?;
    let known = known.filter(|project| project.id == wanted);
    if request.project_id.is_some() && inherited != Some(wanted) {
        check_project("project_id", known, found);
    }
    known
}

/// The delivery address (BG-15).
pub(super) fn delivery_address(
    request: &InvoiceRequest,
    found: &mut Violations,
) -> Option<DeliveryAddress> {
    const MAX: usize = 300;
    let given = request.delivery_address.as_ref()?;
    let name = given
        .name
        .as_deref()
        .and_then(|name| text("delivery_address.name", name, 0, MAX, Shape::Line, found));
    let mut part = |name: &str, value: &Option<String>| {
        let field = format!("delivery_address.{name}");
        match value {
            Some(value) => text(&field, value, 1, MAX, Shape::Line, found),
            None => {
                found.add(field, FieldFault::Required);
                None
            }
        }
    };
    let street = part("street", &given.street);
    let city = part("city", &given.city);
    let zip = part("zip", &given.zip);
    let country = part("country", &given.country).and_then(|country| {
        let wrong = |message| found.add("delivery_address.country", message);
        identifiers::country(&country).map_err(wrong).ok()
    });
    Some(DeliveryAddress { name, street: street?, city: city?, zip: zip?, country: country? })
}
