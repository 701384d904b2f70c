use super::reader::{Found, Object, Value};
use invoicing::{AddressInput, CustomerInput};

/// The fields of an inline customer.
pub const CUSTOMER_FIELDS: &[&str] = &["name", "ico", "dic", "ic_dph", "address", "email", "phone"];

/// Reads an inline customer.
pub fn customer(value: &Value<'_>, found: &mut Found) -> Option<CustomerInput> {
    let mut o = value.object(found)?;
    let address = o.take("address").and_then(|v| address(&v, found));
    let mut text = |o: &mut Object<'_>, name| o.take(name).and_then(|v| v.string(found));
    let customer = CustomerInput {
        name: text(&mut o, "name"),
        ico: text(&mut o, "ico"),
        dic: text(&mut o, "dic"),
        ic_dph: text(&mut o, "ic_dph"),
        address,
        email: text(&mut o, "email"),
        phone: text(&mut o, "phone"),
    };
    o.finish(CUSTOMER_FIELDS, found);
    Some(customer)
}

/// Reads an address: a text, or its parts.
pub(super) fn address(value: &Value<'_>, found: &mut Found) -> Option<AddressInput> {
    if value.is_string() {
        return value.string(found).map(AddressInput::Text);
    }
    let mut o = value.object(found)?;
    let mut text = |o: &mut Object<'_>, name| o.take(name).and_then(|v| v.string(found));
    let address = AddressInput::Parts {
        street: text(&mut o, "street"),
        city: text(&mut o, "city"),
        postal_code: text(&mut o, "postalCode"),
        country: text(&mut o, "country"),
    };
    o.finish(&["street", "city", "postalCode", "country"], found);
    Some(address)
}
