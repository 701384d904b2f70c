//! Seller, buyer, payee, tax representative (BG-4, BG-7, BG-10, BG-11).

use crate::conversion::Conversion;
use crate::loss::{LossKind, REPEATED, Reason};
use crate::parts::Parts;
use crate::tree::{Element, attribute, children, own_text};
use xml::white_space::trimmed;

const ONE_IDENTIFIER: Reason = Reason::new(
    LossKind::Contradicts,
    "UBL takes one identifier of this party; another is carried",
);

const ONE_CONTACT_NAME: Reason = Reason::new(
    LossKind::Contradicts,
    "UBL takes one name of a contact (BT-41, BT-56); the person's is carried",
);

const OTHER_REGISTRATION: Reason = Reason::new(
    LossKind::NoTerm,
    "EN 16931 knows tax registrations of schemes VA and, of the seller, FC; this is another",
);

const NO_CREDITOR: Reason =
    Reason::new(LossKind::Homeless, "there is neither payee nor seller to be this creditor");

/// From AccountingSupplierParty to TaxRepresentativeParty.
pub(crate) fn write(c: &mut Conversion, parts: &Parts<'_>) {
    let seller = c.first(parts.agreement, "SellerTradeParty");
    let buyer = c.first(parts.agreement, "BuyerTradeParty");
    let payee = c.first(parts.settlement, "PayeeTradeParty");
    let representative = c.first(parts.agreement, "SellerTaxRepresentativeTradeParty");
    let creditor = c.first(parts.settlement, "CreditorReferenceID");
    c.note(creditor, NO_CREDITOR);
    let sellers_creditor = creditor.filter(|_| payee.is_none());
    c.group("AccountingSupplierParty", |c| {
        c.group("Party", |c| trading(c, seller, Whose::Seller, sellers_creditor));
    });
    c.group("AccountingCustomerParty", |c| {
        c.group("Party", |c| trading(c, buyer, Whose::Buyer, None));
    });
    c.group("PayeeParty", |c| write_payee(c, payee, creditor));
    c.group("TaxRepresentativeParty", |c| {
        let own = c.first(representative, "Name");
        name(c, own);
        address(c, "PostalAddress", representative);
        registrations(c, representative, Whose::Representative);
    });
}

/// Whose party is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Seller,
    Buyer,
    Representative,
}

fn trading(
    c: &mut Conversion,
    party: Option<Element<'_>>,
    whose: Whose,
    creditor: Option<Element<'_>>,
) {
    let endpoint = c.at(party, &["URIUniversalCommunication", "URIID"]);
    c.code_with("EndpointID", endpoint, &["schemeID"]);
    if whose == Whose::Seller {
        for id in children(party, "ID").chain(children(party, "GlobalID")) {
            identification(c, Some(id));
        }
    } else {
        one_identification(c, party);
    }
    write_creditor(c, creditor);
    let organization = c.first(party, "SpecifiedLegalOrganization");
    let trading_name = c.first(organization, "TradingBusinessName");
    name(c, trading_name);
    address(c, "PostalAddress", party);
    registrations(c, party, whose);
    c.group("PartyLegalEntity", |c| {
        let legal_name = c.first(party, "Name");
        c.text("RegistrationName", legal_name);
        let id = c.first(organization, "ID");
        c.code_with("CompanyID", id, &["schemeID"]);
        if whose == Whose::Seller {
            let legal_form = c.first(party, "Description");
            c.text("CompanyLegalForm", legal_form);
        }
    });
    contact(c, party);
}

fn write_payee(c: &mut Conversion, payee: Option<Element<'_>>, creditor: Option<Element<'_>>) {
    if payee.is_none() {
        return;
    }
    one_identification(c, payee);
    write_creditor(c, creditor);
    let own = c.first(payee, "Name");
    name(c, own);
    c.group("PartyLegalEntity", |c| {
        let id = c.at(payee, &["SpecifiedLegalOrganization", "ID"]);
        c.code_with("CompanyID", id, &["schemeID"]);
    });
}

fn name(c: &mut Conversion, from: Option<Element<'_>>) {
    c.group("PartyName", |c| c.text("Name", from));
}

