//! Delivery (BG-13, BG-15).

use crate::conversion::Conversion;
use crate::parties;
use crate::parts::Parts;

/// Where and when was delivered.
pub(crate) fn write(c: &mut Conversion, parts: &Parts<'_>) {
    let event = c.first(parts.delivery, "ActualDeliverySupplyChainEvent");
    let day = c.first(event, "OccurrenceDateTime");
    let party = c.first(parts.delivery, "ShipToTradeParty");
    c.group("Delivery", |c| {
        c.day("ActualDeliveryDate", day);
        c.group("DeliveryLocation", |c| {
            parties::one_identifier(c, party);
            parties::address(c, "Address", party);
        });
        c.group("DeliveryParty", |c| {
            c.group("PartyName", |c| {
                let name = c.first(party, "Name");
                c.text("Name", name);
            });
        });
    });
}
