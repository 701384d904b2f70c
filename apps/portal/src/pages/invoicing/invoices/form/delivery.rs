//! Where the goods go, and the vehicle that an invoice belongs to.

use super::faults::fault_at;
use crate::{
    blocks::{Choice, Field},
    error::PageError,
    form::Form,
    visit::Visit,
};
use invoicing::{DeliveryAddress, Document, Violations, records::VehicleRecord};
use serde_json::{Map, Value};
use use_cases::invoicing::choices::vehicles_to_choose;

/// Each field with the member of the API that it is.
const FIELDS: [(&str, &str); 5] = [
    ("delivery_name", "name"),
    ("delivery_street", "street"),
    ("delivery_city", "city"),
    ("delivery_zip", "zip"),
    ("delivery_country", "country"),
];

/// An address as it is typed.
fn texts(address: &DeliveryAddress) -> [&str; 5] {
    let DeliveryAddress { name, street, city, zip, country } = address;
    [name.as_deref().unwrap_or_default(), street, city, zip, country]
}

/// The address and the vehicle of an invoice, as values of the form.
pub(super) fn values(document: &Document) -> Vec<(&'static str, String)> {
    let address = document.delivery_address.iter().flat_map(|address| {
        let texts = texts(address).into_iter().map(str::to_owned);
        FIELDS.into_iter().map(|(field, _)| field).zip(texts)
    });
    let vehicle = document.vehicle.iter().map(|vehicle| ("vehicle_id", vehicle.id.to_string()));
    address.chain(vehicle).collect()
}

/// The address for the API, if a field other than the country is filled.
pub(super) fn address(form: &Form) -> Option<Value> {
    let filled =
        FIELDS.into_iter().filter_map(|(field, member)| Some((member, form.filled(field)?)));
    let object: Map<_, _> =
        filled.map(|(member, text)| (member.to_owned(), Value::from(text))).collect();
    object.keys().any(|member| member != "country").then_some(Value::Object(object))
}

/// The address for a change: an empty one removes the stored address. A form without these fields changes nothing.
pub(super) fn changed_address(form: &Form) -> Option<Value> {
    let is_asked = form.all("delivery_street").next().is_some();
    is_asked.then(|| address(form).unwrap_or_else(|| Value::Object(Map::new())))
}

/// The fields of the address.
pub(super) fn fields(visit: &Visit, form: &Form, found: &Violations) -> Vec<Field> {
    let t = visit.t();
    let labels =
        [t.delivery_name, t.delivery_street, t.delivery_city, t.delivery_zip, t.delivery_country];
    let field = |((name, member), label)| {
        let fault = fault_at(found, &format!("delivery_address.{member}"));
        Field::new(name, label, form.text(name)).fault(fault)
    };
    let mut fields: Vec<_> = FIELDS.into_iter().zip(labels).map(field).collect();
    // what is wrong with the address as a whole is that it is missing
    if let (Some(last), Some(fault)) = (fields.last_mut(), fault_at(found, "delivery_address")) {
        last.fault = Some(fault);
    }
    fields
}

/// The vehicle, of a company that has any in use.
///
/// # Errors
/// Storage.
pub(super) async fn vehicle(
    visit: &Visit,
    form: &Form,
    found: &Violations,
) -> Result<Option<Field>, PageError> {
    let (t, chosen) = (visit.t(), form.text("vehicle_id"));
    let rows = vehicles_to_choose(&visit.use_case(), chosen.parse().ok()).await?;
    let mut choices = vec![Choice::new("", t.no_vehicle, chosen)];
    choices.extend(rows.iter().map(|VehicleRecord { vehicle, .. }| {
        Choice::new(vehicle.id.to_string(), &*vehicle.plate, chosen)
    }));
    if choices.len() == 1 {
        return Ok(None);
    }
    let is_chosen = choices.iter().any(|choice| choice.chosen);
    let value = if is_chosen { chosen } else { "" };
    let fault = fault_at(found, "vehicle_id");
    Ok(Some(Field::new("vehicle_id", t.vehicle, value).choice(choices).fault(fault)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_address_is_sent_where_something_of_it_is_filled() {
        let whole = Form::parse(
            b"delivery_name=Sklad&delivery_street=Ring+1&delivery_city=Linz&delivery_zip=4020\
              &delivery_country=AT",
        );
        let sent = json!({"name": "Sklad", "street": "Ring 1", "city": "Linz", "zip": "4020",
            "country": "AT"});
        assert_eq!(address(&whole), Some(sent.clone()));
        assert_eq!(changed_address(&whole), Some(sent));
        let country = Form::parse(b"delivery_street=&delivery_country=SK");
        assert_eq!(address(&country), None);
        assert_eq!(changed_address(&country), Some(json!({})), "it is taken away");
        let part = Form::parse(b"delivery_street=&delivery_city=Linz");
        assert_eq!(address(&part), Some(json!({"city": "Linz"})), "the API says what is missing");
        assert_eq!(changed_address(&Form::parse(b"note=x")), None, "nothing was asked");
    }
}
