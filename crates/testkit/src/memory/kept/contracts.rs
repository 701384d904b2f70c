//! Contracts, and the invoices of their periods.

use crate::memory::table::{Table, rows};
use access::OrganizationId;
use contracts::{Contract, ContractId, PeriodInvoice};
use std::collections::BTreeMap;
use time::Date;

#[derive(Clone, Default)]
pub(in crate::memory) struct ContractData {
    pub(in crate::memory) contracts: Table<Contract>,
    pub(in crate::memory) periods: BTreeMap<(OrganizationId, ContractId, Date), PeriodInvoice>,
}

rows! {
    Contract: ContractId = id;
}
