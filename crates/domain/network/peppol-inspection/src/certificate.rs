//! Certificates.

use crate::{Finding, Inspection, Kind, Options, TrustStore};
use data_encoding::HEXLOWER;
use peppol_messages::instant::write_instant;
use peppol_messages::trust::{Certificate, Untrusted};
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime};

const PEM: &[u8] = b"-----BEGIN CERTIFICATE-----";
/// A certificate that ends within this time is a warning: a new one takes weeks.
const SOON: Duration = Duration::days(30);

/// Whether it is a certificate: PEM, or a sequence of DER.
pub(crate) fn is_some(bytes: &[u8]) -> bool {
    bytes.windows(PEM.len()).take(4_096).any(|at| at == PEM) || bytes.starts_with(&[0x30, 0x82])
}

pub(crate) fn inspect(bytes: &[u8], options: &Options<'_>) -> Inspection {
    let mut found = Inspection::new(Kind::Certificate);
    let read = match std::str::from_utf8(bytes) {
        Ok(text) => Certificate::all_of_pem(text),
        Err(_) => Certificate::of_der(bytes).map(|one| vec![one]),
    };
    let Ok(all) = read else {
        let message = "these bytes are no X.509 certificate";
        return Inspection::of_error(Kind::Certificate, Finding::new("certificate", message));
    };
    for one in all.iter().filter(|one| !one.is_authority) {
        check(&mut found, one, options);
    }
    for one in &all {
        check_dates(&mut found, one, options.at);
    }
    if let [only] = all.as_slice()
        && let Value::Object(said) = certificate_view(only, options.trust, options.at)
    {
        found.values = said;
    } else {
        let shown = |one| certificate_view(one, options.trust, options.at);
        found.say("certificates", all.iter().map(shown).collect::<Vec<_>>());
    }
    found
}

/// The values of a certificate.
pub(crate) fn certificate_view(
    one: &Certificate,
    trust: Option<&TrustStore>,
    at: OffsetDateTime,
) -> Value {
    json!({
        "common_name": one.common_name,
        "subject": one.subject,
        "issuer": one.issuer,
        "serial": one.serial,
        "not_before": write_instant(one.not_before),
        "not_after": write_instant(one.not_after),
        "is_authority": one.is_authority,
        "revocation_lists": one.revocation_lists,
        "sha256": HEXLOWER.encode(digest(&SHA256, one.der()).as_ref()),
        "role": trust.and_then(|trust| role(one, trust, at).ok()).map(|found| found.0),
    })
}

/// The role whose authority issued the certificate, and whether the lists of revoked certificates confirm at that
/// instant that it is not revoked. If no authority did, the most specific reason.
fn role(
    one: &Certificate,
    trust: &TrustStore,
    at: OffsetDateTime,
) -> Result<(&'static str, bool), Untrusted> {
    let of_publisher = trust.publishers.check(one, at);
    let of_access_point = trust.access_points.check(one, at);
    match (of_publisher, of_access_point) {
        (Ok(()), _) => Ok(("smp", true)),
        (_, Ok(())) => Ok(("access-point", true)),
        (Err(Untrusted::RevocationUnknown), _) => Ok(("smp", false)),
        (_, Err(Untrusted::RevocationUnknown)) => Ok(("access-point", false)),
        (Err(Untrusted::Chain), Err(fault)) | (Err(fault), _) => Err(fault),
    }
}

fn check(found: &mut Inspection, one: &Certificate, options: &Options<'_>) {
    let Some(trust) = options.trust else {
        let message = "no authorities were given: whose certificate it is was not checked";
        return found.warning(Finding::new("trust-not-checked", message));
    };
    match role(one, trust, options.at) {
        // lists end after weeks, and certificates after years: what cannot be known of a later day is no fault
        Ok((_, false)) => {
            let fault = Untrusted::RevocationUnknown;
            found.warning(Finding::new(code(fault), fault));
        }
        Ok(_) | Err(Untrusted::Expired | Untrusted::NotYetValid) => {}
        Err(fault) => found.error(Finding::new(code(fault), fault)),
    }
}

/// The name of an error of trust, as those of SMP answers.
pub(crate) const fn code(fault: Untrusted) -> &'static str {
    match fault {
        Untrusted::Chain => "chain",
        Untrusted::Expired => "certificate-expired",
        Untrusted::NotYetValid => "certificate-not-yet-valid",
        Untrusted::Revoked => "certificate-revoked",
        Untrusted::RevocationUnknown => "certificate-revocation-unknown",
    }
}

fn check_dates(found: &mut Inspection, one: &Certificate, at: OffsetDateTime) {
    let name = &one.common_name;
    if at > one.not_after {
        let message = format!("{name} expired on {}", write_instant(one.not_after));
        found.error(Finding::new(code(Untrusted::Expired), message));
    } else if at < one.not_before {
        let message = format!("{name} is valid from {}", write_instant(one.not_before));
        found.error(Finding::new(code(Untrusted::NotYetValid), message));
    } else if one.not_after - at < SOON {
        let message = format!("{name} expires on {}", write_instant(one.not_after));
        found.warning(Finding::new("certificate-expires-soon", message));
    }
}
