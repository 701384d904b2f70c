//! An invoice from request to UBL, with no server and no database.

use access::{OrganizationId, Tier};
use invoicing::{Address, Issuance, IssuingRecords, ItemInput, Organization, Party};
use uuid::Uuid;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let now = time::OffsetDateTime::now_utc();
    let address = Address::new("Drevárska 12", "Žilina", "010 01", "SK");
    let firm = Party::new("Stolárstvo Dubák s.r.o.").with_ic_dph("SK2023227899").at(address);
    let seller = IssuingRecords::of(Organization::of(OrganizationId(Uuid::now_v7()), firm, now));

    let address = Address::new("Hlavná 1", "Košice", "040 01", "SK");
    let customer = Party::new("Nábytok a syn, a.s.").with_dic("2020317068").at(address);
    let chairs = ItemInput::new("Dubová stolička", 4, 85, vat_categories::VatRate::TwentyThree);
    let request = invoicing::InvoiceRequest::new(customer, vec![chairs]);

    let draft = invoicing::check(&request, &seller, &mut Issuance::at(now, Uuid::now_v7))?;
    let invoice = draft.issue("FA20260001")?.invoice;
    let ubl = ubl_builder::build(&invoice.document, &ubl_builder::Options::of(Tier::Live));
    println!("{}", ubl.xml);
    Ok(())
}
