//! Seller, buyer, tax representative, payee, and who is delivered to (BG-4, BG-7, BG-11, BG-10, BG-13).

use crate::{
    conversion::Conversion,
    tree::{Element, at, attribute, children, value},
};

/// The scheme under which UBL has the creditor of direct debits (BT-90) among the identifiers.
pub(crate) const CREDITOR: &str = "SEPA";

/// Whose party is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    Seller,
    Buyer,
    Representative,
}

/// Seller or buyer.
pub(crate) fn trading(c: &mut Conversion, party: Option<Element<'_>>, whose: Whose) {
    identifiers(c, party);
    let legal = at(party, &["PartyLegalEntity"]);
    c.text("Name", at(legal, &["RegistrationName"]));
    if whose == Whose::Seller {
        c.text("Description", at(legal, &["CompanyLegalForm"])); // BT-33
    }
    c.group("SpecifiedLegalOrganization", |c| {
        c.code("ID", at(legal, &["CompanyID"]), &["schemeID"]);
        c.text("TradingBusinessName", at(party, &["PartyName", "Name"]));
    });
    contact(c, at(party, &["Contact"]));
    address(c, at(party, &["PostalAddress"]));
    c.group("URIUniversalCommunication", |c| {
        c.code("URIID", at(party, &["EndpointID"]), &["schemeID"]);
    });
    registrations(c, party, whose);
}

/// BG-11 with BG-12.
pub(crate) fn representative(c: &mut Conversion, party: Option<Element<'_>>) {
    c.text("Name", at(party, &["PartyName", "Name"]));
    address(c, at(party, &["PostalAddress"]));
    registrations(c, party, Whose::Representative);
}

/// BG-10.
pub(crate) fn payee(c: &mut Conversion, party: Option<Element<'_>>) {
    identifiers(c, party);
    c.text("Name", at(party, &["PartyName", "Name"]));
    c.group("SpecifiedLegalOrganization", |c| {
        c.code("ID", at(party, &["PartyLegalEntity", "CompanyID"]), &["schemeID"]);
    });
}

/// Identifiers: those of no scheme are `ID`, the others `GlobalID`.
fn identifiers(c: &mut Conversion, party: Option<Element<'_>>) {
    let all = || children(party, "PartyIdentification").flat_map(|one| children(Some(one), "ID"));
    for id in all().filter(|id| attribute(*id, "schemeID").is_none()) {
        c.code("ID", Some(id), &[]);
    }
    let is_global =
        |id: &Element<'_>| attribute(*id, "schemeID").is_some_and(|scheme| scheme != CREDITOR);
    for id in all().filter(is_global) {
        c.code("GlobalID", Some(id), &["schemeID"]);
    }
}

/// An address (BG-5 and its like).
pub(crate) fn address(c: &mut Conversion, from: Option<Element<'_>>) {
    c.group("PostalTradeAddress", |c| {
        c.text("PostcodeCode", at(from, &["PostalZone"]));
        c.text("LineOne", at(from, &["StreetName"]));
        c.text("LineTwo", at(from, &["AdditionalStreetName"]));
        c.text("LineThree", at(from, &["AddressLine", "Line"]));
        c.text("CityName", at(from, &["CityName"]));
        c.code("CountryID", at(from, &["Country", "IdentificationCode"]), &[]);
        c.text("CountrySubDivisionName", at(from, &["CountrySubentity"]));
    });
}

/// BG-6 and BG-9.
fn contact(c: &mut Conversion, from: Option<Element<'_>>) {
    c.group("DefinedTradeContact", |c| {
        c.text("PersonName", at(from, &["Name"]));
        c.group("TelephoneUniversalCommunication", |c| {
            c.text("CompleteNumber", at(from, &["Telephone"]));
        });
        c.group("EmailURIUniversalCommunication", |c| {
            c.code("URIID", at(from, &["ElectronicMail"]), &[]);
        });
    });
}

/// The VAT identifier (VA: BT-31, BT-48, BT-63), and the tax registration, which UBL has under any other scheme (FC: BT-32):
/// of the seller alone, others have no term for it.
fn registrations(c: &mut Conversion, party: Option<Element<'_>>, whose: Whose) {
    for registration in children(party, "PartyTaxScheme") {
        let id = at(Some(registration), &["CompanyID"]);
        let scheme = at(Some(registration), &["TaxScheme", "ID"]);
        let code = match &*value(scheme) {
            "VAT" => "VA",
            _ if whose == Whose::Seller => "FC",
            _ => continue,
        };
        c.group("SpecifiedTaxRegistration", |c| c.under_scheme("ID", id, code));
        scheme.into_iter().for_each(|scheme| c.carried(scheme));
    }
}

/// BG-13 and BG-15: to whom and where.
pub(crate) fn ship_to(c: &mut Conversion, delivery: Option<Element<'_>>) {
    let location = at(delivery, &["DeliveryLocation"]);
    c.group("ShipToTradeParty", |c| {
        let id = at(location, &["ID"]);
        let is_global = id.is_some_and(|id| attribute(id, "schemeID").is_some());
        c.code(if is_global { "GlobalID" } else { "ID" }, id, &["schemeID"]);
        c.text("Name", at(delivery, &["DeliveryParty", "PartyName", "Name"]));
        address(c, at(location, &["Address"]));
    });
}
