//! Contracts, and the invoices of their periods.

use access::OrganizationId;
use contracts::{Contract, ContractId, PeriodInvoice};
use std::collections::BTreeMap;
use time::Date;

#[derive(Clone, Default)]
pub(in crate::memory) struct ContractData {
    pub(in crate::memory) contracts: BTreeMap<(OrganizationId, ContractId), Contract>,
    pub(in crate::memory) periods: BTreeMap<(OrganizationId, ContractId, Date), PeriodInvoice>,
}

impl ContractData {
    /// Those of an organization.
    pub(in crate::memory) fn of(&self, owner: OrganizationId) -> impl Iterator<Item = &Contract> {
        let own = self.contracts.iter().filter(move |((of, _), _)| *of == owner);
        own.map(|(_, contract)| contract)
    }
}
