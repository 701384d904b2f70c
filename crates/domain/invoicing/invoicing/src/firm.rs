//! Decides whether two records describe one firm. Each inline customer is a contact of its own, and one firm writes
//! its numbers in several ways, so numbers are compared and not contacts.

use crate::Party;
use party_identifiers::{compact, is_vat_number, vat_number, vat_prefix_of_country};
use std::collections::BTreeSet;

/// The numbers of Slovak VAT groups begin with this digit: they name the group, and no single member.
const GROUP: char = '7';

/// The name and the numbers that identify a firm.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Firm {
    /// Folded: lower case, no diacritics.
    name: String,
    country: Option<String>,
    ico: Option<String>,
    /// The Slovak DIČ, also from an IČ DPH: each names one taxpayer.
    own: BTreeSet<String>,
    /// VAT numbers of groups and of other countries, which several firms may share.
    shared: BTreeSet<String>,
}

/// The result of comparing the numbers of two records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SameFirm {
    Yes,
    No,
    /// They have no number of the same kind to compare.
    Unknown,
}

impl Firm {
    /// The name and the numbers of a party.
    #[must_use]
    pub fn of(party: &Party) -> Self {
        let country = party.country();
        let numbers = [party.dic.as_deref(), party.ic_dph.as_deref()].into_iter().flatten();
        let numbers = numbers.map(|number| in_one_spelling(number, country));
        let numbers = numbers.filter(|number| !number.is_empty());
        let (own, shared) = numbers.map(without_sk).partition(|number| is_own(number));
        Self {
            name: party.search_name(),
            country: country.map(str::to_owned),
            ico: party.ico.as_deref().map(registration).filter(|ico| !ico.is_empty()),
            own,
            shared,
        }
    }

    /// Whether they are one firm: by the same DIČ, or else the same IČO, or else the same VAT number. Different IČOs
    /// exclude it, unless the DIČ is the same.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> SameFirm {
        if !self.own.is_disjoint(&other.own) {
            return SameFirm::Yes;
        }
        match self.same_ico(other) {
            Some(true) => SameFirm::Yes,
            Some(false) => SameFirm::No,
            None if !self.shared.is_disjoint(&other.shared) => SameFirm::Yes,
            None if self.has_tax_number() && other.has_tax_number() => SameFirm::No,
            None => SameFirm::Unknown,
        }
    }

    /// Whether it has any number: a name alone does not identify a firm.
    #[must_use]
    pub fn has_number(&self) -> bool {
        self.ico.is_some() || self.has_tax_number()
    }

    /// Whether both have the same name.
    #[must_use]
    pub fn same_name(&self, other: &Self) -> bool {
        self.name == other.name
    }

    /// Keys to look up records by: two records of one firm, or of one name, share at least one of them.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        let numbers = self.own.iter().chain(&self.shared).map(|number| format!("t:{number}"));
        let ico = self.ico.iter().map(|ico| format!("i:{ico}"));
        numbers.chain(ico).chain([format!("n:{}", self.name)]).collect()
    }

    /// The numbers in the forms that records may have: IČO, and DIČ or IČ DPH.
    #[must_use]
    pub fn written(&self) -> (Vec<String>, Vec<String>) {
        let icos = self.ico.iter().flat_map(|ico| [ico.clone(), format!("{ico:0>8}")]);
        let numbers = self.own.iter().chain(&self.shared);
        (icos.collect(), numbers.flat_map(|number| spellings(number)).collect())
    }

    /// Keys of which two records of one firm share one, and those of two firms none: a record that must be unique for
    /// a firm is stored under each of them. The number of a VAT group counts only when no IČO tells the member. Slovakia
    /// and Czechia give IČOs from one old register, so each is one of its country; one without a country is Slovak.
    #[must_use]
    pub fn identities(&self) -> Vec<String> {
        let shared = self.shared.iter().filter(|_| self.ico.is_none());
        let numbers = self.own.iter().chain(shared).map(|number| format!("t:{number}"));
        let country = self.country.as_deref().unwrap_or("SK");
        numbers.chain(self.ico.iter().map(|ico| format!("i:{country}:{ico}"))).collect()
    }

    /// Compares IČOs; `None` when they are missing or of different countries.
    fn same_ico(&self, other: &Self) -> Option<bool> {
        let (one, another) = (self.ico.as_ref()?, other.ico.as_ref()?);
        let countries = self.country.as_ref().zip(other.country.as_ref());
        countries.is_none_or(|(here, there)| here == there).then_some(one == another)
    }

    fn has_tax_number(&self) -> bool {
        !self.own.is_empty() || !self.shared.is_empty()
    }
}

