use super::super::{Conn, Db, Lane};
use super::series::{SeriesRow, format_of};
use crate::{
    error::{known, translate},
    names,
    schema::{bank_accounts, number_series, organizations},
    sql_types::{AsId, AsInstant, Bool, Instant, Integer, Nullable, Text},
};
use access::OrganizationId;
use diesel::{insert_into, prelude::*};
use diesel_async::RunQueryDsl;
use invoicing::{Address, BankAccount, InvoiceType, Organization, SeriesFormat, search_name};
use persistence::StoreError;
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = organizations, check_for_backend(Db))]
pub(super) struct OrganizationRow {
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

/// The types of [`OrganizationRow::COLUMNS`].
pub(super) type OrganizationColumns = (
    Text,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
    Bool,
    Text,
    Text,
    Text,
    Text,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Integer>,
    Text,
    Instant,
);

impl OrganizationRow {
    /// Of `organizations o`.
    pub(super) const COLUMNS: &'static str = "o.name, o.ico, o.dic, o.ic_dph, o.vat_payer, o.street, o.city, o.postal_code, o.country, \
         o.email, o.phone, o.registration, o.default_due_days, o.plan, o.created_at";

    pub(super) fn into_domain(self, id: OrganizationId) -> Result<Organization, StoreError> {
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

pub(super) async fn organization(
    conn: &mut Lane<'_>,
    id: OrganizationId,
) -> Result<Organization, StoreError> {
    let row: OrganizationRow = organizations::table
        .find(AsId::from(id))
        .select(OrganizationRow::as_select())
        .first(conn)
        .await
        .map_err(translate)?;
    row.into_domain(id)
}

pub(super) async fn insert_organization(
    conn: &mut Conn,
    organization: &Organization,
) -> QueryResult<usize> {
    use organizations::dsl;
    let o = organization;
    insert_into(dsl::organizations)
        .values((
            dsl::id.eq(AsId::from(o.id)),
            dsl::name.eq(&o.name),
            dsl::ico.eq(o.ico.as_deref()),
            dsl::dic.eq(o.dic.as_deref()),
            dsl::ic_dph.eq(o.ic_dph.as_deref()),
            dsl::vat_payer.eq(o.vat_payer),
            dsl::street.eq(&o.address.street),
            dsl::city.eq(&o.address.city),
            dsl::postal_code.eq(&o.address.postal_code),
            dsl::country.eq(&o.address.country),
            dsl::email.eq(o.email.as_deref()),
            dsl::phone.eq(o.phone.as_deref()),
            dsl::registration.eq(o.registration.as_deref()),
            dsl::default_due_days.eq(o.default_due_days.map(i32::from)),
            dsl::plan.eq(o.plan.name()),
            dsl::created_at.eq(AsInstant(o.created_at)),
            dsl::search_name.eq(search_name(&o.name)),
        ))
        .execute(conn)
        .await
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = bank_accounts, check_for_backend(Db))]
struct BankAccountRow {
    id: Uuid,
    currency: String,
    iban: String,
    bic: Option<String>,
    bank_name: Option<String>,
    is_default: bool,
}

impl BankAccountRow {
    fn into_domain(self) -> Result<BankAccount, StoreError> {
        Ok(BankAccount {
            id: self.id,
            currency: names::currency(&self.currency)?,
            iban: self.iban,
            bic: self.bic,
            bank_name: self.bank_name,
            is_default: self.is_default,
        })
    }
}

/// Who issues, the series of the type, and the accounts in the order of their ids, which is that of
/// their making. One statement.
pub(super) async fn issuer(
    conn: &mut Lane<'_>,
    id: OrganizationId,
    invoice_type: InvoiceType,
) -> Result<(Organization, SeriesFormat, Vec<BankAccount>), StoreError> {
    let of_type = number_series::organization_id
        .eq(organizations::id)
        .and(number_series::invoice_type.eq(invoice_type.name()));
    let its_own = bank_accounts::organization_id.eq(organizations::id);
    let rows: Vec<(OrganizationRow, Option<SeriesRow>, Option<BankAccountRow>)> =
        organizations::table
            .left_join(number_series::table.on(of_type))
            .left_join(bank_accounts::table.on(its_own))
            .filter(organizations::id.eq(AsId::from(id)))
            .order(bank_accounts::id)
            .select((
                OrganizationRow::as_select(),
                Option::<SeriesRow>::as_select(),
                Option::<BankAccountRow>::as_select(),
            ))
            .load(conn)
            .await
            .map_err(translate)?;
    let (mut issuer, mut accounts) = (None, Vec::with_capacity(rows.len()));
    for (organization, series, account) in rows {
        accounts.extend(account.map(BankAccountRow::into_domain).transpose()?);
        issuer.get_or_insert((organization, series));
    }
    let (organization, series) = issuer.ok_or(StoreError::NotFound)?;
    Ok((organization.into_domain(id)?, format_of(series, invoice_type)?, accounts))
}

pub(super) async fn insert_bank_account(
    conn: &mut Conn,
    organization: OrganizationId,
    account: &BankAccount,
) -> QueryResult<usize> {
    use bank_accounts::dsl;
    insert_into(dsl::bank_accounts)
        .values((
            dsl::organization_id.eq(AsId::from(organization)),
            dsl::id.eq(AsId(account.id)),
            dsl::currency.eq(account.currency.code()),
            dsl::iban.eq(&account.iban),
            dsl::bic.eq(account.bic.as_deref()),
            dsl::bank_name.eq(account.bank_name.as_deref()),
            dsl::is_default.eq(account.is_default),
        ))
        .execute(conn)
        .await
}
