//! Checks of certificates: dates, authorities and lists of revoked certificates.

use super::line::{Level, Lines};
use crate::peppol::PeppolError;
use jobs::error_text;
use peppol_messages::trust::{Certificate, Identity, Untrusted};
use peppol_publishing::{Expiry, Urgency};
use peppol_trust::Trust;
use std::sync::Arc;
use time::OffsetDateTime;

/// The certificates of one use.
pub(super) struct Role {
    /// The prefix of its check names.
    pub(super) name: &'static str,
    /// The setting that names their files.
    pub(super) setting: &'static str,
    /// The file with its authorities.
    pub(super) file: &'static str,
}

/// Checks all certificates of one use.
pub(super) async fn of_role(
    lines: &mut Lines,
    role: &Role,
    own: &[&Identity],
    trust: Result<Arc<Trust>, PeppolError>,
    now: OffsetDateTime,
) {
    let all: Vec<_> = own.iter().map(|identity| &identity.certificate).collect();
    of_dates(lines, role, &all, now);
    let trust = match trust {
        Ok(trust) => trust,
        Err(error) => {
            let to_do = format!("put the authorities of the role into {}", role.file);
            return lines.fail(format!("{}-authorities", role.name), error_text(&error), to_do);
        }
    };
    // an expired certificate is not checked, and one that begins later is checked at its first instant
    for certificate in all.into_iter().filter(|one| one.not_after >= now) {
        let verdict = trust.verify(certificate, now.max(certificate.not_before)).await;
        of_verdict(lines, role, certificate, verdict, trust.failures(certificate));
    }
}

/// Checks how long each is valid, and whether one is valid now.
fn of_dates(lines: &mut Lines, role: &Role, all: &[&Certificate], now: OffsetDateTime) {
    let check = format!("{}-dates", role.name);
    if !all.iter().any(|one| one.is_within_dates(now)) {
        let says = "no certificate is valid now".to_owned();
        let to_do = format!("name a certificate that is valid in {}, and restart", role.setting);
        lines.fail(check, says, to_do);
    }
    for certificate in all {
        let is_followed = all.iter().any(|other| other.not_after > certificate.not_after);
        of_validity(lines, role, certificate, is_followed, now);
    }
}

/// Checks how long a certificate is valid; one that has a successor may expire.
fn of_validity(
    lines: &mut Lines,
    role: &Role,
    certificate: &Certificate,
    is_followed: bool,
    now: OffsetDateTime,
) {
    let Certificate { common_name, serial, not_before, not_after, .. } = certificate;
    let check = format!("{}-dates", role.name);
    let who = format!("{common_name} ({serial})");
    if *not_before > now {
        return lines.fine(check, format!("{who} counts from {}", not_before.date()));
    }
    let Some(Expiry { days, urgency }) = Expiry::of(*not_after, now) else {
        return lines.fine(check, format!("{who} is valid until {}", not_after.date()));
    };
    let says = match days {
        ..0 => format!("{who} has ended on {}", not_after.date()),
        _ => format!("{who} ends on {}, in {days} days", not_after.date()),
    };
    if is_followed {
        return lines.fine(check, format!("{says}; another takes its place"));
    }
    let level = if urgency == Urgency::Now { Level::Error } else { Level::Warning };
    let to_do = format!(
        "ask OpenPeppol for the next one, put its file in front in {}, and restart every process",
        role.setting
    );
    lines.push(check, level, says, Some(to_do));
}

