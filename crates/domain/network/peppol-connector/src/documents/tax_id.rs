//! The tax registrations of a party (BT-31, BT-32, BT-48), and which number each is.

use party_identifiers::{is_vat_number, vat_number, vat_prefix_of_country};

/// A tax registration of a party.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxId {
    /// The kind of tax that the number is registered for.
    pub scheme: TaxScheme,
    /// The number as written in the document. With [`TaxScheme::Other`] it may be a text without a number.
    pub value: String,
}

/// The kind of tax of a registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TaxScheme {
    /// VAT: `VAT` in UBL, `VA` in CII.
    Vat,
    /// Another tax, or none: `TAX` in UBL, `FC` in CII. In some countries it holds a text that the law requires.
    Other,
    /// The scheme is missing or unknown.
    Unknown,
}

impl TaxId {
    /// A registration without a scheme.
    #[must_use]
    pub fn unsaid(value: &str) -> Self {
        Self { scheme: TaxScheme::Unknown, value: value.to_owned() }
    }
}

impl TaxScheme {
    /// Parses the identifier of the scheme, ignoring case.
    #[must_use]
    pub fn of(id: Option<&str>) -> Self {
        match id.map(str::to_ascii_uppercase).as_deref() {
            Some("VAT" | "VA") => TaxScheme::Vat,
            Some("TAX" | "FC") => TaxScheme::Other,
            _ => TaxScheme::Unknown,
        }
    }
}

/// The tax numbers of a party in normalized form.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TaxNumbers {
    /// Slovak IČ DPH: `SK` and ten digits. Of a Slovak company with a DIČ also the VAT number of another country.
    pub(crate) ic_dph: Option<String>,
    /// Slovak DIČ, else the VAT number of another country.
    pub(crate) dic: Option<String>,
}

impl TaxNumbers {
    /// The tax numbers from the registrations of a party in a country (ISO 3166-1). The order of the registrations
    /// does not matter; a number under another tax counts as DIČ only in Slovakia.
    pub(crate) fn of(ids: &[TaxId], country: Option<&str>) -> Self {
        let vat = vat(ids, country);
        let (slovak, foreign): (Option<String>, _) = match vat {
            Some(number) if is_slovak_vat(&number) => (Some(number), None),
            number => (None, number),
        };
        let is_slovak = slovak.is_some() || country.is_none_or(|code| code == "SK");
        // of who is no Slovak company, a number without a country may be another's
        let has_dic = is_slovak && (foreign.is_none() || country == Some("SK"));
        match (ids.iter().filter(|_| has_dic).find_map(slovak_dic), foreign) {
            (Some(dic), foreign) => Self { ic_dph: slovak.or(foreign), dic: Some(dic) },
            (None, foreign) => Self { ic_dph: slovak, dic: foreign },
        }
    }
}

/// The VAT number: one registered as such, else one in the format of the party's country.
fn vat(ids: &[TaxId], country: Option<&str>) -> Option<String> {
    let of = |scheme| ids.iter().filter(move |id| id.scheme == scheme);
    let registered = of(TaxScheme::Vat).find_map(|id| with_prefix(vat_number(&id.value), country));
    let by_form = || {
        let numbers = of(TaxScheme::Unknown).map(|id| vat_number(&id.value));
        numbers.filter(|number| is_vat_number(number)).find(|number| is_of(number, country))
    };
    registered.or_else(by_form)
}

/// Adds a missing country prefix. `None` for a text without digits.
fn with_prefix(number: String, country: Option<&str>) -> Option<String> {
    if !number.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let has_prefix = number.len() > 2 && number.bytes().take(2).all(|b| b.is_ascii_uppercase());
    match (has_prefix, country) {
        (true, _) => Some(number),
        // ten digits of a Slovak company are its DIČ, whatever they are registered for
        (false, Some("SK")) => None,
        (false, country) => country.map(|code| format!("{}{number}", vat_prefix_of_country(code))),
    }
}

fn is_of(number: &str, country: Option<&str>) -> bool {
    country.is_none_or(|code| number.starts_with(vat_prefix_of_country(code)))
}

fn is_slovak_vat(number: &str) -> bool {
    number.strip_prefix("SK").is_some_and(crate::identifiers::is_dic)
}

