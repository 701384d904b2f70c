//! Names, addresses and registration numbers.

use serde::Serialize;

use super::fact::Fact;
use crate::model::{DeliveryAddress, Language, Party};
use crate::texts::{Texts, country_name};

/// A seller, a buyer or a delivery address.
#[derive(Debug, Serialize)]
pub struct PartyBlock {
    pub label: &'static str,
    pub name: Option<String>,
    pub address: Vec<String>,
    pub ids: Vec<Fact>,
    pub contact: Vec<String>,
    pub registration: Option<String>,
}

pub(crate) fn party(label: &'static str, party: &Party, language: Language) -> PartyBlock {
    PartyBlock {
        label,
        name: Some(party.name.clone()),
        address: address(
            party.street.as_deref(),
            party.zip.as_deref(),
            party.city.as_deref(),
            party.country.as_deref(),
            language,
        ),
        ids: ids(party, language),
        contact: [&party.email, &party.phone].into_iter().filter_map(filled).collect(),
        registration: filled(&party.registration),
    }
}

pub(super) fn delivery(to: &DeliveryAddress, language: Language) -> PartyBlock {
    let (street, zip) = (Some(to.street.as_str()), Some(to.zip.as_str()));
    PartyBlock {
        label: Texts::of(language).parties.delivery,
        name: filled(&to.name),
        address: address(street, zip, Some(&to.city), Some(&to.country), language),
        ids: Vec::new(),
        contact: Vec::new(),
        registration: None,
    }
}

fn address(
    street: Option<&str>,
    zip: Option<&str>,
    city: Option<&str>,
    country: Option<&str>,
    language: Language,
) -> Vec<String> {
    let zip = zip.map(|zip| postal_code(zip, country.unwrap_or_default()));
    let place = [zip.as_deref(), city].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let country = country.map(|code| country_name(code, language)).unwrap_or_default();
    let lines = [street.unwrap_or_default().to_owned(), place, country];
    lines.into_iter().filter(|line| !line.trim().is_empty()).collect()
}

/// Slovak and Czech postal codes are written `811 01`.
fn postal_code(zip: &str, country: &str) -> String {
    let spaced =
        matches!(country, "SK" | "CZ") && zip.len() == 5 && zip.chars().all(|c| c.is_ascii_digit());
    if spaced { format!("{}\u{a0}{}", &zip[..3], &zip[3..]) } else { zip.to_owned() }
}

/// A Czech party has one tax number, its DIČ; everyone else is shown what they have.
fn ids(party: &Party, language: Language) -> Vec<Fact> {
    let labels = &Texts::of(language).parties;
    let czech = party.country.as_deref() == Some("CZ");
    let (dic, ic_dph) = (filled(&party.dic), filled(&party.ic_dph));
    let all = if czech {
        vec![(labels.ico, filled(&party.ico)), (labels.czech_dic, ic_dph.or(dic))]
    } else {
        vec![(labels.ico, filled(&party.ico)), (labels.dic, dic), (labels.ic_dph, ic_dph)]
    };
    all.into_iter().filter_map(|(label, id)| Some((label, id?))).collect()
}

fn filled(text: &Option<String>) -> Option<String> {
    text.clone().filter(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_czech_party_has_one_tax_number() {
        let mut seller = Party {
            country: Some("CZ".into()),
            ico: Some("12345678".into()),
            dic: Some("CZ12345678".into()),
            ..Party::default()
        };
        let expected = vec![("IČO", "12345678".into()), ("DIČ", "CZ12345678".into())];
        assert_eq!(ids(&seller, Language::Sk), expected);
        (seller.dic, seller.ic_dph) = (None, seller.dic);
        assert_eq!(ids(&seller, Language::Cs), expected);
        assert_eq!(ids(&seller, Language::En)[1].0, "VAT ID");
    }

    #[test]
    fn addresses_skip_what_is_unknown() {
        let lines =
            address(Some("Hlavná 1"), Some("81101"), Some("Bratislava"), None, Language::Sk);
        assert_eq!(lines, ["Hlavná 1", "81101 Bratislava"]);
        let lines = address(None, Some("81101"), None, Some("SK"), Language::De);
        assert_eq!(lines, ["811\u{a0}01", "Slowakei"]);
        assert_eq!(address(None, None, None, Some("ZZ"), Language::Sk), ["ZZ"]);
    }
}
