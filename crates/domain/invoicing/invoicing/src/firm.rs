//! When two records are of one firm. Each inline customer is a contact of its own, and one firm writes its numbers
//! in several ways: contacts are not compared, numbers are.

use crate::Party;
use party_identifiers::compact;
use std::collections::BTreeSet;

/// Slovak VAT groups have numbers that begin with it: they name the group, and none of its members.
const GROUP: char = '7';

/// By what a firm is known.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Firm {
    /// Folded: lower case, no diacritics.
    name: String,
    country: Option<String>,
    ico: Option<String>,
    /// Slovak DIČ, also out of an IČ DPH: each names one taxpayer.
    own: BTreeSet<String>,
    /// VAT numbers of groups and of other countries, which several firms may share.
    shared: BTreeSet<String>,
}

/// What the numbers of two records say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SameFirm {
    Yes,
    No,
    /// They have no number of one kind: nothing to compare.
    Unknown,
}

impl Firm {
    /// What a party's record says of it.
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

    /// Whether they are one firm: the same DIČ, else the same IČO, else the same VAT number. An IČO that differs
    /// excludes, unless the DIČ is the same.
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

    /// Whether it has any number: a name alone says nothing.
    #[must_use]
    pub fn has_number(&self) -> bool {
        self.ico.is_some() || self.has_tax_number()
    }

    /// Both are called the same.
    #[must_use]
    pub fn same_name(&self, other: &Self) -> bool {
        self.name == other.name
    }

    /// Texts of which two records of one firm have at least one in common, and two of one name too: to look them up by.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        let numbers = self.own.iter().chain(&self.shared).map(|number| format!("t:{number}"));
        let ico = self.ico.iter().map(|ico| format!("i:{ico}"));
        numbers.chain(ico).chain([format!("n:{}", self.name)]).collect()
    }

    /// The numbers as records may have them: IČO, and DIČ or IČ DPH.
    #[must_use]
    pub fn written(&self) -> (Vec<String>, Vec<String>) {
        let icos = self.ico.iter().flat_map(|ico| [ico.clone(), format!("{ico:0>8}")]);
        let own = self.own.iter().flat_map(|number| [number.clone(), format!("SK{number}")]);
        let shared = self.shared.iter().flat_map(|number| [number.clone(), format!("SK{number}")]);
        (icos.collect(), own.chain(shared).collect())
    }

    /// Texts of which two records of one firm have one in common, and those of two firms none: what is kept once for
    /// a firm is kept under each of them. The number of a VAT group counts where no IČO says which member it is.
    #[must_use]
    pub fn identities(&self) -> Vec<String> {
        let shared = self.shared.iter().filter(|_| self.ico.is_none());
        let numbers = self.own.iter().chain(shared).map(|number| format!("t:{number}"));
        numbers.chain(self.ico.iter().map(|ico| format!("i:{ico}"))).collect()
    }

    /// The register of one country says nothing of another's.
    fn same_ico(&self, other: &Self) -> Option<bool> {
        let (one, another) = (self.ico.as_ref()?, other.ico.as_ref()?);
        let countries = self.country.as_ref().zip(other.country.as_ref());
        countries.is_none_or(|(here, there)| here == there).then_some(one == another)
    }

    fn has_tax_number(&self) -> bool {
        !self.own.is_empty() || !self.shared.is_empty()
    }
}

/// Capitals and digits: `SK 2021.212.121` is `SK2021212121`.
fn plain(number: &str) -> String {
    compact(number).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// An IČO has eight digits, of which the first ones are often left out when they are zeros.
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
            // one taxpayer, although somebody mistyped its IČO
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
