//! Prints the service's day at an instant just before midnight UTC.
use time::macros::datetime;

fn main() {
    let instant = datetime!(2026-12-31 23:30 UTC);
    println!("{instant} is {} in Bratislava", service_day::local(instant));
    println!("the invoice is issued on {}", service_day::date(instant));
}
