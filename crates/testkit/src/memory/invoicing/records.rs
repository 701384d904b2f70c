//! Bank accounts, vehicles and customers.

use crate::memory::{
    Result,
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use invoicing::{
    BankAccountId, ContactId, VehicleId,
    recording::AnyDocument,
    records::{
        BankAccountFilter, BankAccountRecord, BankAccountStore, ContactRow, CustomerStore, Logo,
        LogoStore, VehicleFilter, VehicleRecord, VehicleStore,
    },
};
use organizations::SettingsChange;
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;

impl Data {
    pub(in crate::memory) fn bank_accounts_in_use(
        &self,
        owner: OrganizationId,
    ) -> Vec<BankAccountRecord> {
        let own = self.bank_accounts.of(owner);
        own.filter(|record| record.retired_at.is_none()).cloned().collect()
    }

    pub(in crate::memory) fn change_bank_accounts(
        &mut self,
        owner: OrganizationId,
        before: &[BankAccountRecord],
        after: &[BankAccountRecord],
    ) -> Result<()> {
        self.must_exist(owner)?;
        if self.bank_accounts_in_use(owner) != before {
            return Err(StoreError::Conflict);
        }
        after.iter().for_each(|record| self.bank_accounts.put(owner, record.clone()));
        Ok(())
    }

    /// Keeps the new logo; the old one goes unless an invoice might have it.
    pub(in crate::memory) fn change_logo(
        &mut self,
        owner: OrganizationId,
        change: &SettingsChange,
    ) {
        let (old, new) =
            (&change.before.organization.branding, &change.after.organization.branding);
        if let Some(logo) = &change.after.new_logo {
            let kept = (logo.clone(), change.now);
            self.logos.entry((owner, logo.sha256.clone())).or_insert(kept);
        }
        let Some(old) = old.logo.clone().filter(|_| old.logo != new.logo) else { return };
        let key = (owner, old);
        let since = self.logos.get(&key).map(|(_, since)| *since);
        if !self.invoices.of(owner).any(|invoice| Some(invoice.created_at) >= since) {
            self.logos.remove(&key);
        }
    }
}

impl BankAccountStore for MemoryStore {
    async fn bank_accounts_in_use(&self, owner: OrganizationId) -> Result<Vec<BankAccountRecord>> {
        Ok(self.data().bank_accounts_in_use(owner))
    }

    async fn bank_account(
        &self,
        owner: OrganizationId,
        id: BankAccountId,
    ) -> Result<BankAccountRecord> {
        self.data().bank_accounts.one(owner, id).cloned()
    }

    async fn bank_accounts(
        &self,
        owner: OrganizationId,
        filter: &BankAccountFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<BankAccountRecord>> {
        let wanted = |record: &BankAccountRecord| {
            filter.currency.is_none_or(|currency| currency == record.account.currency)
                && filter.retired == record.retired_at.is_some()
        };
        Ok(self.data().bank_accounts.page(owner, wanted, after, limit))
    }

    async fn change_bank_accounts(
        &self,
        owner: OrganizationId,
        before: &[BankAccountRecord],
        after: &[BankAccountRecord],
        answered: Option<(&Lease, &Answer)>,
        now: OffsetDateTime,
    ) -> Result<()> {
        self.change(|data| {
            data.change_bank_accounts(owner, before, after)?;
            data.answer(owner, answered, now)
        })
    }
}

impl VehicleStore for MemoryStore {
    async fn add_vehicle(
        &self,
        owner: OrganizationId,
        vehicle: &VehicleRecord,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        self.change(|data| {
            data.add_vehicle(owner, vehicle)?;
            data.answer(owner, answered, vehicle.created_at)
        })
    }

    async fn vehicle(&self, owner: OrganizationId, id: VehicleId) -> Result<VehicleRecord> {
        self.data().vehicles.one(owner, id).cloned()
    }

    async fn vehicles(
        &self,
        owner: OrganizationId,
        filter: &VehicleFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<VehicleRecord>> {
        let plate = filter.plate();
        let wanted = |record: &VehicleRecord| {
            plate.as_ref().is_none_or(|plate| *plate == record.vehicle.plate)
                && filter.retired == record.retired_at.is_some()
        };
        Ok(self.data().vehicles.page(owner, wanted, after, limit))
    }

    async fn change_vehicle(
        &self,
        owner: OrganizationId,
        before: &VehicleRecord,
        after: &VehicleRecord,
    ) -> Result<()> {
        self.change(|data| {
            data.vehicles.replace(owner, before, after)?;
            data.plate_is_free(owner, after)
        })
    }
}

impl CustomerStore for MemoryStore {
    async fn add_contact(
        &self,
        owner: OrganizationId,
        contact: &ContactRow,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<()> {
        self.change(|data| {
            data.must_exist(owner)?;
            data.contacts.put(owner, contact.clone());
            data.answer(owner, answered, contact.created_at)
        })
    }

    async fn merge_contacts(
        &self,
        owner: OrganizationId,
        other: &ContactRow,
        stays: &ContactRow,
        after: &ContactRow,
        now: OffsetDateTime,
    ) -> Result<()> {
        let retired = ContactRow { retired_at: other.retired_at.or(Some(now)), ..other.clone() };
        self.change(|data| {
            data.contacts.replace(owner, other, &retired)?;
            data.contacts.replace(owner, stays, after)?;
            data.move_all(owner, other.contact.id, stays.contact.id);
            Ok(())
        })
    }

    async fn change_contact(
        &self,
        owner: OrganizationId,
        before: &ContactRow,
        after: &ContactRow,
    ) -> Result<()> {
        self.data().contacts.replace(owner, before, after)
    }
}

impl Data {
    fn move_all(&mut self, owner: OrganizationId, from: ContactId, to: ContactId) {
        for invoice in self.invoices.of_mut(owner) {
            let customer = match &mut invoice.document {
                AnyDocument::Issued(document) => &mut document.customer_id,
                AnyDocument::Recorded(document) => &mut document.customer_id,
            };
            if *customer == from {
                *customer = to;
                invoice.version += 1;
            }
        }
        for settled in self.expenses.of_mut(owner) {
            let expense = &mut settled.expense;
            if expense.content.supplier_id == from {
                expense.content.supplier_id = to;
                expense.version += 1;
            }
        }
        for project in self.projects.of_mut(owner) {
            if project.customer_id == Some(from) {
                project.customer_id = Some(to);
                project.version += 1;
            }
        }
        self.move_contracts(owner, from, to);
    }
}

impl LogoStore for MemoryStore {
    async fn logo(&self, owner: OrganizationId, sha256: &str) -> Result<Logo> {
        let data = self.data();
        let found = data.logos.get(&(owner, sha256.to_owned()));
        found.map(|(logo, _)| logo.clone()).ok_or(StoreError::NotFound)
    }
}
