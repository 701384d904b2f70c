//! The fields of a firm in forms: of a customer, and of a company that a partner creates.

use crate::{
    blocks::Field,
    form::{Form, fault_at},
    texts::Texts,
};
use invoicing::Violations;
use serde_json::{Map, Value};

/// The members of an address.
pub(in crate::pages) const ADDRESS: [&str; 4] = ["street", "city", "postalCode", "country"];

/// Name, numbers and address.
pub(in crate::pages) fn fields(t: &'static Texts, form: &Form, found: &Violations) -> Vec<Field> {
    let field = |name, label| Field::new(name, label, form.text(name)).fault(fault_at(found, name));
    let part = |name: &'static str, label| {
        let fault = fault_at(found, &format!("address.{name}"));
        Field::new(name, label, form.text(name)).fault(fault)
    };
    vec![
        field("name", t.name).required(),
        field("ico", t.ico),
        field("dic", t.dic),
        field("ic_dph", t.ic_dph),
        part("street", t.street),
        part("city", t.city),
        part("postalCode", t.postal_code),
        part("country", t.country),
    ]
}

/// These texts as an object of the API, with the address if a field of it other than the country is filled.
pub(in crate::pages) fn object(form: &Form, mut texts: Map<String, Value>) -> Map<String, Value> {
    let address = form.object(&ADDRESS);
    if address.keys().any(|name| name != "country") {
        texts.insert("address".to_owned(), address.into());
    }
    texts
}
