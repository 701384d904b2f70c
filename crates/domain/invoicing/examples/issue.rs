//! A request that is wrong says everything that is wrong; a right one becomes an invoice.

use access::OrganizationId;
use invoicing::{
    CustomerInput, InvoiceRequest, Issuance, IssuingRecords, ItemInput, Organization, Party,
    Violations, check,
};
use money::Decimal;
use time::macros::datetime;
use uuid::Uuid;
use vat_categories::VatRate;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let now = datetime!(2026-11-21 10:00 UTC);
    let firm = Party {
        name: "Stolárstvo Dubák s.r.o.".into(),
        ic_dph: Some("SK2023227894".into()),
        ..Party::default()
    };
    let records = IssuingRecords::of(Organization::of(OrganizationId(Uuid::now_v7()), firm, now));
    let mut issuance = Issuance::at(now, Uuid::now_v7);

    let mut request = InvoiceRequest {
        customer: Some(CustomerInput { ico: Some("123".into()), ..CustomerInput::default() }),
        items: Some(vec![ItemInput { quantity: Some(Decimal::ZERO), ..ItemInput::default() }]),
        due_days: Some(400),
        ..InvoiceRequest::default()
    };
    if let Err(violations) = check(&request, Violations::new(), &records, &mut issuance) {
        println!("Refused:");
        for violation in violations.as_slice() {
            println!("  {}: {}", violation.field, violation.message);
        }
    }

    request.due_days = None;
    let name = Some("Nábytok a syn, a.s.".to_owned());
    request.customer = Some(CustomerInput { name, ..CustomerInput::default() });
    request.items = Some(vec![ItemInput {
        description: Some("Dubová stolička".into()),
        quantity: Some(4.into()),
        unit_price: Some(85.into()),
        vat_rate: Some(VatRate::TwentyThree),
        ..ItemInput::default()
    }]);
    let draft = check(&request, Violations::new(), &records, &mut issuance)?;
    let number = records.series.number(now.year(), 1);
    let invoice = draft.issue(&number)?.invoice;
    let totals = invoice.document.totals;
    println!("Issued {number}, due {}:", invoice.document.due_date);
    println!("  {} + {} VAT = {} EUR", totals.subtotal, totals.vat_total, totals.total);
    Ok(())
}
