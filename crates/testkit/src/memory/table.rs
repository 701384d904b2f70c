//! Rows that organizations have.

use super::{Result, page::page};
use access::OrganizationId;
use persistence::{Cursor, Listed, Page, StoreError};
use std::collections::BTreeMap;

/// A row that is found by its id within its organization.
pub(super) trait Row: Clone {
    type Id: Copy + Ord;

    fn id(&self) -> Self::Id;
}

/// Implements [`Row`] for types, given the fields of their ids.
macro_rules! rows {
    ($($row:ty: $id:ty = $first:ident $(.$more:ident)*;)+) => { $(
        impl $crate::memory::table::Row for $row {
            type Id = $id;

            fn id(&self) -> $id {
                self.$first $(.$more)*
            }
        }
    )+ };
}
pub(super) use rows;

/// The rows of all organizations, by organization and id.
#[derive(Clone)]
pub(super) struct Table<R: Row>(BTreeMap<(OrganizationId, R::Id), R>);

impl<R: Row> Default for Table<R> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<R: Row> Table<R> {
    pub(super) fn all(&self) -> impl DoubleEndedIterator<Item = (OrganizationId, &R)> {
        self.0.iter().map(|((owner, _), row)| (*owner, row))
    }

    /// The rows of an organization, by their ids.
    pub(super) fn of(&self, owner: OrganizationId) -> impl DoubleEndedIterator<Item = &R> {
        self.all().filter(move |(of, _)| *of == owner).map(|(_, row)| row)
    }

    pub(super) fn of_mut(&mut self, owner: OrganizationId) -> impl Iterator<Item = &mut R> {
        let own = self.0.iter_mut().filter(move |((of, _), _)| *of == owner);
        own.map(|(_, row)| row)
    }

    pub(super) fn find(&self, owner: OrganizationId, id: R::Id) -> Option<&R> {
        self.0.get(&(owner, id))
    }

    /// The row, which must be there.
    pub(super) fn one(&self, owner: OrganizationId, id: R::Id) -> Result<&R> {
        self.find(owner, id).ok_or(StoreError::NotFound)
    }

    pub(super) fn one_mut(&mut self, owner: OrganizationId, id: R::Id) -> Result<&mut R> {
        self.0.get_mut(&(owner, id)).ok_or(StoreError::NotFound)
    }

    /// Keeps a row, in the place of the one with its id.
    pub(super) fn put(&mut self, owner: OrganizationId, row: R) {
        self.0.insert((owner, row.id()), row);
    }

    /// Keeps a row whose id must be free.
    pub(super) fn add(&mut self, owner: OrganizationId, row: R, what: &str) -> Result<()> {
        let is_free = self.find(owner, row.id()).is_none();
        free(what, is_free)?;
        self.put(owner, row);
        Ok(())
    }

    /// Keeps a row unless there is one with its id.
    pub(super) fn put_first(&mut self, owner: OrganizationId, row: R) {
        self.0.entry((owner, row.id())).or_insert(row);
    }

    pub(super) fn remove(&mut self, owner: OrganizationId, id: R::Id) -> Result<R> {
        self.0.remove(&(owner, id)).ok_or(StoreError::NotFound)
    }

    pub(super) fn retain(&mut self, stays: impl Fn(OrganizationId, &R) -> bool) {
        self.0.retain(|(owner, _), row| stays(*owner, row));
    }
}

impl<R: Row + PartialEq> Table<R> {
    /// Puts `after` in the place of `before`, which must be there unchanged.
    pub(super) fn replace(&mut self, owner: OrganizationId, before: &R, after: &R) -> Result<()> {
        let known = self.one_mut(owner, before.id())?;
        if known != before {
            return Err(StoreError::Conflict);
        }
        *known = after.clone();
        Ok(())
    }
}

impl<R: Row + Listed> Table<R> {
    /// A page of an organization's rows, the newest first.
    pub(super) fn page(
        &self,
        owner: OrganizationId,
        wanted: impl Fn(&R) -> bool,
        after: Option<Cursor>,
        limit: u16,
    ) -> Page<R> {
        page(self.of(owner).filter(|row| wanted(row)).cloned(), after, limit)
    }
}

/// Whether something may take its place.
pub(super) fn free(what: &str, is_free: bool) -> Result<()> {
    if is_free { Ok(()) } else { Err(StoreError::Taken(what.into())) }
}
