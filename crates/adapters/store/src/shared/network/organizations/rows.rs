//! Rows of organizations and of their bank accounts.

use super::super::super::{
    invoicing::invoices::series::{SeriesRow, format_of},
    sql::*,
};
use crate::{
    error::{backend, require_known},
    names,
};
use access::OrganizationId;
use invoicing::{
    Address, BankAccount, BankAccountId, InvoiceType, Organization, numbering::SeriesFormat,
    records::Branding, search_name,
};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    pub(in super::super::super) struct OrganizationRow {
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
        accent_colour: Option<String>,
        logo: Option<String>,
        plan: String,
        created_at: OffsetDateTime,
    }
}

impl OrganizationRow {
    /// The columns of `organizations o`.
    pub(in super::super::super) const COLUMNS: Fragment = Fragment(
        "o.name, o.ico, o.dic, o.ic_dph, o.vat_payer, o.street, o.city, o.postal_code, o.country,
         o.email, o.phone, o.registration, o.default_due_days, o.accent_colour, o.logo, o.plan, o.created_at",
    );

    pub(in super::super::super) fn into_domain(self, id: OrganizationId) -> Result<Organization> {
        let due_days = |days: i32| {
            require_known("default due days", &days.to_string(), u16::try_from(days).ok())
        };
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
            branding: Branding { accent_colour: self.accent_colour, logo: self.logo },
            plan: names::plan(&self.plan)?,
            created_at: self.created_at,
        })
    }
}

pub(in super::super::super) async fn organization(
    conn: &mut ReadConn<'_>,
    id: OrganizationId,
) -> Result<Organization> {
    select_organization(id).one::<OrganizationRow>(conn).await?.into_domain(id)
}

pub(super) fn select_organization(id: OrganizationId) -> Statement<'static> {
    sql!("SELECT {} FROM organizations o WHERE o.id = {}", OrganizationRow::COLUMNS, id)
}

pub(in super::super::super) async fn insert_organization(
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
        accent_colour: o.branding.accent_colour.as_deref(),
        logo: o.branding.logo.as_deref(),
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

impl BankAccountRow {
    fn into_domain(self) -> Result<BankAccount> {
        Ok(BankAccount {
            id: BankAccountId(self.id),
            currency: names::currency(&self.currency)?,
            iban: self.iban,
            bic: self.bic,
            bank_name: self.bank_name,
            is_default: self.is_default,
        })
    }
}

type IssuerRow = Both<OrganizationRow, Both<Maybe<SeriesRow>, Maybe<BankAccountRow>>>;

/// The issuer, the series of the document type, and the accounts in use in the order of their ids, which is that of
/// their creation.
pub(crate) type Issuer = (Organization, SeriesFormat, Vec<BankAccount>);

columns! {
    struct PlaceRow {
        place: i32,
    }
}

/// Loads one issuer.
pub(crate) async fn issuer(
    conn: &mut ReadConn<'_>,
    id: OrganizationId,
    invoice_type: InvoiceType,
) -> Result<Issuer> {
    let issuers = issuers(conn, &[(id, invoice_type)]).await?;
    issuers.into_iter().next().unwrap_or(Err(StoreError::NotFound))
}

/// Loads several issuers, in the order of the arguments, by one statement.
pub(crate) async fn issuers(
    conn: &mut ReadConn<'_>,
    asked: &[(OrganizationId, InvoiceType)],
) -> Result<Vec<Result<Issuer>>> {
    let rows = (0..).zip(asked).map(|(place, (id, invoice_type)): (i32, _)| {
        vec![place.into(), (*id).into(), invoice_type.name().into()]
    });
    let query = sql!(
        "WITH asked(place, organization_id, invoice_type) AS (
           SELECT DISTINCT * FROM (VALUES {}) AS a)
         SELECT a.place, {}, s.invoice_type, s.prefix, s.year_style, s.width,
           b.id, b.currency, b.iban, b.bic, b.bank_name, b.is_default
         FROM asked a
         JOIN organizations o ON o.id = a.organization_id
         LEFT JOIN number_series s ON s.organization_id = o.id AND s.invoice_type = a.invoice_type
         LEFT JOIN bank_accounts b ON b.organization_id = o.id AND b.retired_at IS NULL
         ORDER BY b.id",
        Statement::tuples(rows),
        OrganizationRow::COLUMNS
    );
    let rows: Vec<Both<PlaceRow, IssuerRow>> = query.all(conn).await?;
    let mut found: Vec<Vec<IssuerRow>> = asked.iter().map(|_| Vec::new()).collect();
    for Both(PlaceRow { place }, row) in rows {
        let rows = usize::try_from(place).ok().and_then(|place| found.get_mut(place));
        rows.ok_or_else(|| backend("an issuer was not asked for"))?.push(row);
    }
    Ok(asked.iter().zip(found).map(|(asked, rows)| into_issuer(*asked, rows)).collect())
}

fn into_issuer(
    (id, invoice_type): (OrganizationId, InvoiceType),
    rows: Vec<IssuerRow>,
) -> Result<Issuer> {
    let (mut issuer, mut accounts) = (None, Vec::with_capacity(rows.len()));
    for Both(organization, Both(Maybe(series), Maybe(account))) in rows {
        accounts.extend(account.map(BankAccountRow::into_domain).transpose()?);
        issuer.get_or_insert((organization, series));
    }
    let (organization, series) = issuer.ok_or(StoreError::NotFound)?;
    Ok((organization.into_domain(id)?, format_of(series, invoice_type)?, accounts))
}
