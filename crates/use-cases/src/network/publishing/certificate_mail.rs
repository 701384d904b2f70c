use crate::{
    ledger::unsent_mail::UnsentMail,
    people::secrets::sha256,
    ports::{Ports, Runtime},
};
use notifications::{Address, CertificateEnding, DedupKey, Mailer, certificate_ending};
use peppol_connector::identifiers::Network;
use peppol_messages::trust::Certificate;
use peppol_publishing::{CertificateNotice, CertificateNoticeStore, Expiry};

/// A certificate of this installation.
#[derive(Debug, Clone, Copy)]
pub struct DatedCertificate<'a> {
    /// The Peppol network that it is for.
    pub network: Network,
    /// Whether it is the SMP's certificate; otherwise the access point's.
    pub is_of_smp: bool,
    /// The setting that names its file.
    pub setting: &'a str,
    /// The certificate.
    pub certificate: &'a Certificate,
}

/// Warns the operator by mail of expiring certificates: 60, 30 and 7 days before, each once. The warning is recorded
/// after the mail was handed over: a process that ends in between sends the same mail again, under the same
/// deduplication key. Returns how many warnings were sent.
///
/// # Errors
/// The first [`UnsentMail`], after all were tried.
pub async fn mail_of_certificates<P: Ports>(
    ports: &P,
    operator: &Address,
    all: &[DatedCertificate<'_>],
) -> Result<usize, UnsentMail> {
    let (mut sent, mut failed) = (0, None);
    for own in all {
        match notify(ports, operator, own).await {
            Ok(is_new) => sent += usize::from(is_new),
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    failed.map_or(Ok(sent), Err)
}

/// Whether a mail was sent now.
async fn notify<P: Ports>(
    ports: &P,
    operator: &Address,
    own: &DatedCertificate<'_>,
) -> Result<bool, UnsentMail> {
    let (store, now) = (ports.database(), ports.runtime().now());
    let Certificate { common_name: name, serial, not_after, .. } = own.certificate;
    let Some(Expiry { urgency, days }) = Expiry::of(*not_after, now) else { return Ok(false) };
    let notice = CertificateNotice { fingerprint: sha256(own.certificate.der()), urgency };
    if store.was_notified(&notice).await? {
        return Ok(false);
    }
    let letter = certificate_ending(&CertificateEnding {
        name,
        serial,
        is_of_smp: own.is_of_smp,
        network: own.network.name(),
        setting: own.setting,
        not_after: *not_after,
        days,
    });
    let key = DedupKey::parse(&notice.key())?;
    ports.mailer().send(&letter.to(operator.clone(), key)).await?;
    store.keep_notified(&notice, now).await?;
    tracing::info!(
        network = own.network.name(),
        name,
        days,
        "operator notified of a certificate that expires"
    );
    Ok(true)
}
