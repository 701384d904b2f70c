use super::{
    customer,
    limits::MAX_REGISTRATION,
    text::{Shape, text},
};
use crate::faults::{CustomerFault, IdentifierFault};
use crate::{Address, CustomerInput, OrganizationInput, Party, Violations, identifiers};

/// Checks an organization that is to be created: as strictly as a customer, and further because it is to issue
/// invoices. The country is Slovakia unless the request names another; an organization with an IČ DPH charges VAT.
///
/// `None` when there are violations, which are added to `found`.
pub fn check_organization(input: &OrganizationInput, found: &mut Violations) -> Option<Party> {
    let party = customer::party("", &input.party, found);
    if input.party.ico.is_none() && input.party.dic.is_none() {
        found.add("ico", CustomerFault::NoNumber);
    }
    let registration = input.registration.as_deref();
    let registration = registration
        .and_then(|line| text("registration", line, 0, MAX_REGISTRATION, Shape::Line, found));
    let country = country(&input.country, &input.party, found);
    if input.vat_payer == Some(false) && input.party.ic_dph.is_some() {
        found.add("vat_payer", CustomerFault::Payer);
    }
    let party = party.filter(|_| found.is_empty())?;
    let address = party.address.clone().unwrap_or_default();
    // with the country before it, a Slovak DIČ would not be recognized
    let dic = party.dic.as_deref().map(|dic| dic.strip_prefix("SK").unwrap_or(dic).to_owned());
    Some(Party {
        dic: dic.filter(|dic| dic.len() == 10).or_else(|| party.dic.clone()),
        address: Some(Address { country: country.unwrap_or_else(|| "SK".to_owned()), ..address }),
        vat_payer: party.ic_dph.is_some() || input.vat_payer.unwrap_or(false),
        registration,
        ..party
    })
}

/// The country of the field `country`, which must not contradict that of the address.
fn country(
    given: &Option<String>,
    party: &CustomerInput,
    found: &mut Violations,
) -> Option<String> {
    let of_address = match &party.address {
        Some(crate::AddressInput::Parts { country, .. }) => {
            country.as_deref().and_then(|country| identifiers::country(country).ok())
        }
        _ => None,
    };
    let Some(given) = given else { return of_address };
    match identifiers::country(given) {
        Err(message) => found.add("country", message),
        Ok(own) if of_address.as_ref().is_some_and(|other| *other != own) => {
            found.add("country", CustomerFault::OtherCountry);
        }
        Ok(own) => return Some(own),
    }
    None
}

/// Checks an organization's e-mail address; an empty text is `None`.
///
/// # Errors
/// [`IdentifierFault::Email`] and [`IdentifierFault::EmailTooLong`].
pub fn check_email(text: &str) -> Result<Option<String>, IdentifierFault> {
    if text.trim().is_empty() { Ok(None) } else { identifiers::email(text).map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AddressInput;

    fn input() -> OrganizationInput {
        OrganizationInput {
            party: CustomerInput {
                name: Some(" Píla s. r. o. ".into()),
                ico: Some("12345678".into()),
                dic: Some("2020202020".into()),
                ..CustomerInput::default()
            },
            ..OrganizationInput::default()
        }
    }

    fn wrong(input: &OrganizationInput) -> Vec<String> {
        let mut found = Violations::new();
        assert_eq!(check_organization(input, &mut found), None);
        found.as_slice().iter().map(|violation| violation.field.clone()).collect()
    }

    #[test]
    fn a_name_and_a_number_are_enough() {
        let party = check_organization(&input(), &mut Violations::new()).expect("right");
        assert_eq!(party.name, "Píla s. r. o.");
        let mut prefixed = input();
        prefixed.party.dic = Some("sk 2020202020".into());
        let other = check_organization(&prefixed, &mut Violations::new()).expect("right");
        assert_eq!(other.dic, party.dic);
        assert_eq!(party.address.map(|address| address.country).as_deref(), Some("SK"));
        assert!(!party.vat_payer);
        assert_eq!(wrong(&OrganizationInput::default()), ["name", "ico"]);
    }

    #[test]
    fn paths_begin_at_the_body() {
        let mut input = input();
        input.party.ico = Some("1".into());
        input.party.address = Some(AddressInput::Parts {
            street: None,
            city: Some("Žilina".into()),
            postal_code: Some("010 01".into()),
            country: Some("Slovensko".into()),
        });
        assert_eq!(wrong(&input), ["ico", "address.street", "address.country"]);
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        let mut foreign = input();
        foreign.country = Some("cz".into());
        let party = check_organization(&foreign, &mut Violations::new()).expect("right");
        assert_eq!(party.country(), Some("CZ"));
        foreign.party.address = Some(AddressInput::Parts {
            street: Some("Hlavná 1".into()),
            city: Some("Žilina".into()),
            postal_code: Some("010 01".into()),
            country: Some("SK".into()),
        });
        assert_eq!(wrong(&foreign), ["country"]);
        let mut payer = input();
        payer.party.ic_dph = Some("SK2020202020".into());
        payer.vat_payer = Some(false);
        assert_eq!(wrong(&payer), ["vat_payer"]);
    }
}
