use crate::{EmailContent, Subject, Text, sanitize, when};
use time::OffsetDateTime;

/// Longest serial number and name of a setting that is shown, in characters.
const MAX_LINE: usize = 120;

/// A certificate of this installation in the Peppol network that ends soon, or has ended.
#[derive(Debug, Clone, Copy)]
pub struct CertificateEnding<'a> {
    /// The seat id of the certificate.
    pub name: &'a str,
    /// Its serial number.
    pub serial: &'a str,
    /// Whether it is the SMP's; else it is the access point's.
    pub is_of_smp: bool,
    /// `live` or `test`.
    pub network: &'a str,
    /// The setting that names its file.
    pub setting: &'a str,
    /// Its last instant.
    pub not_after: OffsetDateTime,
    /// Whole days that are left; negative when it has ended.
    pub days: i64,
}

/// Tells the operator that a certificate is to be exchanged, and how.
#[must_use]
pub fn certificate_ending(ending: &CertificateEnding<'_>) -> EmailContent {
    let clean = CertificateEnding {
        name: &sanitize::name(ending.name),
        network: &sanitize::name(ending.network),
        serial: &sanitize::line(ending.serial, MAX_LINE),
        setting: &sanitize::line(ending.setting, MAX_LINE),
        ..*ending
    };
    let text = format!("{}\n\n--- English ---\n\n{}", slovak(&clean), english(&clean));
    let subject = match ending.days {
        ..0 => "Certifikát siete Peppol skončil / Peppol certificate has ended",
        _ => "Certifikát siete Peppol končí / Peppol certificate ends soon",
    };
    EmailContent { subject: Subject::ours(subject), text: Text::ours(text), html: None }
}

fn slovak(ending: &CertificateEnding<'_>) -> String {
    let CertificateEnding { name, serial, network, setting, days, .. } = *ending;
    let whose = if ending.is_of_smp { "SMP" } else { "prístupového bodu" };
    let day = when::slovak(ending.not_after);
    let ends = match days {
        ..0 => format!("platil do {day}."),
        _ => format!("platí do {day}. Zostáva dní: {days}."),
    };
    format!(
        "Dobrý deň,

certifikát {whose} {name} v sieti Peppol ({network}) {ends}
Sériové číslo: {serial}

Čo treba urobiť: požiadajte OpenPeppol o ďalší certifikát, jeho súbor uveďte v nastavení {setting} pred doterajším a spustite všetky procesy služby znova. Bez platného certifikátu sa doklady nedoručujú.

Stav ukáže príkaz: billhook peppol doctor --network {network}

Billhook
"
    )
}

fn english(ending: &CertificateEnding<'_>) -> String {
    let CertificateEnding { name, serial, network, setting, days, .. } = *ending;
    let whose = if ending.is_of_smp { "the SMP" } else { "the access point" };
    let day = when::english(ending.not_after);
    let ends = match days {
        ..0 => format!("ended on {day}."),
        _ => format!("ends on {day}. Days left: {days}."),
    };
    format!(
        "Hello,

the certificate of {whose} {name} in the Peppol network ({network}) {ends}
Serial number: {serial}

What to do: ask OpenPeppol for the next certificate, name its file in the setting {setting} in front of the one that is there, and restart every process of the service. Without a valid certificate no document is delivered.

How it stands is shown by: billhook peppol doctor --network {network}

Billhook
"
    )
}
