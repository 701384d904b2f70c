//! Seller (BG-4) and buyer (BG-7).

use crate::{
    Rules,
    electronic_address::{electronic_address, slovak_dic},
    writer::UblWriter,
};
use access::Tier;
use invoicing::{Address, Document, Party};

/// The seller with its address (BG-5) and contact (BG-6). Where a contact has to have a name (BR-DE-5), the firm's is its
/// contact point: phone and mail are the firm's, too.
pub(crate) fn seller(xml: &mut UblWriter, document: &Document, network: Tier, rules: Rules) {
    let seller = &document.seller;
    xml.group("AccountingSupplierParty", |xml| {
        xml.group("Party", |xml| {
            endpoint(xml, seller, network); // BT-34
            name(xml, seller); // BT-28
            address(xml, seller);
            if !document.is_outside_scope() {
                tax_scheme(xml, "VAT", seller.vat_id()); // BT-31
            }
            tax_scheme(xml, "TAX", slovak_dic(seller)); // BT-32
            xml.group("PartyLegalEntity", |xml| {
                legal_entity(xml, seller); // BT-27, BT-30
                xml.optional("CompanyLegalForm", seller.registration.as_deref()); // BT-33
            });
            let point = (rules == Rules::German).then_some(&*seller.name);
            contact(xml, seller, point); // BT-41, BT-42, BT-43
        });
    });
}

/// The buyer with its address (BG-8) and contact (BG-9).
pub(crate) fn buyer(xml: &mut UblWriter, document: &Document, network: Tier) {
    let buyer = &document.buyer;
    xml.group("AccountingCustomerParty", |xml| {
        xml.group("Party", |xml| {
            endpoint(xml, buyer, network); // BT-49
            name(xml, buyer); // BT-45
            address(xml, buyer);
            if !document.is_outside_scope() {
                tax_scheme(xml, "VAT", buyer.vat_id()); // BT-48
            }
            xml.group("PartyLegalEntity", |xml| legal_entity(xml, buyer)); // BT-44, BT-47
            contact(xml, buyer, None); // BT-57, BT-58
        });
    });
}

fn endpoint(xml: &mut UblWriter, party: &Party, network: Tier) {
    if let Some(address) = electronic_address(party, network) {
        xml.leaf_with("EndpointID", &[("schemeID", address.scheme)], address.value);
    }
}

/// The trading name, which is the legal one: some readers look for the name of a party here and nowhere else.
fn name(xml: &mut UblWriter, party: &Party) {
    xml.group("PartyName", |xml| xml.leaf("Name", &party.name));
}

fn address(xml: &mut UblWriter, party: &Party) {
    let address = party.address.clone().unwrap_or_default();
    let country = party.country();
    xml.group("PostalAddress", |xml| postal_address(xml, &address, country));
}

/// An address: up to three lines, city, postal code, country.
pub(crate) fn postal_address(xml: &mut UblWriter, address: &Address, country: Option<&str>) {
    let mut lines = address.street.lines().map(str::trim).filter(|line| !line.is_empty());
    xml.optional("StreetName", lines.next()); // BT-35, BT-50, BT-75
    xml.optional("AdditionalStreetName", lines.next()); // BT-36, BT-51, BT-76
    xml.leaf("CityName", &address.city); // BT-37, BT-52, BT-77
    xml.leaf("PostalZone", &address.postal_code); // BT-38, BT-53, BT-78
    let rest = lines.collect::<Vec<_>>().join(", ");
    xml.group("AddressLine", |xml| xml.leaf("Line", &rest)); // BT-162, BT-163, BT-165
    xml.group("Country", |xml| xml.optional("IdentificationCode", country)); // BT-40, BT-55, BT-80
}

fn tax_scheme(xml: &mut UblWriter, scheme: &str, id: Option<&str>) {
    let Some(id) = id else { return };
    xml.group("PartyTaxScheme", |xml| {
        xml.leaf("CompanyID", id);
        xml.group("TaxScheme", |xml| xml.leaf("ID", scheme));
    });
}

fn legal_entity(xml: &mut UblWriter, party: &Party) {
    xml.leaf("RegistrationName", &party.name);
    let Some(ico) = party.ico.as_deref() else { return };
    match registration_scheme(party) {
        Some(scheme) => xml.leaf_with("CompanyID", &[("schemeID", scheme)], ico),
        None => xml.leaf("CompanyID", ico),
    }
}

/// The scheme of an IČO in ISO 6523 (BT-30-1, BT-47-1): 0158 is the Slovak register, 0154 the
/// Czech one.
fn registration_scheme(party: &Party) -> Option<&'static str> {
    match party.country() {
        Some("SK") | None => Some("0158"),
        Some("CZ") => Some("0154"),
        Some(_) => None,
    }
}

fn contact(xml: &mut UblWriter, party: &Party, point: Option<&str>) {
    xml.group("Contact", |xml| {
        xml.optional("Name", point);
        xml.optional("Telephone", party.phone.as_deref());
        xml.optional("ElectronicMail", party.email.as_deref());
    });
}