/// Ten digits, or the ten digits after `SK` of a number that is not registered for VAT.
fn slovak_dic(id: &TaxId) -> Option<String> {
    let number = vat_number(&id.value);
    let digits = match number.strip_prefix("SK") {
        Some(digits) if id.scheme == TaxScheme::Other => digits,
        Some(_) => return None,
        None => &number,
    };
    crate::identifiers::is_dic(digits).then(|| digits.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tax registrations from `scheme:value` texts; a value alone has no scheme.
    fn ids(written: &[&str]) -> Vec<TaxId> {
        let id = |text: &&str| match text.split_once(':') {
            Some((scheme, value)) => {
                TaxId { scheme: TaxScheme::of(Some(scheme)), value: value.to_owned() }
            }
            None => TaxId { scheme: TaxScheme::of(None), value: (*text).to_owned() },
        };
        written.iter().map(id).collect()
    }

    #[test]
    fn each_number_is_what_it_is_registered_for() {
        for (country, written, ic_dph, dic) in [
            // texts that the law of the seller's country requires
            (
                "NO",
                &["VAT:NO999999999MVA", "TAX:Foretaksregisteret"][..],
                None,
                Some("NO999999999MVA"),
            ),
            (
                "SE",
                &["VAT:SE556677889901", "TAX:Godkänd för F-skatt"],
                None,
                Some("SE556677889901"),
            ),
            ("NO", &["TAX:Foretaksregisteret"], None, None),
            ("SE", &["VAT:Godkänd för F-skatt"], None, None),
            // numbers of other taxes, in any order and case
            ("DE", &["VAT:DE123456789", "FC:21/815/08150"], None, Some("DE123456789")),
            ("DE", &["FC:21/815/08150", "vat:DE 123 456 789"], None, Some("DE123456789")),
            ("AT", &["fc:12 345/6789", "va:ATU12345678"], None, Some("ATU12345678")),
            ("DE", &["FC:21/815/08150"], None, None),
            ("IT", &["TAX:RSSMRA80A01H501U", "VAT:IT12345678903"], None, Some("IT12345678903")),
            ("CZ", &["TAX:12345678", "VAT:CZ12345678"], None, Some("CZ12345678")),
            ("CZ", &["TAX:CZ12345678"], None, None),
            ("PL", &["TAX:1234567890"], None, None),
            // without a scheme, or with an unknown one: recognized by its format
            ("AT", &["ATU12345678"], None, Some("ATU12345678")),
            ("DE", &["UST:DE123456789"], None, Some("DE123456789")),
            ("DE", &["ATU12345678"], None, None),
            ("AU", &["GST:51824753556"], None, None),
            // one number in its different spellings
            ("BE", &["VAT:BE 0123.456.749"], None, Some("BE0123456749")),
            ("GR", &["VAT:GR123456789"], None, Some("EL123456789")),
            ("GR", &["VAT:123456789"], None, Some("EL123456789")),
            ("DK", &["VAT:12345678"], None, Some("DK12345678")),
            ("CH", &["VAT:CHE-123.456.789 MWST"], None, Some("CHE123456789MWST")),
            // Slovakia: a VAT number and the DIČ
            (
                "SK",
                &["VAT:SK2021234567", "TAX:2021234567"],
                Some("SK2021234567"),
                Some("2021234567"),
            ),
            (
                "SK",
                &["TAX:2021234567", "VAT:SK7021234567"],
                Some("SK7021234567"),
                Some("2021234567"),
            ),
            ("SK", &["VAT:sk 2021.234.567"], Some("SK2021234567"), None),
            ("SK", &["TAX:2021 234 567"], None, Some("2021234567")),
            ("SK", &["TAX:SK2021234567"], None, Some("2021234567")),
            ("SK", &["VAT:2021234567"], None, Some("2021234567")),
            ("SK", &["SK2021234567", "2021234567"], Some("SK2021234567"), Some("2021234567")),
            ("SK", &["TAX:zapísaná v registri"], None, None),
            // a foreign VAT number of a company in Slovakia
            ("SK", &["VAT:CZ12345678", "TAX:2021234567"], Some("CZ12345678"), Some("2021234567")),
            ("SK", &["VAT:CZ12345678"], None, Some("CZ12345678")),
            ("CZ", &["VAT:CZ12345678", "TAX:2021234567"], None, Some("CZ12345678")),
            ("", &["VAT:CZ12345678", "TAX:2021234567"], None, Some("CZ12345678")),
            ("", &["VAT:SK2021234567"], Some("SK2021234567"), None),
            ("", &["2021234567"], None, Some("2021234567")),
            ("", &["VAT:123"], None, None),
        ] {
            let country = Some(country).filter(|country| !country.is_empty());
            let read = TaxNumbers::of(&ids(written), country);
            let expected =
                TaxNumbers { ic_dph: ic_dph.map(str::to_owned), dic: dic.map(str::to_owned) };
            assert_eq!(read, expected, "{country:?} {written:?}");
        }
    }
}
