//! The firms of contacts: one firm may have several contacts.

use super::{super::super::sql::*, AT_ONCE};
use crate::error::backend;
use access::OrganizationId;
use invoicing::{ContactId, Firm, Party};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

pub(super) type Firms = BTreeMap<ContactId, Firm>;

/// The firms of these contacts.
pub(super) async fn of(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    contacts: &BTreeSet<ContactId>,
) -> Result<Firms> {
    let contacts: Vec<_> = contacts.iter().copied().collect();
    let mut firms = Firms::new();
    for contacts in contacts.chunks(AT_ONCE) {
        let query = sql!(
            "SELECT id, party FROM contacts WHERE organization_id = {} AND id IN {}",
            organization,
            list(contacts.iter().copied())
        );
        for (id, party) in query.all::<(Uuid, String)>(conn).await? {
            let party: Party = serde_json::from_str(&party).map_err(backend)?;
            firms.insert(ContactId(id), Firm::of(&party));
        }
    }
    Ok(firms)
}

/// These contacts, and all that share a number with one of them.
pub(super) async fn alike(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    firms: &Firms,
) -> Result<BTreeSet<ContactId>> {
    let mut found: BTreeSet<ContactId> = firms.keys().copied().collect();
    let (mut icos, mut taxes) = (BTreeSet::new(), BTreeSet::new());
    for (ico, tax) in firms.values().map(Firm::written) {
        icos.extend(ico);
        taxes.extend(tax);
    }
    let columns =
        [(Fragment("ico"), &icos), (Fragment("dic"), &taxes), (Fragment("ic_dph"), &taxes)];
    for (column, numbers) in columns {
        let numbers: Vec<_> = numbers.iter().collect();
        for numbers in numbers.chunks(AT_ONCE) {
            let query = sql!(
                "SELECT id FROM contacts WHERE organization_id = {} AND {} IN {}",
                organization,
                column,
                list(numbers.iter().copied())
            );
            found.extend(query.all::<Uuid>(conn).await?.into_iter().map(ContactId));
        }
    }
    Ok(found)
}
