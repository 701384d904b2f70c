//! Signs a delivery and verifies it as a receiver does, before, during and after a rotation.

use access::OrganizationId;
use events::{Event, EventName};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;
use webhooks::{
    Delivery, DeliveryId, EndpointId,
    deliveries::Kind,
    endpoints::{AddressPolicy, EndpointUrl, Secret, Secrets},
    signing::{SignedRequest, TOLERANCE, sign, verify},
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let now = OffsetDateTime::now_utc();
    let organization = OrganizationId(Uuid::from_u128(1));
    let Some((event, body)) = Event::test_send(EventName::InvoicePaid, organization, now)? else {
        return Ok(());
    };
    // a server draws these bytes at random
    let (old, new) = (Secret::from_random([1; 32]), Secret::from_random([2; 32]));
    let url = EndpointUrl::parse("https://hooks.example.com/billhook", AddressPolicy::Public)?;
    let (id, endpoint) = (DeliveryId(Uuid::from_u128(2)), EndpointId(Uuid::from_u128(3)));
    let delivery = Delivery::new(id, organization, endpoint, event.name(), Kind::Test, now);

    let rotated = Secrets::new(old.clone()).rotate(new.clone(), now)?;
    let request = SignedRequest::new(&delivery, url, &rotated, body, now);
    println!("POST {}", request.url);
    for (name, value) in &request.headers {
        println!("{name}: {value}");
    }
    println!("\n{}\n", request.body.as_str());

    let day_after = now + Duration::hours(24);
    for (when, at) in [("just rotated", now), ("a day later", day_after)] {
        let header = sign(&rotated, request.body.as_bytes(), at);
        for (name, secret) in [("old", &old), ("new", &new)] {
            match verify(&header, request.body.as_bytes(), secret, at, TOLERANCE) {
                Ok(_) => println!("{when}: the {name} secret verifies"),
                Err(error) => println!("{when}: the {name} secret does not: {error}"),
            }
        }
    }
    Ok(())
}
