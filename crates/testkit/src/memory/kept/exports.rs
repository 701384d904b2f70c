//! Exports, and their files in parts.

use crate::memory::{
    Result,
    table::{Table, rows},
};
use access::{OrganizationId, Tier};
use accounting_export::{Export, ExportFile, ExportId, ExportState, NewPart};
use persistence::StoreError;
use std::collections::BTreeMap;

#[derive(Clone, Default)]
pub(in crate::memory) struct ExportData {
    pub(in crate::memory) exports: Table<Export>,
    pub(in crate::memory) parts: BTreeMap<(OrganizationId, ExportId, ExportFile, u32), Vec<u8>>,
}

rows! {
    Export: ExportId = id;
}

impl ExportData {
    pub(in crate::memory) fn of(
        &self,
        owner: OrganizationId,
        tier: Tier,
    ) -> impl Iterator<Item = &Export> {
        self.exports.of(owner).filter(move |export| export.tier == tier)
    }

    pub(in crate::memory) fn forget(&mut self, key: (OrganizationId, ExportId)) -> Result<()> {
        self.forget_parts(key);
        self.exports.remove(key.0, key.1).map(drop)
    }

    fn forget_parts(&mut self, key: (OrganizationId, ExportId)) {
        self.parts.retain(|(owner, id, ..), _| (*owner, *id) != key);
    }

    pub(in crate::memory) fn advance(
        &mut self,
        owner: OrganizationId,
        after: &Export,
        parts: &[NewPart],
    ) -> Result<()> {
        let key = (owner, after.id);
        let known = self.exports.one_mut(owner, after.id)?;
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
