use super::{
    issuance::Issuance,
    limits::MAX_NAME,
    request_contact::RequestContact,
    text::{Shape, text},
};
use crate::faults::{CustomerFault, IdentifierFault};
use crate::{
    Address, AddressInput, Contact, ContactId, CustomerInput, InvoiceRequest, IssuingRecords,
    Party, Violations, identifiers,
};
use refusals::FieldFault;

/// The contact that the request names or describes: exactly one of both is allowed.
pub(super) fn contact(
    request: &InvoiceRequest,
    records: &IssuingRecords,
    issuance: &mut Issuance<'_>,
    found: &mut Violations,
) -> RequestContact {
    match (request.customer_id, &request.customer) {
        (Some(_), Some(_)) => {
            found.add("customer", CustomerFault::NamedTwice);
        }
        (None, None) if found.covers("customer_id") => {}
        (None, None) => found.add("customer", CustomerFault::NotNamed),
        (Some(_), None) => match &records.customer {
            Some(contact) => return RequestContact::Known(contact.clone()),
            None => found.add_missing("customer_id", CustomerFault::NotFound),
        },
        (None, Some(customer)) => {
            if let Some(party) = party("customer.", customer, found) {
                let profile = customer.profile.unwrap_or_default();
                let id = ContactId((issuance.new_id)());
                return RequestContact::New(Contact { id, party, profile });
            }
        }
    }
    RequestContact::Missing
}

/// A party whose fields are below the path `at`, which is empty or ends in a dot.
pub(crate) fn party(at: &str, customer: &CustomerInput, found: &mut Violations) -> Option<Party> {
    let path = |field: &str| format!("{at}{field}");
    let name = match &customer.name {
        Some(name) => text(&path("name"), name, 1, MAX_NAME, Shape::Line, found),
        None => {
            found.add(path("name"), FieldFault::Required);
            None
        }
    };
    let mut identifier =
        |field: &str, value: &Option<String>, form: fn(&str) -> Result<String, IdentifierFault>| {
            let value = value.as_deref()?;
            form(value).map_err(|fault| found.add(path(field), fault)).ok()
        };
    let filled = |value: &Option<String>| value.clone().filter(|text| !text.trim().is_empty());
    let ico = identifier("ico", &customer.ico, identifiers::ico);
    let dic = identifier("dic", &customer.dic, identifiers::dic);
    let ic_dph = identifier("ic_dph", &customer.ic_dph, identifiers::slovak_ic_dph);
    let email = identifier("email", &filled(&customer.email), identifiers::email);
    let phone = identifier("phone", &filled(&customer.phone), identifiers::phone);
    let peppol_id = filled(&customer.peppol_id).and_then(|text| {
        let wrong = |fault| found.add(path("peppol_id"), fault);
        party_identifiers::peppol_id(&text).map_err(wrong).ok()
    });
    let address =
        customer.address.as_ref().and_then(|given| address(&path("address"), given, found));
    Some(Party {
        name: name?,
        ico,
        dic,
        vat_payer: ic_dph.is_some(),
        ic_dph,
        peppol_id,
        address,
        email,
        phone,
        registration: None,
    })
}

/// An address whose parts are below the path `at`.
pub(super) fn address(at: &str, given: &AddressInput, found: &mut Violations) -> Option<Address> {
    const MAX: usize = 300;
    match given {
        AddressInput::Text(plain) => {
            let street = text(at, plain, 0, MAX, Shape::Paragraphs, found)?;
            Some(Address { street, country: "SK".to_owned(), ..Address::default() })
        }
        AddressInput::Parts { street, city, postal_code, country } => {
            let mut part = |field: &str, value: &Option<String>| match value {
                Some(value) => text(&format!("{at}.{field}"), value, 1, MAX, Shape::Line, found),
                None => {
                    found.add(format!("{at}.{field}"), FieldFault::Required);
                    None
                }
            };
            let street = part("street", street);
            let city = part("city", city);
            let postal_code = part("postalCode", postal_code);
            let country = part("country", country).and_then(|country| {
                let wrong = |message| found.add(format!("{at}.country"), message);
                identifiers::country(&country).map_err(wrong).ok()
            });
            Some(Address {
                street: street?,
                city: city?,
                postal_code: postal_code?,
                country: country?,
            })
        }
    }
}
