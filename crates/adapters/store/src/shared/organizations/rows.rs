//! Organizations and their bank accounts as they lie in the database.

use super::super::sql::*;
use crate::{error::known, names};
use access::OrganizationId;
use invoicing::{Address, BankAccount, Organization, search_name};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    pub(in super::super) struct OrganizationRow {
        name: String,
        ico: Option<String>,
        dic: Option<String>,
        ic_dph: Option<String>,
        vat_payer: bool,
        street: String,
        city: String,
        postal_code: String,
        country: String,
        email: Option<String>,
        phone: Option<String>,
        registration: Option<String>,
        default_due_days: Option<i32>,
        plan: String,
        created_at: OffsetDateTime,
    }
}

impl OrganizationRow {
    /// Of `organizations o`.
    pub(in super::super) const COLUMNS: Fragment = Fragment(
        "o.name, o.ico, o.dic, o.ic_dph, o.vat_payer, o.street, o.city, o.postal_code, o.country,
         o.email, o.phone, o.registration, o.default_due_days, o.plan, o.created_at",
    );

    pub(in super::super) fn into_domain(self, id: OrganizationId) -> Result<Organization> {
        let due_days =
            |days: i32| known("default due days", &days.to_string(), u16::try_from(days).ok());
        Ok(Organization {
            id,
            name: self.name,
            ico: self.ico,
            dic: self.dic,
            ic_dph: self.ic_dph,
            vat_payer: self.vat_payer,
            address: Address {
                street: self.street,
                city: self.city,
                postal_code: self.postal_code,
                country: self.country,
            },
            email: self.email,
            phone: self.phone,
            registration: self.registration,
            default_due_days: self.default_due_days.map(due_days).transpose()?,
            plan: names::plan(&self.plan)?,
            created_at: self.created_at,
        })
    }
}

pub(in super::super) async fn organization(
    conn: &mut ReadConn<'_>,
    id: OrganizationId,
) -> Result<Organization> {
    let query =
        sql!("SELECT {} FROM organizations o WHERE o.id = {}", OrganizationRow::COLUMNS, id);
    query.one::<OrganizationRow>(conn).await?.into_domain(id)
}

pub(in super::super) async fn insert_organization(
    conn: &mut Conn,
    organization: &Organization,
) -> Result<()> {
    let (o, search_name) = (organization, search_name(&organization.name));
    let row = row!("organizations",
        id: o.id,
        name: &o.name,
        ico: o.ico.as_deref(),
        dic: o.dic.as_deref(),
        ic_dph: o.ic_dph.as_deref(),
        vat_payer: o.vat_payer,
        street: &o.address.street,
        city: &o.address.city,
        postal_code: &o.address.postal_code,
        country: &o.address.country,
        email: o.email.as_deref(),
        phone: o.phone.as_deref(),
        registration: o.registration.as_deref(),
        default_due_days: o.default_due_days.map(i32::from),
        plan: o.plan.name(),
        created_at: o.created_at,
        search_name: &search_name,
    );
    row.insert().execute(conn).await.map(drop)
}

columns! {
    struct BankAccountRow {
        id: Uuid,
        currency: String,
        iban: String,
        bic: Option<String>,
        bank_name: Option<String>,
        is_default: bool,
    }
}

/// In the order of their ids, which is that of their making.
pub(in super::super) async fn bank_accounts(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
) -> Result<Vec<BankAccount>> {
    let query = sql!(
        "SELECT id, currency, iban, bic, bank_name, is_default FROM bank_accounts
         WHERE organization_id = {} ORDER BY id",
        organization
    );
    let account = |row: BankAccountRow| {
        Ok(BankAccount {
            id: row.id,
            currency: names::currency(&row.currency)?,
            iban: row.iban,
            bic: row.bic,
            bank_name: row.bank_name,
            is_default: row.is_default,
        })
    };
    query.all(conn).await?.into_iter().map(account).collect()
}

pub(in super::super) async fn insert_bank_account(
    conn: &mut Conn,
    organization: OrganizationId,
    account: &BankAccount,
) -> Result<()> {
    let row = row!("bank_accounts",
        organization_id: organization,
        id: account.id,
        currency: account.currency.code(),
        iban: &account.iban,
        bic: account.bic.as_deref(),
        bank_name: account.bank_name.as_deref(),
        is_default: account.is_default,
    );
    row.insert().execute(conn).await.map(drop)
}
