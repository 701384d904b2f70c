//! An invoice from request to UBL, with no server and no database.

use access::{OrganizationId, Tier};
use invoicing::{
    Address, InvoiceRequest, Issuance, IssuingRecords, ItemInput, Organization, Party,
};
use std::error::Error;
use time::OffsetDateTime;
use uuid::Uuid;
use vat_categories::VatRate;

fn main() -> Result<(), Box<dyn Error>> {
    let now = OffsetDateTime::now_utc();
    let address = Address::new("Drevárska 12", "Žilina", "010 01", "SK");
    let firm =
        Party::new("Stolárstvo Dubák s.r.o.").with_ic_dph("SK2023227894").with_address(address);
    let seller = IssuingRecords::of(Organization::of(OrganizationId(Uuid::now_v7()), firm, now));

    let address = Address::new("Hlavná 1", "Košice", "040 01", "SK");
    let customer = Party::new("Nábytok a syn, a.s.").with_dic("2020317068").with_address(address);
    let chairs = ItemInput::new("Dubová stolička", 4, 85, VatRate::TwentyThree);
    let request = InvoiceRequest::new(customer, vec![chairs]);

    let draft = invoicing::check(&request, &seller, &mut Issuance::at(now, Uuid::now_v7))?;
    let invoice = draft.issue("FA20260001")?.invoice;
    let ubl = ubl_builder::build(&invoice.document, &ubl_builder::Options::of(Tier::Live));
    println!("{}", ubl.xml);
    Ok(())
}
