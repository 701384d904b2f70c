//! Electronic addresses (BT-34, BT-49): where a party is found in the Peppol network.

use access::Tier;
use invoicing::Party;

/// An electronic address: the participant identifier is `scheme:value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElectronicAddress<'a> {
    /// Code of the list Electronic Address Scheme (EAS).
    pub scheme: &'a str,
    /// The identifier in that scheme.
    pub value: &'a str,
}

/// Slovak DIČ in the Peppol network.
const SLOVAK: &str = "0245";

/// Slovak DIČ in the test network, where 0245 is not issued.
const SLOVAK_TEST: &str = "9915";

/// The scheme for VAT identifiers, by the prefix of the identifier: the entries of the EAS list
/// (version 9.7, as PEPPOL-EN16931-CL008 has it) that are a country's VAT number. Denmark's is the
/// CVR number with prefix, Italy's the partita IVA. Finland, Norway and Sweden have no such entry.
const VAT_SCHEMES: [(&str, &str); 38] = [
    ("AD", "9922"),
    ("AL", "9923"),
    ("AT", "9914"),
    ("BA", "9924"),
    ("BE", "9925"),
    ("BG", "9926"),
    ("CH", "9927"),
    ("CY", "9928"),
    ("CZ", "9929"),
    ("DE", "9930"),
    ("DK", "0184"),
    ("EE", "9931"),
    ("EL", "9933"),
    ("ES", "9920"),
    ("FR", "9957"),
    ("GB", "9932"),
    ("GR", "9933"),
    ("HR", "9934"),
    ("HU", "9910"),
    ("IE", "9935"),
    ("IT", "0211"),
    ("LI", "9936"),
    ("LT", "9937"),
    ("LU", "9938"),
    ("LV", "9939"),
    ("MC", "9940"),
    ("ME", "9941"),
    ("MK", "9942"),
    ("MT", "9943"),
    ("NL", "9944"),
    ("PL", "9945"),
    ("PT", "9946"),
    ("RO", "9947"),
    ("RS", "9948"),
    ("SI", "9949"),
    ("SM", "9951"),
    ("TR", "9952"),
    ("VA", "9953"),
];

/// The address of a party: a Slovak one by its DIČ, any other by its Peppol id, else by its VAT
/// identifier. `None` when the party has none of them, or its country no scheme.
#[must_use]
pub fn electronic_address(party: &Party, network: Tier) -> Option<ElectronicAddress<'_>> {
    if let Some(dic) = slovak_dic(party) {
        return Some(ElectronicAddress { scheme: slovak_scheme(network), value: dic });
    }
    if let Some((scheme, value)) = party.peppol_id.as_deref().and_then(|id| id.split_once(':')) {
        let scheme = if scheme == SLOVAK { slovak_scheme(network) } else { scheme };
        return Some(ElectronicAddress { scheme, value });
    }
    let vat_id = party.vat_id()?;
    let (_, scheme) = VAT_SCHEMES.iter().find(|(prefix, _)| vat_id.starts_with(prefix))?;
    Some(ElectronicAddress { scheme, value: vat_id })
}

const fn slovak_scheme(network: Tier) -> &'static str {
    match network {
        Tier::Live => SLOVAK,
        Tier::Test => SLOVAK_TEST,
    }
}

/// The ten digits of a Slovak DIČ: as such, or after the `SK` of a VAT identifier.
pub(crate) fn slovak_dic(party: &Party) -> Option<&str> {
    let is_slovak = party.country().is_none_or(|country| country == "SK");
    let plain = party.dic.as_deref().filter(|_| is_slovak);
    let of_vat_id = || party.vat_id().and_then(|id| id.strip_prefix("SK"));
    let digits = |text: &&str| text.len() == 10 && text.bytes().all(|b| b.is_ascii_digit());
    plain.filter(digits).or_else(|| of_vat_id().filter(digits))
}
