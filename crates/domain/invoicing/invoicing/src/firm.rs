//! Decides whether two records describe one firm. Each inline customer is a contact of its own, and one firm writes
//! its numbers in several ways, so numbers are compared and not contacts.

use crate::Party;
use party_identifiers::compact;
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
        let numbers = [party.dic.as_deref(), party.ic_dph.as_deref()];
        let numbers = numbers.into_iter().flatten().map(plain).filter(|number| !number.is_empty());
        let (own, shared) = numbers.map(without_sk).partition(|number| is_own(number));
        Self {
            name: party.search_name(),
            country: party.country().map(str::to_owned),
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
        let own = self.own.iter().flat_map(|number| [number.clone(), format!("SK{number}")]);
        let shared = self.shared.iter().flat_map(|number| [number.clone(), format!("SK{number}")]);
        (icos.collect(), own.chain(shared).collect())
    }

    /// Keys of which two records of one firm share one, and those of two firms none: a record that must be unique for
    /// a firm is stored under each of them. The number of a VAT group counts only when no IČO tells the member.
    #[must_use]
    pub fn identities(&self) -> Vec<String> {
        let shared = self.shared.iter().filter(|_| self.ico.is_none());
        let numbers = self.own.iter().chain(shared).map(|number| format!("t:{number}"));
        numbers.chain(self.ico.iter().map(|ico| format!("i:{ico}"))).collect()
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

fn without_sk(number: String) -> String {
    match number.strip_prefix("SK") {
        Some(digits) if is_dic(digits) => digits.to_owned(),
        _ => number,
    }
}

fn is_dic(text: &str) -> bool {
    text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit())
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
    }
}
