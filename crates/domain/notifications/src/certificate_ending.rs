use crate::{EmailContent, Subject, Text, sanitize, when};
use time::OffsetDateTime;

/// Longest serial number and name of a setting that is shown, in characters.
const MAX_LINE: usize = 120;

/// A certificate of this installation in the Peppol network that ends soon, or has ended.
#[derive(Debug, Clone, Copy)]
pub struct CertificateEnding<'a> {
    /// Whose: the seat id.
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
    let CertificateEnding { is_of_smp, days, not_after, .. } = *ending;
    let (name, network) = (sanitize::name(ending.name), sanitize::name(ending.network));
    let (serial, setting) =
        (sanitize::line(ending.serial, MAX_LINE), sanitize::line(ending.setting, MAX_LINE));
    let (slovak, english) = (when::slovak(not_after), when::english(not_after));
    let (whose_sk, whose_en) = match is_of_smp {
        true => ("SMP", "the SMP"),
        false => ("prístupového bodu", "the access point"),
    };
    let (ends_sk, ends_en, left_sk, left_en) = match days {
        ..0 => ("platil do", "ended on", String::new(), String::new()),
        _ => (
            "platí do",
            "ends on",
            format!(" Zostáva dní: {days}."),
            format!(" Days left: {days}."),
        ),
    };
    let text = format!(
        "Dobrý deň,

certifikát {whose_sk} {name} v sieti Peppol ({network}) {ends_sk} {slovak}.{left_sk}
Sériové číslo: {serial}

Čo treba urobiť: požiadajte OpenPeppol o ďalší certifikát, jeho súbor uveďte v nastavení {setting} pred doterajším a spustite všetky procesy služby znova. Bez platného certifikátu sa doklady nedoručujú.

Stav ukáže príkaz: billhook peppol doctor --network {network}

Billhook


--- English ---

Hello,

the certificate of {whose_en} {name} in the Peppol network ({network}) {ends_en} {english}.{left_en}
Serial number: {serial}

What to do: ask OpenPeppol for the next certificate, name its file in the setting {setting} in front of the one that is there, and restart every process of the service. Without a valid certificate no document is delivered.

How it stands is shown by: billhook peppol doctor --network {network}

Billhook
"
    );
    let subject = match days {
        ..0 => "Certifikát siete Peppol skončil / Peppol certificate has ended",
        _ => "Certifikát siete Peppol končí / Peppol certificate ends soon",
    };
    EmailContent { subject: Subject::ours(subject), text: Text::ours(text), html: None }
}
