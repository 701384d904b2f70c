//! Our certificates in the networks, and when they expire.

use crate::{
    config::Config,
    metrics::write,
    peppol::{Own, PeppolError, text},
};
use peppol_connector::identifiers::Network;
use peppol_messages::trust::Certificate;
use peppol_publishing::{Expiry, Urgency};
use std::path::PathBuf;
use time::OffsetDateTime;
use use_cases::network::publishing::DatedCertificate;

/// The use of a certificate that signs the answers of our SMP.
const SMP: &str = "smp";

/// One of our certificates.
#[derive(Debug, Clone)]
pub struct OwnCertificate {
    /// The network that it is for.
    pub network: Network,
    /// Its use: `access_point`, or `smp`, which is shown to the SML too.
    pub used_for: &'static str,
    /// The setting that names its file.
    pub setting: &'static str,
    /// The file that holds it.
    pub file: PathBuf,
    /// The certificate.
    pub certificate: Certificate,
}

/// All configured certificates, of the networks that are Peppol's.
///
/// # Errors
/// [`PeppolError`] for a file that cannot be read.
pub fn all(config: &Config) -> Result<Vec<OwnCertificate>, PeppolError> {
    let mut found = Vec::new();
    for network in config.peppol_networks() {
        let own = Own::of(config, network);
        for (used_for, (setting, files)) in [("access_point", own.keys), (SMP, own.publisher)] {
            for file in files {
                let Some(certificate) = Certificate::all_of_pem(&text(file)?).ok() else {
                    continue;
                };
                let certificate = certificate.into_iter().next();
                found.extend(certificate.map(|certificate| OwnCertificate {
                    network,
                    used_for,
                    setting,
                    file: file.clone(),
                    certificate,
                }));
            }
        }
    }
    Ok(found)
}

/// The time when each expires, in seconds since 1970, as Prometheus text.
#[must_use]
pub fn metrics(all: &[OwnCertificate]) -> String {
    let mut text = String::new();
    if all.is_empty() {
        return text;
    }
    let labels: Vec<_> = all.iter().map(OwnCertificate::labels).collect();
    let values: Vec<_> = labels
        .iter()
        .zip(all)
        .map(|(labels, own)| (&labels[..], own.certificate.not_after.unix_timestamp() as f64))
        .collect();
    write(&mut text, "billhook_certificate_not_after_seconds", "gauge", &values);
    text
}

/// Logs the certificates that must be exchanged. Returns how many they are.
#[must_use]
pub fn warn(all: &[OwnCertificate], now: OffsetDateTime) -> usize {
    let expiring =
        all.iter().filter_map(|own| Some((own, Expiry::of(own.certificate.not_after, now)?)));
    let mut count = 0;
    for (own, Expiry { urgency, days }) in expiring {
        count += 1;
        let (network, used_for, file) = (own.network.name(), own.used_for, own.file.display());
        match urgency {
            Urgency::Now => {
                tracing::error!(network, used_for, %file, days, "certificate expires within a week: exchange it now")
            }
            Urgency::Near | Urgency::Soon => {
                tracing::warn!(network, used_for, %file, days, "certificate expires soon: exchange it");
            }
        }
    }
    count
}

impl OwnCertificate {
    /// The certificate as the mail describes it.
    #[must_use]
    pub fn dated(&self) -> DatedCertificate<'_> {
        DatedCertificate {
            network: self.network,
            is_of_smp: self.used_for == SMP,
            setting: self.setting,
            certificate: &self.certificate,
        }
    }

    fn labels(&self) -> [(&'static str, &str); 4] {
        [
            ("network", self.network.name()),
            ("used_for", self.used_for),
            ("subject", &self.certificate.common_name),
            ("serial", &self.certificate.serial),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::Duration;

    fn own(name: &str, used_for: &'static str) -> OwnCertificate {
        let text = fixtures::text(&format!("peppol-network/as4/pki/{name}.pem"));
        OwnCertificate {
            network: Network::Test,
            used_for,
            setting: "BILLHOOK_PEPPOL_TEST_KEYS",
            file: PathBuf::from(format!("{name}.pem")),
            certificate: Certificate::of_text(&text).expect(name),
        }
    }

    #[test]
    fn each_certificate_has_its_last_instant() {
        assert_eq!(metrics(&[]), "");
        let all = [own("ap2", "access_point"), own("smp", "smp")];
        let text = metrics(&all);
        for one in &all {
            let Certificate { common_name, serial, not_after, .. } = &one.certificate;
            let line = format!(
                "billhook_certificate_not_after_seconds{{network=\"test\",used_for=\"{}\",\
                 subject=\"{common_name}\",serial=\"{serial}\"}} {}",
                one.used_for,
                not_after.unix_timestamp()
            );
            assert!(text.lines().any(|it| it == line), "{line} is not in\n{text}");
        }
    }

    #[test]
    fn those_that_expire_are_counted() {
        let all = [own("ap2", "access_point"), own("smp", "smp")];
        let first = all.iter().map(|own| own.certificate.not_after).min().expect("two");
        assert_eq!(warn(&all, first - Duration::days(90)), 0);
        assert!(warn(&all, first - Duration::days(20)) >= 1);
        assert!(warn(&all, first + Duration::days(1)) >= 1);
    }
}