fn identification(c: &mut Conversion, id: Option<Element<'_>>) {
    c.group("PartyIdentification", |c| c.code_with("ID", id, &["schemeID"]));
}

fn one_identification(c: &mut Conversion, party: Option<Element<'_>>) {
    c.group("PartyIdentification", |c| one_identifier(c, party));
}

/// The one with a scheme rather than the one without.
pub(crate) fn one_identifier(c: &mut Conversion, party: Option<Element<'_>>) {
    let global = c.first(party, "GlobalID");
    let local = c.first(party, "ID");
    c.code_with("ID", global.or(local), &["schemeID"]);
    if let (Some(global), Some(local)) = (global, local) {
        c.echo(global, local, ONE_IDENTIFIER);
    }
}

/// BT-90, which UBL has as an identifier of who is paid.
fn write_creditor(c: &mut Conversion, creditor: Option<Element<'_>>) {
    c.group("PartyIdentification", |c| c.under_scheme("ID", creditor, "SEPA"));
}

/// Whether an address is in Germany.
pub(crate) fn is_in_germany(c: &mut Conversion, party: Option<Element<'_>>) -> bool {
    let country = c.at(party, &["PostalTradeAddress", "CountryID"]);
    country.is_some_and(|country| trimmed(&own_text(country)) == "DE")
}

/// BT-31 (VA) and BT-32 (FC, of sellers). UBL takes one of each. BT-32 may have any scheme but VAT there: Germans write FC,
/// the others TAX, as Peppol does; of Norwegian sellers NO-R-002 knows no other.
fn registrations(c: &mut Conversion, party: Option<Element<'_>>, whose: Whose) {
    let mut seen = [false; 2];
    let other_tax = if is_in_germany(c, party) { "FC" } else { "TAX" };
    for registration in children(party, "SpecifiedTaxRegistration") {
        let Some(id) = c.first(Some(registration), "ID") else { continue };
        let scheme = attribute(id, "schemeID").map(|(_, scheme)| trimmed(scheme));
        let (place, tax) = match scheme {
            // VAT is a misspelling that is met, and what UBL calls it
            Some("VA" | "VAT") => (0, "VAT"),
            Some("FC") if whose == Whose::Seller => (1, other_tax),
            _ => {
                c.note(Some(registration), OTHER_REGISTRATION);
                continue;
            }
        };
        if std::mem::replace(&mut seen[place], true) {
            c.note(Some(registration), REPEATED);
            continue;
        }
        c.group("PartyTaxScheme", |c| {
            c.code("CompanyID", Some(id));
            c.group("TaxScheme", |c| c.fixed("ID", tax));
        });
        c.implied_attribute(id, "schemeID");
    }
}

/// An address (BG-5 and its like).
pub(crate) fn address(c: &mut Conversion, group: &str, party: Option<Element<'_>>) {
    let from = c.first(party, "PostalTradeAddress");
    c.group(group, |c| {
        for (name, source) in [
            ("StreetName", "LineOne"),
            ("AdditionalStreetName", "LineTwo"),
            ("CityName", "CityName"),
            ("PostalZone", "PostcodeCode"),
            ("CountrySubentity", "CountrySubDivisionName"),
        ] {
            let part = c.first(from, source);
            c.text(name, part);
        }
        let third = c.first(from, "LineThree");
        c.group("AddressLine", |c| c.text("Line", third));
        let country = c.first(from, "CountryID");
        c.group("Country", |c| c.code("IdentificationCode", country));
    });
}

/// BG-6 and BG-9: a person, else a department.
fn contact(c: &mut Conversion, party: Option<Element<'_>>) {
    let contact = c.first(party, "DefinedTradeContact");
    let person = c.first(contact, "PersonName");
    let department = c.first(contact, "DepartmentName");
    c.group("Contact", |c| {
        c.text("Name", person.or(department));
        let telephone = c.at(contact, &["TelephoneUniversalCommunication", "CompleteNumber"]);
        c.text("Telephone", telephone);
        let mail = c.at(contact, &["EmailURIUniversalCommunication", "URIID"]);
        c.code("ElectronicMail", mail);
    });
    if let (Some(person), Some(department)) = (person, department) {
        c.echo(person, department, ONE_CONTACT_NAME);
    }
}
