//! A request that is wrong says everything that is wrong; a right one becomes an invoice.

use access::OrganizationId;
use invoicing::{InvoiceRequest, Issuance, IssuingRecords, ItemInput, Organization, Party, check};
use std::error::Error;
use time::macros::datetime;
use uuid::Uuid;
use vat_categories::VatRate;

fn main() -> Result<(), Box<dyn Error>> {
    let now = datetime!(2026-11-21 10:00 UTC);
    let firm = Party::new("Stolárstvo Dubák s.r.o.").with_ic_dph("SK2023227899");
    let records = IssuingRecords::of(Organization::of(OrganizationId(Uuid::now_v7()), firm, now));
    let mut issuance = Issuance::at(now, Uuid::now_v7);

    let chairs = ItemInput::new("Dubová stolička", 4, 85, VatRate::TwentyThree);
    let nothing = ItemInput { quantity: Some(0.into()), description: None, ..chairs.clone() };
    let customer = Party::new("Nábytok a syn, a.s.");
    let wrong = InvoiceRequest::new(customer.clone().with_ico("123"), vec![nothing]);
    if let Err(violations) = check(&wrong, &records, &mut issuance) {
        println!("Refused:");
        for violation in violations.as_slice() {
            println!("  {}: {}", violation.field, violation.message);
        }
    }

    let request = InvoiceRequest::new(customer, vec![chairs]);
    let draft = check(&request, &records, &mut issuance)?;
    let number = records.series.number(now.year(), 1);
    let invoice = draft.issue(&number)?.invoice;
    let totals = invoice.document.totals;
    println!("Issued {number}, due {}:", invoice.document.due_date);
    println!("  {} + {} VAT = {} EUR", totals.subtotal, totals.vat_total, totals.total);
    Ok(())
}