/// The capitals and digits of a number: `SK 2021.212.121` is `SK2021212121`.
fn plain(number: &str) -> String {
    compact(number).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// An IČO has eight digits; leading zeros are often left out.
fn registration(ico: &str) -> String {
    plain(ico).trim_start_matches('0').to_owned()
}

/// A number as it is compared: without the word for VAT behind it, and one of another country with its prefix, which ten
/// digits without one are not told from a Slovak DIČ by.
fn in_one_spelling(number: &str, country: Option<&str>) -> String {
    let number = vat_number(&plain(number));
    let number = without_word(&number);
    let foreign = country.filter(|country| *country != "SK");
    let prefixed = foreign.map(|country| format!("{}{number}", vat_prefix_of_country(country)));
    prefixed.filter(|number| is_vat_number(number)).unwrap_or_else(|| number.to_owned())
}

/// What stands behind the VAT numbers of a country: `NO999999999MVA`; in Switzerland in the language of who writes.
const WORDS: [(&str, &[&str]); 2] = [("NO", &["MVA"]), ("CHE", &["MWST", "TVA", "IVA"])];

/// The word for VAT is no part of who it is.
fn without_word(number: &str) -> &str {
    let stripped = WORDS.iter().find_map(|(prefix, words)| {
        let bare = words.iter().find_map(|word| number.strip_suffix(word))?;
        bare.strip_prefix(prefix).filter(|rest| rest.len() == 9 && is_digits(rest)).map(|_| bare)
    });
    stripped.unwrap_or(number)
}

/// A number in every form that a record may have it in.
fn spellings(number: &str) -> Vec<String> {
    let slovak = Some(format!("SK{number}")).filter(|_| is_dic(number));
    let words = WORDS.iter().filter(|(prefix, _)| number.starts_with(prefix));
    let with_word = words.flat_map(|(_, words)| words.iter().map(|word| format!("{number}{word}")));
    let digits = number.get(2..).filter(|rest| is_vat_number(number) && is_digits(rest));
    [number.to_owned()]
        .into_iter()
        .chain(slovak)
        .chain(with_word)
        .chain(digits.map(str::to_owned))
        .collect()
}

fn without_sk(number: String) -> String {
    match number.strip_prefix("SK") {
        Some(digits) if is_dic(digits) => digits.to_owned(),
        _ => number,
    }
}

fn is_dic(text: &str) -> bool {
    text.len() == 10 && is_digits(text)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_own(number: &str) -> bool {
    is_dic(number) && !number.starts_with(GROUP)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn firm(ico: &str, dic: &str, ic_dph: &str) -> Firm {
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let (ico, dic, ic_dph) = (text(ico), text(dic), text(ic_dph));
        Firm::of(&Party { ico, dic, ic_dph, ..Party::new("ACME, s. r. o.") })
    }

    #[test]
    fn numbers_say_whether_two_records_are_one_firm() {
        use SameFirm::{No, Unknown, Yes};
        for (one, another, expected) in [
            (("36123455", "", ""), ("36 123 455", "", ""), Yes),
            (("00603481", "", ""), ("603481", "", ""), Yes),
            (("", "2021212121", ""), ("", "", "sk 2021212121"), Yes),
            (("", "SK2021212121", ""), ("", "2021.212.121", ""), Yes),
            (("36123455", "2021212121", ""), ("36123455", "2029999999", ""), Yes),
            // one taxpayer, although its IČO was mistyped
            (("36123455", "2021212121", ""), ("36123456", "2021212121", ""), Yes),
            (("", "", "DE123456789"), ("", "DE123456789", ""), Yes),
            (("36123455", "", ""), ("36123456", "", ""), No),
            // the word for VAT is no part of the number
            (("", "NO999999999MVA", ""), ("", "NO 999 999 999", ""), Yes),
            (("", "CHE-123.456.789 MWST", ""), ("", "CHE123456789TVA", ""), Yes),
            (("", "CHE123456789", ""), ("", "CHE-123.456.789 IVA", ""), Yes),
            (("", "NO999999999MVA", ""), ("", "NO888888888MVA", ""), No),
            (("", "GR123456789", ""), ("", "EL 123456789", ""), Yes),
            // members of one VAT group
            (("31333532", "", "SK7020000944"), ("35757442", "", "SK7020000944"), No),
            (("12345678", "CZ699001234", ""), ("87654321", "CZ699001234", ""), No),
            (("", "2021212121", ""), ("", "2029999999", ""), No),
            (("36123455", "", ""), ("", "2021212121", ""), Unknown),
            (("", "", ""), ("", "", ""), Unknown),
            (("36123455", "", ""), ("", "", ""), Unknown),
        ] {
            let of = |(ico, dic, ic_dph): (&str, &str, &str)| firm(ico, dic, ic_dph);
            assert_eq!(of(one).same_as(&of(another)), expected, "{one:?} {another:?}");
            assert_eq!(of(another).same_as(&of(one)), expected, "{another:?} {one:?}");
            let shared = of(one).keys().iter().any(|key| of(another).keys().contains(key));
            assert!(shared || expected == No, "{one:?} {another:?}");
        }
    }

    #[test]
    fn an_ico_is_of_its_country() {
        let at = |country: &str, ico: &str| {
            let address = crate::Address { country: country.to_owned(), ..Default::default() };
            Firm::of(&Party::new("ACME").with_ico(ico).at(address))
        };
        assert_eq!(at("SK", "36123455").same_as(&at("CZ", "36123455")), SameFirm::Unknown);
        assert_eq!(at("CZ", "36123455").same_as(&at("CZ", "36123455")), SameFirm::Yes);
        assert_ne!(at("SK", "36123455").identities(), at("CZ", "36123455").identities());
        assert_eq!(at("SK", "36123455").identities(), at("SK", "36 123 455").identities());
        assert_eq!(at("SK", "36123455").identities(), at("", "36123455").identities());
    }

    #[test]
    fn ten_digits_are_of_the_country_of_who_has_them() {
        let at = |country: &str, dic: &str| {
            let address = crate::Address { country: country.to_owned(), ..Default::default() };
            Firm::of(&Party::new("ACME").with_dic(dic).at(address))
        };
        for (one, other, same) in [
            (("PL", "1234567890"), ("PL", "PL1234567890"), SameFirm::Yes),
            (("PL", "1234567890"), ("SK", "1234567890"), SameFirm::No),
            (("CZ", "7001011234"), ("CZ", "CZ7001011234"), SameFirm::Yes),
            // an Austrian number has another form: it is the Slovak one of a firm from there
            (("AT", "4020123456"), ("AT", "SK4020123456"), SameFirm::Yes),
        ] {
            let (one, other) = (at(one.0, one.1), at(other.0, other.1));
            assert_eq!(one.same_as(&other), same, "{one:?} {other:?}");
            let shared = one.identities().iter().any(|key| other.identities().contains(key));
            assert_eq!(shared, same == SameFirm::Yes, "{one:?} {other:?}");
        }
    }

    /// A record is looked for in every form that another may have been written in.
    #[test]
    fn numbers_are_looked_for_in_every_spelling() {
        for (looked_for, stored) in [
            ("2021212121", "SK2021212121"),
            ("SK7020000944", "7020000944"),
            ("NO999999999", "NO999999999MVA"),
            ("CHE123456789TVA", "CHE123456789MWST"),
            ("CHE123456789TVA", "CHE123456789"),
            ("PL1234567890", "1234567890"),
        ] {
            let (_, written) = firm("", looked_for, "").written();
            assert!(written.iter().any(|form| form == stored), "{looked_for}: {written:?}");
        }
    }
}