/// Checks that its authority issued it and has not revoked it.
fn of_verdict(
    lines: &mut Lines,
    role: &Role,
    certificate: &Certificate,
    verdict: Result<(), Untrusted>,
    no_list: Option<String>,
) {
    let who = format!("{} ({})", certificate.common_name, certificate.serial);
    let (authority, revocation) =
        (format!("{}-authority", role.name), format!("{}-revocation", role.name));
    if let Err(error @ (Untrusted::Chain | Untrusted::Expired | Untrusted::NotYetValid)) = verdict {
        let to_do = format!(
            "compare the certificate with the authorities in {}: is it of this network, and of this role?",
            role.file
        );
        return lines.fail(authority, format!("{who}: {error}"), to_do);
    }
    lines.fine(authority, format!("an authority of {} issued {who}", role.file));
    let reach = || {
        "let this machine reach the address over http (port 80); others refuse us when they cannot either"
            .to_owned()
    };
    match (verdict, no_list) {
        (Ok(()), None) => lines.fine(revocation, format!("{who} is not revoked")),
        (Ok(()), Some(why)) => lines.warn(revocation, format!("{who}: {why}"), reach()),
        (Err(Untrusted::Revoked), _) => {
            let to_do = "ask OpenPeppol why, and for another certificate".to_owned();
            lines.fail(revocation, format!("{who} is revoked"), to_do);
        }
        (Err(error), why) => {
            let why = why.map_or_else(|| error.to_string(), |why| format!("{error}: {why}"));
            lines.fail(revocation, format!("{who}: {why}"), reach());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peppol_connector::identifiers::Network;
    use time::Duration;

    const ROLE: Role =
        Role { name: "smp", setting: "BILLHOOK_PEPPOL_TEST_SMP_KEYS", file: "publishers.pem" };

    fn certificate(name: &str) -> Certificate {
        let text = fixtures::text(&format!("peppol-network/as4/pki/{name}.pem"));
        Certificate::of_text(&text).expect(name)
    }

    fn dates(all: &[&Certificate], now: OffsetDateTime) -> Vec<Level> {
        let mut lines = Lines::of(Network::Test);
        of_dates(&mut lines, &ROLE, all, now);
        let levels = lines.0.iter().map(|line| line.level).collect();
        let named = |line: &super::super::Line| line.level == Level::Ok || line.to_do.is_some();
        assert!(lines.0.iter().all(named), "what is wrong says what to do");
        levels
    }

    #[test]
    fn dates_are_shown_by_how_near_they_are() {
        let (own, next) = (certificate("ap2"), certificate("ap2-next"));
        let before = |days| own.not_after - Duration::days(days);
        assert_eq!(dates(&[&own], before(90)), [Level::Ok]);
        assert_eq!(dates(&[&own], before(59)), [Level::Warning]);
        assert_eq!(dates(&[&own], before(6)), [Level::Error]);
        let ended = own.not_after + Duration::days(1);
        assert_eq!(dates(&[&own], ended), [Level::Error, Level::Error], "and none is valid");
        // there is a successor that is not valid yet
        let early = own.not_before + Duration::hours(1);
        assert!(next.not_before > early);
        assert_eq!(dates(&[&next, &own], early), [Level::Ok, Level::Ok]);
        assert_eq!(dates(&[&next], early), [Level::Error, Level::Ok], "none is valid now");
    }

    #[test]
    fn each_verdict_has_its_line() {
        let own = certificate("ap2");
        let lines = |verdict, no_list: Option<&str>| {
            let mut lines = Lines::of(Network::Test);
            of_verdict(&mut lines, &ROLE, &own, verdict, no_list.map(str::to_owned));
            let last = lines.0.pop().expect("a line");
            (last.check, last.level)
        };
        let revocation = |level| ("smp-revocation".to_owned(), level);
        assert_eq!(lines(Ok(()), None), revocation(Level::Ok));
        assert_eq!(lines(Ok(()), Some("no answer")), revocation(Level::Warning));
        assert_eq!(lines(Err(Untrusted::Revoked), None), revocation(Level::Error));
        assert_eq!(lines(Err(Untrusted::RevocationUnknown), Some("x")), revocation(Level::Error));
        let authority = ("smp-authority".to_owned(), Level::Error);
        assert_eq!(lines(Err(Untrusted::Chain), None), authority);
    }
}
