//! Delivery information (BG-13) with the deliver-to address (BG-15).

use crate::{parties::postal_address, writer::UblWriter};
use invoicing::{Address, Document};

/// When and where to.
pub(crate) fn delivery(xml: &mut UblWriter, document: &Document) {
    let Some(to) = &document.delivery_address else {
        // BT-72
        xml.group("Delivery", |xml| xml.date("ActualDeliveryDate", document.delivery_date));
        return;
    };
    let address = Address {
        street: to.street.clone(),
        city: to.city.clone(),
        postal_code: to.zip.clone(),
        country: to.country.clone(),
    };
    xml.group("Delivery", |xml| {
        xml.date("ActualDeliveryDate", document.delivery_date); // BT-72
        xml.group("DeliveryLocation", |xml| {
            xml.group("Address", |xml| postal_address(xml, &address, Some(&to.country)));
        });
        xml.group("DeliveryParty", |xml| {
            xml.group("PartyName", |xml| xml.optional("Name", to.name.as_deref())); // BT-70
        });
    });
}
