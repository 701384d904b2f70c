//! An invoice from request to UBL, with no server and no database.

use access::{OrganizationId, Tier};
use invoicing::{Address, AddressInput, CustomerInput, InvoiceRequest, Issuance, IssuingRecords};
use invoicing::{ItemInput, Organization, Party, Violations, check};
use ubl_builder::{Options, build};
use uuid::Uuid;
use vat_categories::VatRate;

fn main() -> Result<(), Violations> {
    let some = |text: &str| Some(text.to_owned());
    let now = time::OffsetDateTime::now_utc();
    let [street, city, postal_code, country] =
        ["Drevárska 12", "Žilina", "010 01", "SK"].map(String::from);
    let mut firm = Party { name: "Stolárstvo Dubák s.r.o.".into(), ..Party::default() };
    (firm.ico, firm.ic_dph) = (some("46113177"), some("SK2023227894"));
    firm.address = Some(Address { street, city, postal_code, country });
    let records = IssuingRecords::of(Organization::of(OrganizationId(Uuid::now_v7()), firm, now));

    let [street, city, postal_code, country] = ["Hlavná 1", "Košice", "040 01", "SK"].map(some);
    let address = Some(AddressInput::Parts { street, city, postal_code, country });
    let (name, dic) = (some("Nábytok a syn, a.s."), some("2020317068"));
    let customer = CustomerInput { name, dic, address, ..CustomerInput::default() };
    let (quantity, unit_price) = (Some(4.into()), Some(85.into()));
    let (description, vat_rate) = (some("Dubová stolička"), Some(VatRate::TwentyThree));
    let item = ItemInput { description, quantity, unit_price, vat_rate, ..ItemInput::default() };
    let (customer, items) = (Some(customer), Some(vec![item]));
    let request = InvoiceRequest { customer, items, ..InvoiceRequest::default() };

    let mut issuance = Issuance::at(now, Uuid::now_v7);
    let draft = check(&request, Violations::new(), &records, &mut issuance)?;
    let invoice = draft.issue("FA20260001").invoice;
    let ubl = build(&invoice.document, &Options { network: Tier::Live, attachments: &[] });
    println!("{}", ubl.xml);
    Ok(())
}
