//! Finds the contact that a document or a request describes in full.

use crate::{Contact, Firm, Party, SameFirm, search_name};

/// The keys to look up the contacts that may be a party.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactLookup {
    /// The IČO in the form of stored records.
    pub ico: Option<String>,
    /// DIČ and IČ DPH in the forms of stored records ([`Firm::written`]).
    pub tax_numbers: Vec<String>,
    /// The name, see [`Party::search_name`].
    pub search_name: String,
}

impl ContactLookup {
    /// The keys of a party.
    #[must_use]
    pub fn of(party: &Party) -> Self {
        let (_, mut tax_numbers) = Firm::of(party).written();
        tax_numbers.sort_unstable();
        tax_numbers.dedup();
        Self { ico: party.ico.clone(), tax_numbers, search_name: party.search_name() }
    }
}

/// Finds the contact of a party among these (in use, the oldest first): the same firm by its numbers
/// ([`Firm::same_as`]), one with the same name before others; or else one with the same name and address that has none
/// of the party's numbers and no contradicting one. `None` when the number of a VAT group fits several of its members.
#[must_use]
pub fn known_contact<'a>(party: &Party, contacts: &'a [Contact]) -> Option<&'a Contact> {
    let firm = Firm::of(party);
    let of = |wanted: SameFirm| {
        let same = contacts.iter().filter(|one| Firm::of(&one.party).same_as(&firm) == wanted);
        same.collect::<Vec<_>>()
    };
    let same = of(SameFirm::Yes);
    let named = same.iter().find(|contact| Firm::of(&contact.party).same_name(&firm));
    let first = same.first().filter(|_| is_one_firm(&same));
    let by_name = || of(SameFirm::Unknown).into_iter().find(|contact| is_at(party, &contact.party));
    named.or(first).copied().or_else(by_name)
}

fn is_one_firm(contacts: &[&Contact]) -> bool {
    let firms: Vec<_> = contacts.iter().map(|contact| Firm::of(&contact.party)).collect();
    let Some(first) = firms.first() else { return false };
    firms.iter().all(|firm| first.same_as(firm) != SameFirm::No)
}

/// Whether name and address are the same; without an address the e-mail address must not differ.
fn is_at(one: &Party, other: &Party) -> bool {
    let place = |party: &Party| {
        let address = party.address.clone().unwrap_or_default();
        let parts = [address.street, address.city, address.postal_code, address.country];
        parts.map(|part| search_name(&part).split_whitespace().collect::<String>())
    };
    let nowhere = place(one).iter().all(String::is_empty);
    let mail = |party: &Party| party.email.as_deref().map(str::to_lowercase);
    one.search_name() == other.search_name()
        && place(one) == place(other)
        && (!nowhere || mail(one) == mail(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Address, ContactId};
    use uuid::Uuid;

    fn contacts(parties: impl IntoIterator<Item = Party>) -> Vec<Contact> {
        let with_id = |(n, party)| Contact::new(ContactId(Uuid::from_u128(n)), party);
        (0..).zip(parties).map(with_id).collect()
    }

    fn found(party: &Party, contacts: &[Contact]) -> Option<u128> {
        known_contact(party, contacts).map(|contact| contact.id.0.as_u128())
    }

    #[test]
    fn a_firm_is_known_by_its_numbers() {
        let lesy = || Party::new("Lesy Kysuce s. r. o.").with_ico("36123455");
        let dic = || Party::new("Lesy").with_dic("2021234567");
        let known = contacts([
            Party::new("Lesy Kysuce s. r. o."),
            lesy().with_dic("2021234567"),
            lesy(),
            Party::new("Píla").with_ico("11111111"),
        ]);
        for (party, expected) in [
            (lesy(), Some(1)),
            (Party::new("LESY KYSUCE").with_ico("36 123 455"), Some(1)),
            (dic(), Some(1)),
            (Party::new("Lesy").with_ic_dph("SK2021234567"), Some(1)),
            (Party::new("Píla").with_ico("22222222"), None),
            (Party::new("Píla").with_ico("11111111"), Some(3)),
            (Party::new("Nikto"), None),
        ] {
            assert_eq!(found(&party, &known), expected, "{party:?}");
        }
    }

    #[test]
    fn members_of_a_vat_group_are_firms_of_their_own() {
        let group = |name: &str| Party::new(name).with_ic_dph("SK7020000944");
        let known = contacts([group("A").with_ico("31333532"), group("B").with_ico("35757442")]);
        assert_eq!(found(&group("C").with_ico("12345678"), &known), None);
        assert_eq!(found(&group("B"), &known), Some(1), "by its name");
        assert_eq!(found(&group("C"), &known), None, "one of the two, or a third");
        assert_eq!(found(&group("C"), &known[..1]), Some(0));
    }

    #[test]
    fn without_numbers_name_and_address_say_who_it_is() {
        let address = |city: &str| Address::new("Hlavná 1", city, "010 01", "SK");
        let jan = || Party::new("Ján Novák");
        let mail = |party: Party, mail: &str| Party { email: Some(mail.to_owned()), ..party };
        let known = contacts([jan().at(address("Žilina")), mail(jan(), "jan@novak.example")]);
        let close = Address::new("hlavná  1", "ŽILINA", "01001", "SK");
        for (party, expected) in [
            (Party::new("JAN NOVAK").at(close), Some(0)),
            (jan().at(address("Zvolen")), None),
            (jan().at(address("Žilina")).with_ico("36123455"), Some(0)),
            (mail(jan(), "Jan@Novak.example"), Some(1)),
            (mail(jan(), "other@novak.example"), None),
            (jan(), None),
        ] {
            assert_eq!(found(&party, &known), expected, "{party:?}");
        }
    }

    #[test]
    fn numbers_are_looked_up_as_records_write_them() {
        let of = |party| ContactLookup::of(&party).tax_numbers;
        let both = ["2021234567", "SK2021234567"];
        assert_eq!(of(Party::new("A").with_dic("2021234567").with_ic_dph("SK2021234567")), both);
        assert_eq!(of(Party::new("A").with_dic("sk 2021234567")), both);
        assert_eq!(of(Party::new("A").with_dic("ATU12345678")), ["ATU12345678"]);
        assert_eq!(of(Party::new("A")), [""; 0]);
    }
}
