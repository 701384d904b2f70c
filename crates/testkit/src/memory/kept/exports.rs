//! Exports, and their files in parts.

use access::{OrganizationId, Tier};
use accounting_export::{Export, ExportFile, ExportId, ExportState, NewPart};
use persistence::StoreError;
use std::collections::BTreeMap;

type Result<T> = std::result::Result<T, StoreError>;

#[derive(Clone, Default)]
pub(in crate::memory) struct ExportData {
    pub(in crate::memory) exports: BTreeMap<(OrganizationId, ExportId), Export>,
    pub(in crate::memory) parts: BTreeMap<(OrganizationId, ExportId, ExportFile, u32), Vec<u8>>,
}

impl ExportData {
    pub(in crate::memory) fn of(
        &self,
        owner: OrganizationId,
        tier: Tier,
    ) -> impl Iterator<Item = &Export> {
        let own = self.exports.iter().filter(move |((of, _), _)| *of == owner);
        own.map(|(_, export)| export).filter(move |export| export.tier == tier)
    }

    pub(in crate::memory) fn forget(&mut self, key: (OrganizationId, ExportId)) {
        self.exports.remove(&key);
        self.forget_parts(key);
    }

    pub(in crate::memory) fn forget_parts(&mut self, key: (OrganizationId, ExportId)) {
        self.parts.retain(|(owner, id, ..), _| (*owner, *id) != key);
    }

    pub(in crate::memory) fn advance(
        &mut self,
        owner: OrganizationId,
        after: &Export,
        parts: &[NewPart],
    ) -> Result<()> {
        let key = (owner, after.id);
        let known = self.exports.get_mut(&key).ok_or(StoreError::NotFound)?;
        if known.version != after.version - 1 {
            return Err(StoreError::Conflict);
        }
        *known = after.clone();
        if after.state == ExportState::Failed {
            self.forget_parts(key);
        }
        for part in parts {
            let key = (owner, after.id, part.file, part.position);
            if self.parts.insert(key, part.content.clone()).is_some() {
                return Err(StoreError::Taken("the piece".into()));
            }
        }
        Ok(())
    }
}
