//! Whose invoices accounts have paid before. Firms are compared, not contacts: each invoice with an inline customer
//! has a contact of its own.

use crate::{Candidates, Line};
use invoicing::{ContactId, Firm, SameFirm};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Contacts that say the same of one firm, or a contact that says nothing that could be compared.
pub(super) type Group = usize;

#[derive(Debug)]
pub(super) struct Payers<'a> {
    groups: HashMap<ContactId, Group>,
    accounts: HashMap<&'a str, Paid>,
}

/// For whom one account has paid.
#[derive(Debug, Default)]
struct Paid {
    known: BTreeSet<Group>,
    /// Called as one of them, without numbers to compare.
    perhaps: BTreeSet<Group>,
}

impl<'a> Payers<'a> {
    pub(super) fn of(candidates: &'a Candidates) -> Self {
        let paid = candidates.payers.values().flatten();
        let contacts = candidates.invoices.iter().map(|invoice| &invoice.customer_id).chain(paid);
        let grouped = Grouped::of(contacts.copied(), &candidates.firms);
        let of_account =
            |(account, contacts): (&'a String, _)| (account.as_str(), grouped.paid(contacts));
        let accounts = candidates.payers.iter().map(of_account).collect();
        Self { groups: grouped.groups, accounts }
    }

    pub(super) fn group(&self, customer: ContactId) -> Option<Group> {
        self.groups.get(&customer).copied()
    }

    /// For whom the account of the line has paid before.
    pub(super) fn known(&self, line: &Line) -> Option<&BTreeSet<Group>> {
        Some(&self.accounts.get(line.known_account()?)?.known)
    }

    /// Whether the account of the line has paid for this customer before; none when it never paid, or when one of
    /// the same name, without numbers to compare, may be the same.
    pub(super) fn knows(&self, line: &Line, customer: ContactId) -> Option<bool> {
        let paid = self.accounts.get(line.known_account()?)?;
        let group = self.group(customer)?;
        let known = paid.known.contains(&group);
        (known || !paid.perhaps.contains(&group)).then_some(known)
    }
}

/// Contacts by what they say of their firms.
struct Grouped<'a> {
    groups: HashMap<ContactId, Group>,
    /// By group; none of a contact that is not known any more.
    firms: Vec<Option<&'a Firm>>,
    by_key: HashMap<String, Vec<Group>>,
}

impl<'a> Grouped<'a> {
    fn of(contacts: impl Iterator<Item = ContactId>, firms: &'a BTreeMap<ContactId, Firm>) -> Self {
        let mut grouped =
            Self { groups: HashMap::new(), firms: Vec::new(), by_key: HashMap::new() };
        let mut alike: BTreeMap<&Firm, Group> = BTreeMap::new();
        for contact in contacts {
            if grouped.groups.contains_key(&contact) {
                continue;
            }
            let firm = firms.get(&contact);
            // two people of one name are two
            let numbered = firm.filter(|firm| firm.has_number());
            let group = match numbered.and_then(|firm| alike.get(firm)) {
                Some(group) => *group,
                None => grouped.add(firm),
            };
            alike.extend(numbered.map(|firm| (firm, group)));
            grouped.groups.insert(contact, group);
        }
        grouped
    }

    fn add(&mut self, firm: Option<&'a Firm>) -> Group {
        let group = self.firms.len();
        self.firms.push(firm);
        for key in firm.map(Firm::keys).unwrap_or_default() {
            self.by_key.entry(key).or_default().push(group);
        }
        group
    }

    /// For whom an account has paid that paid for these contacts.
    fn paid(&self, contacts: &BTreeSet<ContactId>) -> Paid {
        let own: BTreeSet<Group> =
            contacts.iter().filter_map(|id| self.groups.get(id)).copied().collect();
        let mut paid = Paid { known: own.clone(), perhaps: BTreeSet::new() };
        for firm in own.iter().filter_map(|group| self.firms[*group]) {
            let keys = firm.keys();
            for other in keys.iter().filter_map(|key| self.by_key.get(key)).flatten() {
                let Some(candidate) = self.firms[*other] else { continue };
                match firm.same_as(candidate) {
                    SameFirm::Yes => paid.known.insert(*other),
                    SameFirm::Unknown if firm.same_name(candidate) => paid.perhaps.insert(*other),
                    SameFirm::Unknown | SameFirm::No => false,
                };
            }
        }
        paid
    }
}
