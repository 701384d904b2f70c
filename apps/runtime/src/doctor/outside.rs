//! Checks of how other access points find this installation.

use super::line::Lines;
use crate::{
    config::Config,
    peppol::{self, ASKING, calls},
    smp::OwnSmp,
};
use checked_http::CheckedClient;
use jobs::error_text;
use peppol_connector::submissions::{Hop, HopStep, Trace};
use peppol_discovery::{Absence, Found, LookupError, Silence, Wanted};
use peppol_messages::{
    Identifier,
    discovery::service_group_url,
    mls::{MLS_DOCUMENT_TYPE, MLS_PROCESS},
    smp::AS4_TRANSPORT,
};
use time::OffsetDateTime;
use url::Url;

/// The largest answer of our SMP that is read, in bytes.
const LARGEST: usize = 1 << 20;

/// Checks whether our SMP answers at its public address.
pub(super) async fn answers(lines: &mut Lines, config: &Config, smp: &OwnSmp) {
    let Some(id) = smp.ourselves() else { return };
    let url = service_group_url(smp.base(), &Identifier::participant(&id.canonical()));
    let status = match (Url::parse(&url), calls(config, ASKING)) {
        (Ok(url), Ok(http)) => match CheckedClient::new(http) {
            Ok(client) => client.get(&url, LARGEST).await.map(|answer| answer.status),
            Err(error) => return cannot(lines, &error),
        },
        (Err(error), _) => return cannot(lines, &error),
        (_, Err(error)) => return cannot(lines, &error),
    };
    let says = match status {
        Ok(200) => return lines.fine("smp-answers", format!("our SMP answers at {}", smp.base())),
        Ok(status) => format!("{url} answers HTTP {status}"),
        Err(why) => format!("{url}: {why}"),
    };
    let to_do = "start the service, and hand this address over to it: over https, at port 443, \
                 with a certificate of the public web (BILLHOOK_PEPPOL_SMP_URL)";
    lines.fail("smp-answers", says, to_do.to_owned());
}

fn cannot(lines: &mut Lines, error: &(dyn std::error::Error + 'static)) {
    let to_do = "correct BILLHOOK_PEPPOL_SMP_URL or BILLHOOK_PEPPOL_TLS_ROOTS".to_owned();
    lines.fail("smp-answers", error_text(error), to_do);
}

/// Checks whether other access points find us in their look-up: by the DNS, by the SMP and its signature, and with the
/// certificate that is valid now.
pub(super) async fn finds_us(
    lines: &mut Lines,
    config: &Config,
    smp: &OwnSmp,
    now: OffsetDateTime,
) {
    let Some(id) = smp.ourselves() else { return };
    let discovery = match peppol::discovery(config, smp.network()) {
        Ok(discovery) => discovery,
        Err(error) => {
            let to_do = "correct the settings and the files that they name".to_owned();
            return lines.fail("dns", error_text(&error), to_do);
        }
    };
    let mut trace = Trace::default();
    let found = discovery.find(&statuses_of(&id.canonical()), now, &mut trace).await;
    let dns = trace.hops.iter().find(|hop| hop.step == HopStep::Dns);
    of_dns(lines, smp, dns, &found);
    match found {
        Ok(found) => of_found(lines, smp, &found, now),
        Err(error) => lines.fail(
            "own-id",
            format!("{id} is not found by others: {error}"),
            "correct the lines above first, then look again".to_owned(),
        ),
    }
}

/// The look-up of where a provider receives message level statuses.
fn statuses_of(provider: &str) -> Wanted {
    Wanted {
        participant: Identifier::participant(provider),
        document_type: Identifier::new("busdox-docid-qns", MLS_DOCUMENT_TYPE),
        process: Identifier::process(MLS_PROCESS),
        transport: AS4_TRANSPORT.to_owned(),
    }
}

/// Checks whether the DNS leads to our SMP.
fn of_dns(lines: &mut Lines, smp: &OwnSmp, hop: Option<&Hop>, found: &Result<Found, LookupError>) {
    let register = format!("billhook peppol smp register --network {}", smp.network().name());
    match (found, hop) {
        (Err(error @ LookupError::NotRegistered(Absence::NoRecord(_))), _) => {
            let to_do = format!("{register}; the DNS may need an hour after it");
            lines.fail("dns", error.to_string(), to_do);
        }
        (Err(error @ LookupError::Unreachable(Silence::Dns { .. })), _) => {
            let to_do =
                "let this machine ask name servers (BILLHOOK_PEPPOL_NAME_SERVERS)".to_owned();
            lines.fail("dns", error.to_string(), to_do);
        }
        (_, Some(hop)) if hop.answer.trim_end_matches('/') != smp.base() => {
            let says = format!("{} names {}, not {}", hop.asked, hop.answer, smp.base());
            lines.fail("dns", says, format!("{register}; the DNS may need an hour after it"));
        }
        (_, Some(hop)) => lines.fine("dns", format!("{} names {}", hop.asked, hop.answer)),
        (_, None) => {}
    }
}

/// Checks that what is published is what is configured.
fn of_found(lines: &mut Lines, smp: &OwnSmp, found: &Found, now: OffsetDateTime) {
    let id = &found.registered;
    if found.endpoint == smp.access_point_address() {
        lines.fine("own-id", format!("others find us at {} for {}", found.endpoint, id.value));
    } else {
        let says = format!("others find {}, not {}", found.endpoint, smp.access_point_address());
        lines.fail("own-id", says, "look who answers at the SMP's address".to_owned());
    }
    let signs = smp.access_point().signing(now).map(|own| &own.certificate);
    let Some(own) = signs.filter(|own| own.der() == found.certificate.der()) else {
        let says = format!(
            "the SMP publishes the certificate {}, which is not the one that counts here now",
            found.certificate.serial
        );
        let to_do = "give every process of the service the same files of keys, and restart them";
        return lines.fail("published-certificate", says, to_do.to_owned());
    };
    let says = format!("the SMP publishes {} ({})", own.common_name, own.serial);
    lines.fine("published-certificate", says);
}
