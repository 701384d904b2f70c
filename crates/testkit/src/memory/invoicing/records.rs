//! Bank accounts, vehicles and customers.

use super::provision::free;
use crate::memory::{
    page::page,
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

type Result<T> = std::result::Result<T, StoreError>;

impl MemoryStore {
    /// Makes a change that is kept as a whole or not at all.
    pub(in crate::memory) fn change<T>(
        &self,
        change: impl FnOnce(&mut Data) -> Result<T>,
    ) -> Result<T> {
        let mut data = self.data();
        let mut copy = data.clone();
        let done = change(&mut copy)?;
        *data = copy;
        Ok(done)
    }
}

impl Data {
    pub(in crate::memory) fn bank_accounts_in_use(
        &self,
        owner: OrganizationId,
    ) -> Vec<BankAccountRecord> {
        let own = self.bank_accounts.iter().filter(|(of, _)| *of == owner);
        let mut in_use: Vec<_> = own.map(|(_, record)| record.clone()).collect();
        in_use.retain(|record| record.retired_at.is_none());
        in_use.sort_by_key(|record| record.account.id);
        in_use
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
        let changed = |id: BankAccountId| after.iter().any(|record| record.account.id == id);
        self.bank_accounts.retain(|(of, known)| *of != owner || !changed(known.account.id));
        self.bank_accounts.extend(after.iter().map(|record| (owner, record.clone())));
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
        let mut own = self.invoices.values().filter(|invoice| invoice.organization == owner);
        if !own.any(|invoice| Some(invoice.created_at) >= since) {
            self.logos.remove(&key);
        }
    }

    pub(in crate::memory) fn answer(
        &mut self,
        owner: OrganizationId,
        answered: Option<(&Lease, &Answer)>,
        now: OffsetDateTime,
    ) -> Result<()> {
        let Some((lease, answer)) = answered else { return Ok(()) };
        self.complete((owner.into(), now), lease, answer)
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
        let data = self.data();
        let mut all = data.bank_accounts.iter();
        let found = all.find(|(of, record)| *of == owner && record.account.id == id);
        found.map(|(_, record)| record.clone()).ok_or(StoreError::NotFound)
    }

    async fn bank_accounts(
        &self,
        owner: OrganizationId,
        filter: &BankAccountFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<BankAccountRecord>> {
        let data = self.data();
        let own = data.bank_accounts.iter().filter(|(of, _)| *of == owner);
        let mut rows: Vec<_> = own.map(|(_, record)| record.clone()).collect();
        rows.retain(|record| {
            filter.currency.is_none_or(|currency| currency == record.account.currency)
                && filter.retired == record.retired_at.is_some()
        });
        Ok(page(rows, after, limit, |record| (record.created_at, record.account.id.0)))
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
        let data = self.data();
        let found =
            data.vehicles.iter().find(|(of, record)| *of == owner && record.vehicle.id == id);
        found.map(|(_, record)| record.clone()).ok_or(StoreError::NotFound)
    }

    async fn vehicles(
        &self,
        owner: OrganizationId,
        filter: &VehicleFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<VehicleRecord>> {
        let (data, plate) = (self.data(), filter.plate());
        let own = data.vehicles.iter().filter(|(of, _)| *of == owner);
        let mut rows: Vec<_> = own.map(|(_, record)| record.clone()).collect();
        rows.retain(|record| {
            plate.as_ref().is_none_or(|plate| *plate == record.vehicle.plate)
                && filter.retired == record.retired_at.is_some()
        });
        Ok(page(rows, after, limit, |record| (record.created_at, record.vehicle.id.0)))
    }

    async fn change_vehicle(
        &self,
        owner: OrganizationId,
        before: &VehicleRecord,
        after: &VehicleRecord,
    ) -> Result<()> {
        self.change(|data| {
            let own = |of: &OrganizationId| *of == owner;
            let id = before.vehicle.id;
            let place = data.vehicles.iter().position(|(of, r)| own(of) && r.vehicle.id == id);
            let place = place.ok_or(StoreError::NotFound)?;
            if data.vehicles[place].1 != *before {
                return Err(StoreError::Conflict);
            }
            let has_plate = |r: &VehicleRecord| {
                r.retired_at.is_none()
                    && r.vehicle.plate == after.vehicle.plate
                    && r.vehicle.id != id
            };
            let taken = data.vehicles.iter().any(|(of, record)| own(of) && has_plate(record));
            free("vehicle", after.retired_at.is_some() || !taken)?;
            data.vehicles[place].1 = after.clone();
            Ok(())
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
            data.contacts.insert((owner, contact.contact.id), contact.clone());
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
            for (before, after) in [(other, &retired), (stays, after)] {
                let known = data.contacts.get_mut(&(owner, before.contact.id));
                let known = known.ok_or(StoreError::NotFound)?;
                if known != before {
                    return Err(StoreError::Conflict);
                }
                *known = after.clone();
            }
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
        self.change(|data| {
            let known = data.contacts.get_mut(&(owner, before.contact.id));
            let known = known.ok_or(StoreError::NotFound)?;
            if known != before {
                return Err(StoreError::Conflict);
            }
            *known = after.clone();
            Ok(())
        })
    }
}

impl Data {
    fn move_all(&mut self, owner: OrganizationId, from: ContactId, to: ContactId) {
        let invoices = self.invoices.iter_mut().filter(|((of, _), _)| *of == owner);
        for (_, invoice) in invoices {
            let customer = match &mut invoice.document {
                AnyDocument::Issued(document) => &mut document.customer_id,
                AnyDocument::Recorded(document) => &mut document.customer_id,
            };
            if *customer == from {
                *customer = to;
                invoice.version += 1;
            }
        }
        let expenses = self.expenses.iter_mut().filter(|((of, _), _)| *of == owner);
        for (_, settled) in expenses {
            let expense = &mut settled.expense;
            if expense.content.supplier_id == from {
                expense.content.supplier_id = to;
                expense.version += 1;
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
