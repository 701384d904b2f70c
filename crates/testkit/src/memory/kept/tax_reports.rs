//! Reports to the tax authority.

use ::tax_reports::{KeptReport, ReportId};
use access::OrganizationId;
use persistence::StoreError;
use std::collections::BTreeMap;

type Result<T> = std::result::Result<T, StoreError>;

/// Reports by their owners and ids, which tell their time.
#[derive(Clone, Default)]
pub(in crate::memory) struct TaxReportData(
    pub(in crate::memory) BTreeMap<(OrganizationId, ReportId), KeptReport>,
);

impl TaxReportData {
    pub(in crate::memory) fn get_mut(
        &mut self,
        owner: OrganizationId,
        id: ReportId,
    ) -> Result<&mut KeptReport> {
        self.0.get_mut(&(owner, id)).ok_or(StoreError::NotFound)
    }

    pub(in crate::memory) fn of(
        &self,
        owner: OrganizationId,
    ) -> impl DoubleEndedIterator<Item = &KeptReport> {
        self.0.iter().filter(move |((of, _), _)| *of == owner).map(|(_, kept)| kept)
    }
}
