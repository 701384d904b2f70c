//! Sends both letters: `send <mail URL> <sender> <recipient>`.

use mail::{Mail, Settings};
use notifications::{
    Address, Claim, DedupKey, EndpointDisabled, Link, Mailer, claim_confirmation, endpoint_disabled,
};
use time::{Duration, OffsetDateTime};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, from, to] = arguments.as_slice() else {
        return Err("usage: send <mail URL> <sender> <recipient>".into());
    };
    let mail = Mail::new(Settings::new(url.parse()?, from.parse()?))?;
    let (now, to) = (OffsetDateTime::now_utc(), Address::parse(to)?);
    let link = Link::parse("https://billhook.example.com/claims/dGhlIHNlY3JldA")?;
    let claim = Claim {
        organization: "Pekáreň Šťastný, s. r. o.",
        partner: "Účtovný systém ABC",
        link: &link,
        until: Some(now + Duration::days(7)),
    };
    let off = EndpointDisabled {
        url: "https://hooks.example.com/billhook",
        at: now,
        failed: 15,
        request: "PATCH /v1/agent/webhooks/0193a5 {\"enabled\": true}",
    };
    let second = now.unix_timestamp();
    for (name, letter) in [("claim", claim_confirmation(&claim)), ("off", endpoint_disabled(&off))]
    {
        mail.send(&letter.to(to.clone(), DedupKey::parse(&format!("{name}-{second}"))?)).await?;
    }
    Ok(())
}
