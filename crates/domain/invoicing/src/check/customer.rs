use super::{
    Issuance, RequestContact,
    text::{Shape, text},
};
use crate::{
    Address, AddressInput, Contact, CustomerInput, InvoiceRequest, IssuingRecords, Party,
    Violation, ViolationKind, Violations, identifiers,
};

/// The contact that the request names or brings: exactly one of both.
pub(super) fn contact(
    request: &InvoiceRequest,
    records: &IssuingRecords,
    issuance: &mut Issuance<'_>,
    found: &mut Violations,
) -> RequestContact {
    match (request.customer_id, &request.customer) {
        (Some(_), Some(_)) => {
            found.add("customer", "must not be combined with customer_id: send one of them");
        }
        (None, None) if found.covers("customer_id") => {}
        (None, None) => found.add("customer", "is required, or customer_id"),
        (Some(_), None) => match &records.customer {
            Some(contact) => return RequestContact::Known(contact.clone()),
            None => found.push(Violation {
                field: "customer_id".into(),
                message: "customer not found".into(),
                kind: ViolationKind::NotFound,
            }),
        },
        (None, Some(customer)) => {
            if let Some(party) = party(customer, found) {
                return RequestContact::New(Contact { id: (issuance.new_id)(), party });
            }
        }
    }
    RequestContact::Missing
}

fn party(customer: &CustomerInput, found: &mut Violations) -> Option<Party> {
    let name = match &customer.name {
        Some(name) => text("customer.name", name, 1, 300, Shape::Line, found),
        None => {
            found.add("customer.name", "is required");
            None
        }
    };
    let mut identifier =
        |field: &str, value: &Option<String>, form: fn(&str) -> Result<String, &'static str>| {
            let value = value.as_deref()?;
            form(value).map_err(|message| found.add(field, message)).ok()
        };
    let filled = |value: &Option<String>| value.clone().filter(|text| !text.trim().is_empty());
    let ico = identifier("customer.ico", &customer.ico, identifiers::ico);
    let dic = identifier("customer.dic", &customer.dic, identifiers::dic);
    let ic_dph = identifier("customer.ic_dph", &customer.ic_dph, identifiers::ic_dph);
    let email = identifier("customer.email", &filled(&customer.email), identifiers::email);
    let phone = identifier("customer.phone", &filled(&customer.phone), identifiers::phone);
    let address = customer.address.as_ref().and_then(|given| address(given, found));
    Some(Party {
        name: name?,
        ico,
        dic,
        vat_payer: ic_dph.is_some(),
        ic_dph,
        address,
        email,
        phone,
        registration: None,
    })
}

fn address(given: &AddressInput, found: &mut Violations) -> Option<Address> {
    const MAX: usize = 300;
    match given {
        AddressInput::Text(plain) => {
            let street = text("customer.address", plain, 0, MAX, Shape::Paragraphs, found)?;
            Some(Address { street, country: "SK".to_owned(), ..Address::default() })
        }
        AddressInput::Parts { street, city, postal_code, country } => {
            let mut part = |field: &str, value: &Option<String>| match value {
                Some(value) => text(field, value, 1, MAX, Shape::Line, found),
                None => {
                    found.add(field, "is required");
                    None
                }
            };
            let street = part("customer.address.street", street);
            let city = part("customer.address.city", city);
            let postal_code = part("customer.address.postalCode", postal_code);
            let country = part("customer.address.country", country).and_then(|country| {
                let wrong = |message| found.add("customer.address.country", message);
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
