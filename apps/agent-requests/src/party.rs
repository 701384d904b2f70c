use super::{
    field::{Field, Request, request},
    json::{Found, Value},
    names::MailProfileName,
};
use invoicing::{AddressInput, CustomerInput};
use utoipa::ToSchema;

request! {
    /// An inline customer: a contact is created.
    #[schema(example = json!({"name": "Kunde GmbH", "dic": "ATU12345678", "address": {"street": "Ring 1", "city": "Wien", "postalCode": "1010", "country": "AT"}}))]
    pub struct CustomerBody for CustomerInput {
        #[schema(min_length = 1, max_length = 300)]
        name: String,
        #[schema(pattern = "^[0-9]{8}$")]
        ico?: String,
        /// 10 digits, or the VAT number of a member state of the EU, or a country code and 8 to 10 digits
        #[schema(example = "2020317068")]
        dic?: String,
        /// SK and 10 digits; the VAT number of another country goes into dic
        #[schema(example = "SK2020317068")]
        ic_dph?: String,
        /// Recipient of sends where no Slovak DIČ names one
        #[schema(example = "0088:5798000000001", pattern = r"^\s*(iso6523-actorid-upis::)?\d{4}:[A-Za-z0-9._~-]{1,130}\s*$")]
        peppol_id?: String,
        address?: AddressBody,
        #[schema(max_length = 254)]
        email?: String,
        /// E.164
        #[schema(example = "+421905123456")]
        phone?: String,
        /// What it gets by mail beside the PDF: none (default), ubl, xrechnung; factur-x makes the PDF a hybrid invoice
        profile?: MailProfileName,
    }
}

/// An address in parts, or as plain text (not enough for Peppol).
#[derive(Debug, ToSchema)]
#[serde(untagged)]
pub enum AddressBody {
    Text(String),
    Parts(AddressParts),
}

impl Field for AddressBody {
    type Value = AddressInput;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<AddressInput> {
        match value.is_string() {
            true => value.string(found).map(AddressInput::Text),
            false => AddressParts::read(value, found),
        }
    }
}

request! {
    pub struct AddressParts {
        #[schema(min_length = 1)]
        street: String,
        #[schema(min_length = 1)]
        city: String,
        #[schema(min_length = 1)]
        postal_code as "postalCode": String,
        #[schema(pattern = "^[A-Za-z]{2}$")]
        country: String,
    }
}

impl Request for AddressParts {
    type Value = AddressInput;

    fn check(self, _: &Value<'_>, _: &mut Found) -> Option<AddressInput> {
        let AddressParts { street, city, postal_code, country } = self;
        Some(AddressInput::Parts { street, city, postal_code, country })
    }
}
