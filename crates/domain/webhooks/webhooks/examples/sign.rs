//! Signs standard input as the service would: `sign <unix time> <secret> [<old secret>]`.
//! Prints the value of `X-Webhook-Signature`; the receivers of `docs/webhooks.md` are tried on it.

use std::io::Read;
use time::OffsetDateTime;
use webhooks::{
    endpoints::{Secret, Secrets},
    signing::sign,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [unix, secret, old @ ..] = arguments.as_slice() else {
        return Err("usage: sign <unix time> <secret> [<old secret>] < body".into());
    };
    let now = OffsetDateTime::from_unix_timestamp(unix.parse()?)?;
    let mut secrets = Secrets::new(Secret::parse(old.first().unwrap_or(secret))?);
    if !old.is_empty() {
        secrets = secrets.rotate(Secret::parse(secret)?, now)?;
    }
    let mut body = Vec::new();
    std::io::stdin().read_to_end(&mut body)?;
    println!("{}", sign(&secrets, &body, now));
    Ok(())
}
